/** What Python answers (`fixtures/*.json`, written by write_fixtures.py), and a home that remembers what it was asked. */

import { render } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { h } from 'preact';
import { vi } from 'vitest';
import { Home } from '../../extension/src/api/client';
import { FakeClient, FakeOptions } from '../../extension/src/api/fake';
import {
  Answered,
  DiffShape,
  ConfigShape,
  ErrorInfo,
  FileShape,
  PageShape,
  QuotaShape,
  ResultsShape,
  SourceShape,
  UsageShape
} from '../../extension/src/api/types.gen';
import { Comparison } from '../../extension/src/ui/comparison';
import { Output } from '../../extension/src/ui/output';
import configJson from './fixtures/config.json';
import diffJson from './fixtures/diff.json';
import errorJson from './fixtures/error.json';
import pageJson from './fixtures/page.json';
import compressedJson from './fixtures/page_compressed.json';
import hostilePageJson from './fixtures/page_hostile.json';
import losingJson from './fixtures/page_losing.json';
import restoredJson from './fixtures/page_restored.json';
import pagesJson from './fixtures/pages.json';
import quotaJson from './fixtures/quota.json';
import resultsJson from './fixtures/results.json';
import allResultsJson from './fixtures/results_all.json';
import emptyResultsJson from './fixtures/results_empty.json';
import hostileResultsJson from './fixtures/results_hostile.json';
import searchesJson from './fixtures/searches.json';
import sourceJson from './fixtures/source.json';
import usageJson from './fixtures/usage.json';
import csvJson from './fixtures/usage_csv.json';

export const results = resultsJson as Answered;
export const allResults = allResultsJson as Answered;
export const emptyResults = emptyResultsJson as Answered;
export const hostileResults = hostileResultsJson as Answered;
export const searches = searchesJson as Answered;
export const page = pageJson as Answered;
export const compressed = compressedJson as Answered;
export const hostilePage = hostilePageJson as Answered;
export const losing = losingJson as Answered;
export const restored = restoredJson as PageShape;
export const pages = pagesJson as Answered;
export const usage = usageJson as Answered;
export const diff = diffJson as DiffShape;
export const source = sourceJson as SourceShape;
export const csv = csvJson as FileShape;
export const quota = quotaJson as QuotaShape;
export const config = configJson as ConfigShape;
export const error = errorJson as ErrorInfo;

export const hits = (results.drawn.data as ResultsShape).hits;
export const pageData = page.drawn.data as PageShape;
export const usageData = usage.drawn.data as UsageShape;

export const NOBODY: FakeOptions = {
  reach: { by: 'nobody', reason: 'No kernel is running.' }
};

export function homeOf(client: FakeClient) {
  return {
    client,
    drawDiff: vi.fn<Home['drawDiff']>(() => () => undefined),
    Comparison,
    drawFigure: vi.fn<Home['drawFigure']>(() => () => undefined),
    insertCell: vi.fn<(code: string) => void>(),
    insertMarkdown: vi.fn<(markdown: string) => void>(),
    copy: vi.fn<Home['copy']>(() => Promise.resolve())
  };
}

/** An output drawn, the client that stands behind it, and a person at the keyboard. */
export function show(
  answer: Answered,
  options: FakeOptions = {},
  change: Partial<Home> = {}
) {
  const { state } = answer.drawn;
  const client = new FakeClient({
    state,
    ...options,
    answers: { fetch: page, usage, diff, source, config, ...options.answers }
  });
  const home = homeOf(client);
  const { drawn, live } = answer;
  const view = render(h(Output, { home: { ...home, ...change }, drawn, live }));
  return { ...view, client, home, user: userEvent.setup() };
}

/** The answer with its shape changed. */
export function changed(answer: Answered, part: object): Answered {
  const drawn = { ...answer.drawn, data: { ...answer.drawn.data, ...part } };
  return { ...answer, drawn };
}

/** The answer opened at one of its tabs. */
export function atTab(answer: Answered, tab: string): Answered {
  const drawn = { ...answer.drawn, state: { ...answer.drawn.state, tab } };
  return { ...answer, drawn };
}
