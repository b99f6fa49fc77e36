/** Each component in each of its states. */

import { VNode } from 'preact';
import { FakeOptions, scripted } from '../src/api/fake';
import { Answered, DiffShape } from '../src/api/types.gen';
import { Output } from '../src/ui/output';
import { Panel } from '../src/ui/panel';
import { EMPTY_PANEL } from '../src/ui/panel-state';
import error from '../../tests/js/fixtures/error.json';
import page from '../../tests/js/fixtures/page.json';
import compressed from '../../tests/js/fixtures/page_compressed.json';
import hostilePage from '../../tests/js/fixtures/page_hostile.json';
import losing from '../../tests/js/fixtures/page_losing.json';
import pages from '../../tests/js/fixtures/pages.json';
import results from '../../tests/js/fixtures/results.json';
import emptyResults from '../../tests/js/fixtures/results_empty.json';
import hostileResults from '../../tests/js/fixtures/results_hostile.json';
import searches from '../../tests/js/fixtures/searches.json';
import usage from '../../tests/js/fixtures/usage.json';
import emptyUsage from '../../tests/js/fixtures/usage_empty.json';
import { ANSWERS, homeOf } from './home';

export interface Scene {
  name: string;
  node: VNode;
  /** The words of a button to press once it is drawn. */
  press?: string;
}

const NOBODY: FakeOptions = {
  reach: { by: 'nobody', reason: 'No kernel is running.' }
};
const WAITS: FakeOptions = { ...ANSWERS, reach: { by: 'kernel', waits: true } };
const NEVER: FakeOptions = { ...ANSWERS, delay: Infinity };
const FAILS: FakeOptions = {
  answers: { fetch: scripted(error as object), usage: usage as Answered }
};

function output(answer: unknown, options?: FakeOptions, tab?: string): VNode {
  const { drawn, live } = answer as Answered;
  const state = tab ? { ...drawn.state, tab } : drawn.state;
  const home = homeOf({ ...ANSWERS, ...options, state });
  const told = home.client.reach.by === 'nobody' ? null : live;
  return <Output home={home} drawn={drawn} live={told} />;
}

function panel(saved: object, options?: FakeOptions): VNode {
  return (
    <div class="frame-panel">
      <Panel home={homeOf({ ...ANSWERS, ...options })} saved={saved} />
    </div>
  );
}

/** The compressed page as a notebook keeps a long one: not whole. */
function excerpt(): Answered {
  const { drawn, live } = structuredClone(compressed) as Answered;
  (drawn.data as { diff: DiffShape }).diff.whole = false;
  return { drawn, live };
}

const asked = { ...EMPTY_PANEL, query: 'widgets without a kernel' };
const found = { ...asked, results: results.drawn };
const reading = {
  ...found,
  tab: 'page',
  visits: [
    { url: 'https://example.org/' },
    { url: 'https://example.org/saved' }
  ],
  at: 1,
  page: page.drawn
};

export const SCENES: Scene[] = [
  { name: 'results', node: output(results) },
  { name: 'results: reading', node: output(results, NEVER), press: 'Read' },
  { name: 'results: failed', node: output(results, FAILS), press: 'Read' },
  { name: 'results: nobody', node: output(results, NOBODY) },
  { name: 'results: waits', node: output(results, WAITS) },
  { name: 'results: quota', node: output(results, {}, 'quota') },
  { name: 'results: empty', node: output(emptyResults) },
  { name: 'results: hostile', node: output(hostileResults) },
  { name: 'searches', node: output(searches) },
  { name: 'page', node: output(page) },
  { name: 'page: compress', node: output(page, {}, 'diff') },
  { name: 'page: diff', node: output(compressed, {}, 'diff') },
  { name: 'page: losing', node: output(losing, {}, 'diff') },
  { name: 'page: excerpt', node: output(excerpt(), NOBODY, 'diff') },
  { name: 'page: source', node: output(page, {}, 'source') },
  { name: 'page: hostile', node: output(hostilePage) },
  { name: 'pages', node: output(pages) },
  { name: 'usage', node: output(usage) },
  { name: 'usage: nobody', node: output(usage, NOBODY) },
  { name: 'usage: empty', node: output(emptyUsage) },
  { name: 'panel', node: panel(EMPTY_PANEL) },
  { name: 'panel: searching', node: panel(asked, NEVER), press: 'Search' },
  { name: 'panel: found', node: panel(found) },
  { name: 'panel: page', node: panel(reading) },
  { name: 'panel: quota', node: panel({ ...found, tab: 'quota' }) },
  { name: 'panel: nobody', node: panel(found, NOBODY) }
];
