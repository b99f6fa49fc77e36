import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor
} from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { DiffShape, PageShape } from '../../extension/src/api/types.gen';
import {
  atTab,
  changed,
  compressed,
  diff,
  NOBODY,
  page,
  pageData,
  pages,
  results,
  searches,
  show,
  source
} from './fixtures';

afterEach(cleanup);

const saved = (compressed.drawn.data as PageShape).diff as DiffShape;
const excerpt = changed(compressed, { diff: { ...saved, whole: false } });
const diffTab = (answer: typeof page) => atTab(answer, 'diff');

describe('a page to read', () => {
  it('shows what it is and where the rest is', () => {
    const { container } = show(page);
    const text = container.textContent;
    expect(text).toContain('1,234 tokens');
    expect(text).toContain(pageData.more);
    expect(screen.getByText('narrative').title).toBe(pageData.kind_reason);
    expect(container.querySelector('.wl-page-text table')).toBeTruthy();
  });

  it('follows a link in place, and goes back step by step', async () => {
    const { client, user } = show(page);
    await user.click(screen.getByText('format'));
    await waitFor(() => expect(client.calls).toHaveLength(1));
    expect(client.calls[0].args).toEqual({
      url: 'https://nbformat.readthedocs.io/en/latest/'
    });
    await user.click(await screen.findByLabelText('Back to the cell’s result'));
    expect(screen.queryByLabelText('Back to the cell’s result')).toBeNull();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'leaves a click with %j to the browser',
    modifier => {
      const { client } = show(page);
      const link = screen.getByText('format') as HTMLAnchorElement;
      expect(link.rel).toBe('noopener noreferrer');
      expect(fireEvent.click(link, modifier)).toBe(true);
      expect(client.calls).toHaveLength(0);
    }
  );

  it('reads on from where the text ends, with the keywords that shaped it', async () => {
    const shaped = changed(page, { options: { main: 'full' } });
    const { client, user } = show(shaped);
    await user.click(screen.getByText('Read on'));
    expect(client.calls[0].args).toEqual({
      url: pageData.url,
      main: 'full',
      start: pageData.next_start
    });
  });

  it('is read again from the web, cited and inserted', async () => {
    const { client, home, user } = show(page);
    await user.click(screen.getByLabelText('Read it again from the web'));
    expect(client.calls[0].args).toEqual({ url: pageData.url, refresh: true });
    await user.click(screen.getAllByText('Cite')[0]);
    expect(home.copy).toHaveBeenCalledWith(pageData.citation);
    await user.click(screen.getAllByText('Insert as cell')[0]);
    expect(home.insertCell).toHaveBeenCalledWith(pageData.magic);
  });

  it('says when it came from the store', () => {
    const live = { ...page.live, cached: true, age_s: 200 };
    const { client } = show(page);
    act(() => client.change({ live }));
    expect(screen.getByText('from the store, 3 min old')).toBeTruthy();
  });

  it('goes through its tabs by arrows, which Python hears of', async () => {
    const { client, user } = show(page);
    screen.getByRole('tab', { name: 'Read' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(client.state.tab).toBe('source');
    expect(document.activeElement?.textContent).toBe('Source');
  });
});

describe('raw against compressed', () => {
  it('draws a whole diff as it was saved, and takes it out again', () => {
    const { client, home, unmount } = show(diffTab(compressed));
    expect(home.drawDiff.mock.calls[0][1]).toEqual(saved);
    expect(client.calls).toHaveLength(0);
    const taken = home.drawDiff.mock.results[0].value;
    expect(taken).toBeTypeOf('function');
    unmount();
  });

  it('draws the whole in place of an excerpt when somebody answers', async () => {
    const { client, home, user } = show(excerpt);
    await user.click(screen.getByRole('tab', { name: /Raw/ }));
    await waitFor(() => expect(home.drawDiff).toHaveBeenCalledTimes(2));
    expect(client.calls[0].args).toMatchObject({ compress: 'rules' });
    expect(home.drawDiff.mock.calls[1][1]).toBe(diff);
    expect(screen.queryByText(/An excerpt/)).toBeNull();
  });

  it('says that it is an excerpt when nobody answers, and gets the rest later', async () => {
    const { client, home, user } = show(excerpt, NOBODY);
    await user.click(screen.getByRole('tab', { name: /Raw/ }));
    expect(screen.getByText(/An excerpt.*No kernel is running/)).toBeTruthy();
    act(() => client.change({ reach: { by: 'kernel', waits: false } }));
    await waitFor(() => expect(home.drawDiff).toHaveBeenCalledTimes(2));
  });

  it('says why a text was not compressed', () => {
    const refused = { ...saved, refused: 'tables are kept as they are' };
    const { home } = show(diffTab(changed(compressed, { diff: refused })));
    expect(screen.getByText(/tables are kept as they are/)).toBeTruthy();
    expect(home.drawDiff).not.toHaveBeenCalled();
  });

  it('compresses a page that came as it is, and opens at what was taken out', async () => {
    const { client, home, user } = show(diffTab(page), {
      answers: { fetch: compressed }
    });
    await user.click(screen.getByText('Compress'));
    expect(client.calls[0].args).toEqual({
      url: pageData.url,
      compress: 'rules'
    });
    await waitFor(() => expect(home.drawDiff).toHaveBeenCalledOnce());
  });
});

describe('the source of a page', () => {
  it('is asked for when it is opened, and is text', async () => {
    const { client, container, user } = show(page);
    expect(client.calls).toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: 'Source' }));
    await waitFor(() =>
      expect(container.querySelector('pre.wl-source-text')?.textContent).toBe(
        source.text
      )
    );
  });

  it('says why it is not there', () => {
    show(atTab(page, 'source'), NOBODY);
    expect(
      screen.getByText(/not saved here. No kernel is running/)
    ).toBeTruthy();
  });
});

describe('a batch', () => {
  it('has a verdict for each page, and opens one in place', async () => {
    const { client, user } = show(pages);
    const [good, bad] = screen.getAllByRole('option');
    expect(good.textContent).toContain('narrative · 1,234 tokens');
    expect(bad.textContent).toContain('old.example.org does not answer.');
    await user.click(screen.getByText(pageData.title));
    expect(screen.getByRole('tab', { name: 'Read' })).toBeTruthy();
    expect(client.state.tab).toBe(pages.drawn.state.tab);
  });

  it('of searches opens one by Enter', async () => {
    const { user } = show(searches);
    screen.getByRole('listbox').focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe(
      'widgets'
    );
  });

  it('keeps what was chosen in a step while another is open on top', async () => {
    const { user } = show(searches, { answers: { fetch: page } });
    screen.getByRole('listbox').focus();
    await user.keyboard('{Enter}');
    await screen.findByLabelText('Back to the cell’s result');
    screen.getByRole('listbox').focus();
    await user.keyboard('j{Enter}');
    await user.click(await screen.findByLabelText('Back'));
    await screen.findByLabelText('Back to the cell’s result');
    const options = screen.getAllByRole('option');
    expect(options[1].getAttribute('aria-selected')).toBe('true');
  });
});

describe('an output', () => {
  it('of a newer make says so', () => {
    const newer = { ...results, drawn: { ...results.drawn, v: 99 } };
    show(newer);
    expect(screen.getByText(/newer webloupe/)).toBeTruthy();
  });

  it('that cannot be drawn says so instead of taking the page down', () => {
    show(changed(results, { hits: null }));
    expect(screen.getByRole('alert').textContent).toContain('cannot be drawn');
  });
});
