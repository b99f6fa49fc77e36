import { useEffect, useRef, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { PageTab } from './page-tab';
import { PanelState, PanelTab, restored, visited } from './panel-state';
import { QuotaTab } from './quota';
import { ReachLine } from './reach-line';
import { Guard, Root } from './root';
import { SearchTab } from './search-tab';
import { useClient } from './shared';
import { Tabs } from './tabs';
import { Opened } from './view-props';

export interface PanelProps {
  home: Home;
  /** What `onChange` told last time, from wherever the home kept it. */
  saved?: unknown;
  /** Brings a tab to the front, each time that it is another object. */
  wanted?: { tab: PanelTab };
  onChange?: (state: PanelState) => void;
}

const TABS: readonly (readonly [PanelTab, string])[] = [
  ['search', 'Search'],
  ['page', 'Page'],
  ['quota', 'Quota']
];

/** The side panel: search, read, see what is left, with or without a notebook. */
export function Panel({ home, saved, wanted, onChange }: PanelProps) {
  const { client } = home;
  useClient(client);
  const [state, setState] = useState(() => restored(saved));
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) {
      onChange?.(state);
    }
    first.current = false;
  }, [state]);

  const change = (part: Partial<PanelState>) =>
    setState(before => ({ ...before, ...part }));
  useEffect(() => {
    if (wanted) {
      change(wanted);
    }
  }, [wanted]);
  /** A page opened anywhere is read in the Page tab and joins its history. */
  const [pageLive, setPageLive] = useState<Opened['live']>(null);
  const open = ({ drawn, live }: Opened) => {
    setPageLive(live);
    setState(before => visited(before, drawn));
  };
  return (
    <Root name="panel">
      <Tabs
        label="webloupe"
        tabs={TABS}
        chosen={state.tab}
        onChoose={tab => change({ tab })}
      >
        {/* The hidden ones stay: a search under way goes on while a page is read. */}
        <div hidden={state.tab !== 'search'}>
          <Guard>
            <SearchTab home={home} state={state} change={change} open={open} />
          </Guard>
        </div>
        <div hidden={state.tab !== 'page'}>
          <Guard>
            <PageTab
              home={home}
              state={state}
              live={pageLive}
              open={open}
              show={(at, { drawn, live }) => {
                setPageLive(live);
                change({ at, page: drawn });
              }}
            />
          </Guard>
        </div>
        {state.tab === 'quota' && (
          <Guard>
            <QuotaTab home={home} />
          </Guard>
        )}
      </Tabs>
      <ReachLine client={client} />
    </Root>
  );
}
