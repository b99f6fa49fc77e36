/** What the side panel shows, as plain data that its home keeps and gives back. Pure. */

import { Arguments } from '../api/client';
import { Drawn, SHAPE_VERSION } from '../api/types.gen';
import { Filters, filtersOf } from './filters';
import { fetchOptions } from './options';

export const PANEL_TABS = ['search', 'page', 'quota'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

/** A page as it was asked for: the keywords of `fetch`. */
export type Visit = Arguments & { url: string };

export interface PanelState {
  tab: PanelTab;
  query: string;
  filters: Filters;
  results: Drawn | null;
  /** The pages read, oldest first, and which of them is shown: -1 for none. */
  visits: readonly Visit[];
  at: number;
  page: Drawn | null;
}

export const EMPTY_PANEL: PanelState = {
  tab: 'search',
  query: '',
  filters: {},
  results: null,
  visits: [],
  at: -1,
  page: null
};

/** Visits that are kept; older ones are forgotten. */
const VISITS = 50;

/** A page read now: it follows the one shown, and what lay ahead of that is gone. */
export function visited(state: PanelState, page: Drawn): PanelState {
  if (page.data.view !== 'page') {
    return state;
  }
  const { url, options } = page.data;
  const visit = { ...fetchOptions(options), url };
  const before = state.visits.slice(0, state.at + 1);
  const again = sameVisit(before[before.length - 1], visit);
  const visits = [...(again ? before.slice(0, -1) : before), visit];
  const kept = visits.slice(-VISITS);
  return { ...state, tab: 'page', visits: kept, at: kept.length - 1, page };
}

function sameVisit(one: Visit | undefined, other: Visit): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** The panel as it was left; empty, or less of it, where what was kept is of another make. */
export function restored(saved: unknown): PanelState {
  const kept = { ...EMPTY_PANEL, ...(saved as Partial<PanelState> | null) };
  const visits = Array.isArray(kept.visits)
    ? kept.visits
        .filter(visit => typeof visit?.url === 'string')
        .map(visit => ({ ...fetchOptions(visit), url: visit.url }))
    : [];
  const shown = Number.isInteger(kept.at) && kept.at < visits.length;
  return {
    tab: PANEL_TABS.find(tab => tab === kept.tab) ?? 'search',
    query: typeof kept.query === 'string' ? kept.query : '',
    filters: filtersOf(kept.filters),
    results: drawnOf(kept.results, 'results'),
    visits,
    at: shown ? Math.max(kept.at, -1) : visits.length - 1,
    page: shown ? drawnOf(kept.page, 'page') : null
  };
}

function drawnOf(saved: Drawn | null, view: string): Drawn | null {
  return saved?.v === SHAPE_VERSION &&
    typeof saved.id === 'string' &&
    saved.data?.view === view
    ? saved
    : null;
}
