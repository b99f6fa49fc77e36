import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, test } from 'vitest';
import { FakeClient, FakeOptions } from '../../extension/src/api/fake';
import { ResultsShape } from '../../extension/src/api/types.gen';
import {
  filtersOf,
  filterWords,
  searchArguments
} from '../../extension/src/ui/filters';
import { Panel } from '../../extension/src/ui/panel';
import { changed, config, homeOf, results, usage } from './fixtures';

afterEach(cleanup);

function open(options: FakeOptions = {}, saved: unknown = undefined) {
  const client = new FakeClient({
    ...options,
    answers: { search: results, config, usage, ...options.answers }
  });
  render(<Panel home={homeOf(client)} saved={saved} />);
  const searches = () =>
    client.calls.filter(call => call.operation === 'search');
  return { client, searches, user: userEvent.setup() };
}

const toggle = () => screen.getByRole('button', { name: 'Filters' });
const box = () => screen.getByLabelText('Search the web');

describe('the filters of the panel', () => {
  it('narrow a search by keys alone, and are folded away by Escape', async () => {
    const { searches, user } = open();
    await user.type(box(), 'oaks');
    expect(screen.queryByLabelText('Site')).not.toBeNull();
    expect(screen.getByLabelText('Site').closest('[hidden]')).not.toBeNull();
    await user.tab(); // the button of the search
    await user.tab();
    expect(document.activeElement).toBe(toggle());
    await user.keyboard('{Enter}');
    await user.type(screen.getByLabelText('Site'), 'a.example, b.example');
    await user.type(screen.getByLabelText('Since'), '7d{Enter}');
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect(searches()[0].args).toEqual({
      query: 'oaks',
      sites: ['a.example', 'b.example'],
      since: '7d'
    });
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(toggle());
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    expect(
      screen.getByText('sites a.example, b.example · since 7d')
    ).toBeTruthy();
  });

  it('offer the backends that can be asked, all of them at once too', async () => {
    const { searches, user } = open();
    await user.click(toggle());
    await screen.findByRole('option', { name: 'parallel' });
    const backends = screen.getByLabelText<HTMLSelectElement>('Backend');
    expect([...backends.options].map(option => option.text)).toEqual([
      'auto',
      'all',
      'exa',
      'keenable',
      'parallel'
    ]);
    await user.selectOptions(backends, 'all');
    await user.selectOptions(screen.getByLabelText('Topic'), 'news');
    await user.type(screen.getByLabelText('Results'), '3');
    await user.click(screen.getByLabelText('Answer in sentences'));
    await user.type(box(), 'oaks{Enter}');
    expect(searches()[0].args).toEqual({
      query: 'oaks',
      backend: 'all',
      topic: 'news',
      limit: 3,
      answer: true
    });
  });

  it('are cleared together', async () => {
    const { searches, user } = open(
      {},
      { filters: { lang: 'de', fuse: true } }
    );
    expect(screen.getByText('lang de · fuse')).toBeTruthy();
    await user.click(screen.getByText('Clear'));
    await user.type(box(), 'oaks{Enter}');
    expect(searches()[0].args).toEqual({ query: 'oaks' });
  });
});

test('a next page takes the place of the results in the panel', async () => {
  const asked = { since: '2026-11-01' };
  const { hits } = results.drawn.data as ResultsShape;
  const second = changed(results, {
    hits: hits.slice(0, 1),
    asked: { ...asked, page: 2 }
  });
  const { client, user } = open(
    { answers: { search: second } },
    { results: changed(results, { asked }).drawn }
  );
  await user.click(screen.getByText('More'));
  await screen.findByText('Previous page');
  expect(client.calls[0].args).toMatchObject({ ...asked, page: 2 });
  expect(screen.queryByText('Back to the cell’s result')).toBeNull();
});

test('filters come to keywords, and what was kept may be anything', () => {
  const typed = { limit: 'x', page: ' 2 ', lang: ' ', hedge: false };
  expect(searchArguments(typed)).toEqual({ limit: 'x', page: 2 });
  expect(filterWords({ not_sites: 'a', hedge: true })).toEqual([
    'not sites a',
    'hedge'
  ]);
  expect(filtersOf({ lang: 'de', since: 3, until: null })).toEqual({
    lang: 'de'
  });
  expect(filtersOf({ refresh: true, 0: 'x' })).toEqual({});
  expect(filtersOf(null)).toEqual({});
});
