import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within
} from '@testing-library/preact';
import type { UserEvent } from '@testing-library/user-event';
import { h, render } from 'preact';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeClient, scripted } from '../../extension/src/api/fake';
import { ResultsShape } from '../../extension/src/api/types.gen';
import { Output } from '../../extension/src/ui/output';
import {
  emptyResults,
  error,
  hits,
  homeOf,
  NOBODY,
  results,
  show
} from './fixtures';

afterEach(cleanup);

const list = () => screen.getByRole('listbox');
/** A button of a hit comes with the pointer. */
async function press(user: UserEvent, words: string, at: number) {
  const hit = screen.getAllByRole('option')[at];
  await user.hover(hit);
  await user.click(await within(hit).findByText(words));
}
const selected = () =>
  screen
    .getAllByRole('option')
    .findIndex(option => option.getAttribute('aria-selected') === 'true');

describe('a list of results', () => {
  it('shows what each hit is, in words', () => {
    show(results);
    expect(screen.getAllByRole('option')).toHaveLength(hits.length);
    expect(list().textContent).toContain(
      'ipywidgets.readthedocs.io · undated · exa'
    );
  });

  it('reads a hit that is clicked while it is not yet known who answers', async () => {
    const { client, user } = show(results, { reach: { by: 'connecting' } });
    await user.click(screen.getByText(hits[0].title));
    expect(client.calls).toEqual([]);
    expect(screen.getAllByText(/Connecting/).length).toBeGreaterThan(0);
    await act(() => client.change({ reach: { by: 'server' } }));
    expect(client.calls).toMatchObject([{ operation: 'fetch' }]);
  });

  it('says who answered, who failed, and what it cost', () => {
    const { container } = show(results);
    const head = container.querySelector('header')?.textContent;
    for (const words of [
      'keenable: rate limited',
      'exa answered',
      '187 tokens',
      '1.2 s',
      'exa 924/1,000 left'
    ]) {
      expect(head).toContain(words);
    }
  });

  it.each([
    ['{ArrowDown}', 1],
    ['jj', 2],
    ['jjk', 1],
    ['{End}', 4],
    ['{End}{ArrowDown}', 4],
    ['{End}{Home}', 0],
    ['{ArrowUp}', 0]
  ])('goes by %s to place %i, and Python hears of it', async (keys, place) => {
    const { client, user } = show(results);
    list().focus();
    await user.keyboard(keys);
    expect(selected()).toBe(place);
    expect(client.state.selected).toBe(place);
    expect(list().getAttribute('aria-activedescendant')).toBe(
      screen.getAllByRole('option')[place].id
    );
  });

  it('follows a selection made in Python', () => {
    const { client } = show(results);
    act(() => client.change({ state: { ...client.state, selected: 3 } }));
    expect(selected()).toBe(3);
  });

  it('survives a selection that no list has', () => {
    const { client } = show(results);
    act(() => client.change({ state: { selected: 'last' } }));
    expect(selected()).toBe(-1);
  });

  it('reads the chosen hit in place by Enter, and comes back by Escape with the list in hand', async () => {
    const { client, user } = show(results);
    list().focus();
    await user.keyboard('j{Enter}');
    expect(await screen.findByText('Back to the cell’s result')).toBeTruthy();
    expect(client.calls[0]).toMatchObject({
      operation: 'fetch',
      args: { url: hits[1].url }
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(list()));
    expect(selected()).toBe(1);
  });

  it('does not take the focus from someone who works elsewhere', async () => {
    const { user } = show(results, { delay: 50 });
    const before = list();
    before.focus();
    await user.keyboard('{Enter}');
    before.blur();
    await screen.findByText('Back to the cell’s result');
    expect(document.activeElement).toBe(document.body);
  });

  it('cites by c: copied, and put into the notebook', async () => {
    const { home, user } = show(results);
    list().focus();
    await user.keyboard('c');
    expect(home.copy).toHaveBeenCalledWith(hits[0].citation);
    expect(home.insertMarkdown).toHaveBeenCalledWith(hits[0].citation);
    expect(
      await screen.findByText('Citation inserted and copied.')
    ).toBeTruthy();
  });

  it('says so when a citation cannot be copied', async () => {
    const copy = () => Promise.reject(new Error('not allowed'));
    const { user } = show(results, {}, { copy, insertMarkdown: null });
    list().focus();
    await user.keyboard('c');
    expect(await screen.findByText(/not allowed/)).toBeTruthy();
  });

  it('opens outside by o, without a handle on this page', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = show(results);
    list().focus();
    await user.keyboard('o');
    expect(open).toHaveBeenCalledWith(
      hits[0].url,
      '_blank',
      'noopener,noreferrer'
    );
  });

  it('inserts the magic line of the hit by i, of the search by the button', async () => {
    const { home, user } = show(results);
    list().focus();
    await user.keyboard('i');
    expect(home.insertCell).toHaveBeenLastCalledWith(hits[0].magic);
    await user.click(screen.getAllByText('Insert as cell')[0]);
    expect(home.insertCell).toHaveBeenLastCalledWith(
      '%websearch widgets without a kernel'
    );
  });

  it('leaves keys with a modifier alone', async () => {
    const { client, user } = show(results);
    list().focus();
    await user.keyboard('{Control>}j{/Control}{Alt>}{Enter}{/Alt}');
    expect(selected()).toBe(0);
    expect(client.calls).toHaveLength(0);
  });

  it('says that nothing was found', () => {
    show(emptyResults);
    expect(screen.getByText('No results.')).toBeTruthy();
  });
});

describe('a long list', () => {
  const many = Array.from({ length: 50 }, (_, at) => hits[at % hits.length]);
  const data = { ...(results.drawn.data as ResultsShape), hits: many };
  /** Drawn as by a front end: no effect has run when this returns. */
  function drawIt(state: Record<string, unknown>) {
    const home = homeOf(new FakeClient({ state }));
    const node = document.body.appendChild(document.createElement('div'));
    render(h(Output, { home, drawn: { ...results.drawn, state, data } }), node);
    onTestFinished(() => {
      render(null, node);
      node.remove();
    });
  }
  const options = () => screen.getAllByRole('option');

  it('fills the screen at once, and is whole after the first paint', async () => {
    drawIt({ selected: 0 });
    expect(options().length).toBeGreaterThanOrEqual(10);
    expect(options().length).toBeLessThan(50);
    await waitFor(() => expect(options()).toHaveLength(50));
  });

  it.each([30, 49])('has the chosen place %i from the start', at => {
    drawIt({ selected: at });
    expect(selected()).toBe(at);
    expect(list().getAttribute('aria-activedescendant')).toBe(options()[at].id);
  });

  it('goes to its end by a key that comes before the rest is drawn', async () => {
    drawIt({ selected: 0 });
    fireEvent.keyDown(list(), { key: 'End' });
    await waitFor(() => expect(selected()).toBe(49));
  });
});

describe('a call', () => {
  it('shows its steps where it was asked for, and can be cancelled', async () => {
    const steps = ['asking www.example.org…'];
    const { client, user } = show(results, { delay: Infinity, steps });
    await press(user, 'Read', 2);
    const hit = screen.getAllByRole('option')[2];
    await screen.findByText(steps[0]);
    expect(hit.textContent).toContain(steps[0]);
    await user.click(screen.getByText('Cancel'));
    expect(hit.textContent).toContain('Cancelled.');
    expect(client.calls[0].cancelled).toBe(true);
  });

  it('is cancelled when the output goes', async () => {
    const { client, unmount, user } = show(results, { delay: Infinity });
    await press(user, 'Read', 0);
    unmount();
    await waitFor(() => expect(client.calls[0].cancelled).toBe(true));
  });

  it('fails in two lines where the click was, and can be tried again', async () => {
    const { client, user } = show(results, {
      answers: { fetch: scripted(error) }
    });
    await press(user, 'Read', 4);
    const alert = await screen.findByRole('alert');
    expect(screen.getAllByRole('option')[4].contains(alert)).toBe(true);
    expect(alert.textContent).toContain(error.message);
    expect(alert.textContent).toContain(error.hint);
    await user.click(screen.getByText('Try again'));
    expect(client.calls).toHaveLength(2);
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('tells of any other failure as well', async () => {
    const { user } = show(results, {
      answers: { fetch: new TypeError('no network') }
    });
    await press(user, 'Read', 0);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'no network'
    );
  });
});

describe('buttons that nobody answers', () => {
  it('say why, call nobody, and wake up when somebody comes', async () => {
    const { client, user } = show(results, NOBODY);
    const [read] = screen.getAllByText('Read');
    expect(read.getAttribute('aria-disabled')).toBe('true');
    expect(read.title).toBe('No kernel is running.');
    await user.click(read);
    expect(client.calls).toHaveLength(0);
    expect(screen.getAllByRole('option')[0].textContent).toContain(
      'No kernel is running.'
    );
    act(() => client.change({ reach: { by: 'server' } }));
    expect(read.getAttribute('aria-disabled')).toBeNull();
    await user.click(read);
    expect(client.calls).toHaveLength(1);
  });

  it('leave the title a link that the browser opens outside', () => {
    show(results, NOBODY);
    const title = screen.getByText(hits[1].title) as HTMLAnchorElement;
    expect([title.target, title.rel]).toEqual([
      '_blank',
      'noopener noreferrer'
    ]);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    title.addEventListener('click', event => event.preventDefault(), {
      once: true,
      capture: false
    });
    title.dispatchEvent(click);
    expect(screen.queryByText('Back to the cell’s result')).toBeNull();
  });

  it('wait for the running cell, and say so', () => {
    show(results, { reach: { by: 'kernel', waits: true } });
    const [read] = screen.getAllByText('Read');
    expect(read.getAttribute('aria-disabled')).toBeNull();
    expect(screen.getByText('Waits for the running cell.')).toBeTruthy();
  });

  it('do not insert where there is no notebook', async () => {
    const { user } = show(results, {}, { insertCell: null });
    await user.click(screen.getAllByText('Insert as cell')[0]);
    expect(screen.getByText('No notebook is open here.')).toBeTruthy();
  });

  it('tell why Python does not follow', () => {
    const { client } = show(results);
    act(() => client.change({ unlinked: 'The kernel was restarted.' }));
    expect(screen.getByText('The kernel was restarted.')).toBeTruthy();
  });
});
