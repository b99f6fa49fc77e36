import {
  act,
  cleanup,
  render,
  screen,
  waitFor,
  within
} from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  FakeClient,
  FakeOptions,
  scripted
} from '../../extension/src/api/fake';
import { Answered } from '../../extension/src/api/types.gen';
import { Panel } from '../../extension/src/ui/panel';
import {
  EMPTY_PANEL,
  PanelState,
  restored
} from '../../extension/src/ui/panel-state';
import {
  changed,
  error,
  hits,
  homeOf,
  NOBODY,
  page,
  pageData,
  results,
  usage
} from './fixtures';

afterEach(cleanup);

/** A page of any address, so that each visit is another. */
const pageAt = (args: { url?: unknown }): Answered =>
  changed(page, { url: args.url, title: `Page of ${args.url}` });

function open(options: FakeOptions = {}, saved: unknown = undefined) {
  const client = new FakeClient({
    ...options,
    answers: { search: results, fetch: pageAt, usage, ...options.answers }
  });
  const kept = vi.fn<(state: PanelState) => void>();
  const home = homeOf(client);
  const view = render(<Panel home={home} saved={saved} onChange={kept} />);
  const last = () => kept.mock.calls[kept.mock.calls.length - 1][0];
  return { ...view, client, home, last, user: userEvent.setup() };
}

const box = () => screen.getByLabelText<HTMLInputElement>('Search the web');
const address = () =>
  screen.getByLabelText<HTMLInputElement>('Address of a page');

describe('the search of the panel', () => {
  it('searches by Enter, and reads a result in the Page tab', async () => {
    const { client, user } = open();
    await user.type(box(), ' widgets {Enter}');
    expect(client.calls[0].args).toEqual({ query: 'widgets' });
    (await screen.findByRole('listbox')).focus();
    await user.keyboard('{Enter}');
    await screen.findByText(`Page of ${hits[0].url}`);
    expect(
      screen.getByRole('tab', { name: 'Page' }).getAttribute('aria-selected')
    ).toBe('true');
    await waitFor(() => expect(address().value).toBe(hits[0].url));
  });

  it('is cancelled by Escape, and emptied by the next', async () => {
    const { client, user } = open({ delay: Infinity });
    await user.type(box(), 'widgets{Enter}');
    await user.keyboard('{Escape}');
    expect(client.calls[0].cancelled).toBe(true);
    expect(box().value).toBe('widgets');
    await user.keyboard('{Escape}');
    expect(box().value).toBe('');
  });

  it('tells a failure below the box, and keeps what was found before', async () => {
    const { client, user } = open();
    await user.type(box(), 'widgets{Enter}');
    await screen.findByRole('listbox');
    client.answers.search = scripted(error);
    await user.type(box(), ' again{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(
      error.message
    );
    expect(screen.getByRole('listbox')).toBeTruthy();
  });

  it('says why nobody answers', async () => {
    const { client, user } = open(NOBODY);
    await user.type(box(), 'widgets{Enter}');
    expect(client.calls).toHaveLength(0);
    expect(screen.getAllByText('No kernel is running.').length).toBe(2);
  });
});

describe('the pages of the panel', () => {
  const typed = async (
    user: ReturnType<typeof userEvent.setup>,
    url: string
  ) => {
    await user.clear(address());
    await user.type(address(), `${url}{Enter}`);
  };

  it('go back and forward from memory, and forget what lay ahead when another is read', async () => {
    const { client, last, user } = open({}, { tab: 'page' });
    await typed(user, 'one.example');
    await screen.findByText('Page of https://one.example');
    await typed(user, 'http://two.example');
    await screen.findByText('Page of http://two.example');
    await user.click(screen.getByLabelText('Back'));
    await screen.findByText('Page of https://one.example');
    expect(client.calls).toHaveLength(2);
    await user.click(screen.getByLabelText('Forward'));
    await screen.findByText('Page of http://two.example');
    await user.click(screen.getByLabelText('Back'));
    await typed(user, 'three.example');
    await screen.findByText('Page of https://three.example');
    await waitFor(() =>
      expect(last().visits.map(visit => visit.url)).toEqual([
        'https://one.example',
        'https://three.example'
      ])
    );
    expect(screen.getByLabelText('Forward').getAttribute('aria-disabled')).toBe(
      'true'
    );
  });

  it('follow their links, and are reloaded', async () => {
    const { client, last, user } = open({}, { tab: 'page' });
    await typed(user, 'one.example');
    await user.click(await screen.findByText('format'));
    await waitFor(() => expect(last().visits).toHaveLength(2));
    await user.click(screen.getByLabelText('Reload'));
    await waitFor(() =>
      expect(client.calls[2].args).toMatchObject({ refresh: true })
    );
    expect(last().visits).toHaveLength(2);
  });

  it('are stopped by the button in place of reload', async () => {
    const { client, user } = open({ delay: Infinity }, { tab: 'page' });
    await typed(user, 'one.example');
    await user.click(screen.getByLabelText('Stop'));
    expect(client.calls[0].cancelled).toBe(true);
  });
});

describe('the panel', () => {
  it('comes back as it was left, and asks nobody for it', async () => {
    const first = open();
    await first.user.type(box(), 'widgets{Enter}');
    (await screen.findByRole('listbox')).focus();
    await first.user.keyboard('{Enter}');
    await waitFor(() => expect(first.last().page).not.toBeNull());
    const saved = JSON.parse(JSON.stringify(first.last()));
    cleanup();
    const { client } = open({}, saved);
    expect(address().value).toBe(hits[0].url);
    expect(screen.getByText(`Page of ${hits[0].url}`)).toBeTruthy();
    expect(client.calls).toHaveLength(0);
  });

  it.each([
    [null],
    ['text'],
    [{ tab: 'history', visits: 'none', at: 7, page: { v: 99 } }],
    [{ tab: 'page', visits: [{ url: 3 }, null], at: 0, results: page.drawn }]
  ])('starts afresh from %j', saved => {
    expect(restored(saved)).toMatchObject({ results: null, page: null });
    open({}, saved);
    expect(screen.getAllByRole('tab').length).toBeGreaterThanOrEqual(3);
  });

  it('takes nothing of what was kept but what has its form', () => {
    const query = { toString: 1, valueOf: 1 };
    const visits = [{ url: 'https://a.test', main: 'full', x: 1, start: {} }];
    const saved = JSON.parse(JSON.stringify({ query, visits, at: 0 }));
    expect(restored(saved)).toMatchObject({ query: '', page: null });
    expect(restored(saved).visits).toEqual([
      { url: 'https://a.test', main: 'full' }
    ]);
  });

  it('goes on where one of its tabs cannot be drawn', async () => {
    const bad = changed(results, { hits: null, tries: 5 });
    const { user } = open({}, { results: bad.drawn });
    expect(screen.getByRole('alert').textContent).toContain('cannot be drawn');
    await user.type(box(), 'widgets{Enter}');
    await screen.findByRole('listbox');
    await user.click(screen.getByRole('tab', { name: 'Page' }));
    expect(address()).toBeTruthy();
  });

  it('has nothing in it at first', () => {
    expect(restored(undefined)).toEqual(EMPTY_PANEL);
  });

  it('inserts into the notebook that is in front now', async () => {
    const client = new FakeClient({ answers: { search: results } });
    const [one, other] = [homeOf(client), homeOf(client)];
    const { rerender } = render(<Panel home={one} />);
    const user = userEvent.setup();
    await user.type(box(), 'widgets{Enter}');
    await screen.findByRole('listbox');
    rerender(<Panel home={other} />);
    screen.getByRole('listbox').focus();
    await user.keyboard('i');
    expect(other.insertCell).toHaveBeenCalledWith(hits[0].magic);
    expect(one.insertCell).not.toHaveBeenCalled();
  });

  it('keeps the focus in its row of tabs while the chart of a tab comes', async () => {
    const { user, client, home } = open({ delay: 20 });
    await user.type(box(), 'widgets{Enter}');
    const list = await screen.findByRole('listbox');
    const tab = (name: string) => {
      const row = screen.getByRole('tablist', { name: 'webloupe' });
      return within(row).getByRole('tab', { name });
    };
    tab('Search').focus();
    await user.keyboard('{End}');
    await waitFor(() => expect(home.drawFigure).toHaveBeenCalledOnce());
    act(() => client.change({ reach: { by: 'connecting' } }));
    act(() => client.change({ reach: { by: 'server' } }));
    expect(document.activeElement).toBe(tab('Quota'));
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(tab('Search'));
    expect(screen.getByRole('listbox')).toBe(list);
  });

  it('shows the quota of all backends', async () => {
    const { client, user } = open();
    await user.click(screen.getByRole('tab', { name: 'Quota' }));
    await screen.findByRole('region', { name: 'Calls by day' });
    expect(client.calls[0].args).toEqual({ days: 7, by: 'day' });
    expect(pageData.backends).toEqual([]);
  });
});
