import { act, cleanup, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ResultsShape } from '../../extension/src/api/types.gen';
import { allResults, changed, NOBODY, results, show } from './fixtures';

afterEach(cleanup);

const data = allResults.drawn.data as ResultsShape;
const unasked = { drawn: allResults.drawn, live: null as never };
const attempts = () => screen.getByRole('list', { name: 'Attempts' });

describe('an answer from memory', () => {
  it('says how old it is, and asks again at a word', async () => {
    const { client, user } = show(allResults, { answers: { search: results } });
    expect(screen.getByText('from memory, 3 min old')).toBeTruthy();
    await user.click(screen.getByText('Refresh'));
    await screen.findByText('Back to the cell’s result');
    expect(client.calls[0]).toMatchObject({
      operation: 'search',
      args: { query: data.query, backend: 'all', answer: true, refresh: true }
    });
  });

  it.each([
    ['it was asked just now', results],
    ['nobody tells of it', unasked]
  ])('has nothing to refresh when %s', (_, answer) => {
    show(answer);
    expect(screen.queryByText('Refresh')).toBeNull();
    expect(screen.queryByText(/from memory/)).toBeNull();
  });
});

describe('who answered', () => {
  it('is told with the rest that is left, while somebody tells', async () => {
    const { client } = show(unasked, NOBODY);
    expect(attempts().textContent).not.toContain('retry');
    await act(() => client.change({ live: allResults.live }));
    expect(attempts().textContent).toContain('rate limited, retry in 222 s');
  });
});

describe('backends compared', () => {
  it('stand in a table, each pair in another', () => {
    show(allResults);
    const [table, pairs] = [/Backends compared/, /Pairs/].map(name =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('row')
        .map(row => row.textContent)
    );
    expect(table[1]).toBe('exaanswered812 ms2196' + '50%');
    expect(table[3]).toContain('parallelrate limited');
    expect(pairs[1]).toBe('exa, keenable10.42');
  });

  it('keep their times for those who see them now', () => {
    show(unasked, NOBODY);
    const table = screen.getByRole('region', { name: 'Backends compared' });
    expect(table.textContent).not.toContain('ms');
  });

  it('are named at each hit that they had', () => {
    show(allResults);
    expect(screen.getAllByRole('option')[0].textContent).toContain(
      'exa#1, keenable#2'
    );
  });
});

describe('a description that is another one', () => {
  it('says whence it is, and why', () => {
    show(allResults);
    const mark = screen.getByText('from keenable');
    expect(mark.title).toContain('words of a menu');
    expect(screen.getByText('from the page')).toBeTruthy();
  });

  it('is no trouble in an output that was saved before there were marks', () => {
    const { hits } = results.drawn.data as ResultsShape;
    const old = hits.map(hit => ({ ...hit, marks: undefined }));
    show(changed(results, { hits: old, tables: undefined, asked: undefined }));
    expect(screen.getAllByRole('option')).toHaveLength(hits.length);
  });
});

describe('an answer in sentences', () => {
  it('leads from a sentence to its hit, and shows the words there', async () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    const { client, user } = show(
      changed(allResults, {
        answer: {
          source: 'exa',
          sentences: [{ text: 'One.', quote: 'said there', position: 3 }]
        }
      })
    );
    const cite = screen.getByRole('button', { name: 'Source: result 3' });
    cite.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('said there').tagName).toBe('BLOCKQUOTE');
    expect(client.state.selected).toBe(2);
    expect(scrolled).toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(screen.queryByText('said there')).toBeNull();
  });

  it('marks a sentence that no result holds', () => {
    show(allResults);
    const answer = within(screen.getByRole('region', { name: 'Answer' }));
    const alone = answer.getByText('Widgets never die.', { exact: false });
    expect(alone.textContent).toContain('no source');
    expect(within(alone).queryByRole('button')).toBeNull();
    expect(answer.getByText('Answer by exa')).toBeTruthy();
  });
});

describe('more results', () => {
  it('are the next page of the same search', async () => {
    const asked = { limit: 3, sites: ['a.example'] };
    const { client, user } = show(changed(results, { asked }), {
      answers: { search: changed(results, { asked: { ...asked, page: 2 } }) }
    });
    expect(screen.queryByText('Previous page')).toBeNull();
    await user.click(screen.getByText('More'));
    await screen.findByText('Previous page');
    expect(client.calls[0].args).toMatchObject({ ...asked, page: 2 });
    await user.click(screen.getByText('Previous page'));
    await waitFor(() => expect(client.calls[1].args.page).toBe(1));
  });

  it('are none behind the last page', () => {
    show(changed(results, { asked: { page: 10 } }));
    expect(screen.queryByText('More')).toBeNull();
  });
});
