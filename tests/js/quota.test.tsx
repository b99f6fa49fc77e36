import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within
} from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answered } from '../../extension/src/api/types.gen';
import {
  atTab,
  changed,
  csv,
  NOBODY,
  page,
  results,
  show,
  usage,
  usageData
} from './fixtures';

afterEach(cleanup);

const month = changed(usage, { days: 30, figure: { data: [] } });
const byDays = (args: { days?: unknown }): Answered =>
  args.days === 30 ? month : usage;

describe('usage', () => {
  it('draws the chart, and the same numbers as a table', () => {
    const { home } = show(usage);
    expect(home.drawFigure.mock.calls[0][1]).toEqual(usageData.figure);
    const table = screen.getByRole('region', { name: 'Calls by day' });
    expect(within(table).getAllByRole('row')).toHaveLength(
      usageData.rows.length + 1
    );
  });

  it('says what is left, of which window, whose pool it is, and when it ends', () => {
    show(usage);
    const left = within(screen.getByRole('list', { name: 'What is left' }));
    const [low, bare] = left.getAllByRole('listitem');
    expect(low.textContent).toContain(
      'exa 124 of 1,000 left · hour window, resets 13:00 · pool shared with others (12 readings) · dry at 12:20 at this pace'
    );
    expect(low.className).toBe('wl-level-low');
    expect(low.querySelector('meter')?.getAttribute('value')).toBe('0.124');
    expect(bare.querySelector('meter')).toBeNull();
  });

  it('says what it came to, with US$ blank where no call told', () => {
    show(usage);
    const table = screen.getByRole('region', { name: 'Backends' });
    const cells = within(table)
      .getAllByRole('row')
      .map(row => row.textContent);
    expect(cells[1]).toBe('exa403 (8%)340 ms1,900 ms0.28');
    expect(cells[2]).toBe('keenable210210 ms600 ms');
    expect(screen.getByText('61, 12 of them from memory (20%)')).toBeTruthy();
    expect(screen.getByText(/240,000 of the full pages/)).toBeTruthy();
  });

  it('counts by the hour or by backend, chosen here or in Python', async () => {
    const { client, user } = show(usage);
    await user.click(screen.getByText('by hour'));
    await waitFor(() =>
      expect(client.calls[0].args).toEqual({ days: 7, by: 'hour' })
    );
    expect(client.state.by).toBe('hour');
    act(() => client.change({ state: { days: 7, by: 'backend' } }));
    await waitFor(() => expect(client.calls[1].args.by).toBe('backend'));
  });

  it('saves the table as a file, where the home has a way to', async () => {
    const saveFile = vi.fn();
    const answers = { usage_csv: csv };
    const { client, user, unmount } = show(usage, { answers }, { saveFile });
    await user.click(screen.getByText('CSV'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(csv));
    expect(client.calls[0].args).toEqual({ days: 7, by: 'day' });
    unmount();
    show(usage, {}, { saveFile: undefined });
    expect(screen.queryByText('CSV')).toBeNull();
  });

  it('asks nobody by itself, whatever days were saved', () => {
    const { drawn, live } = usage;
    const saved = { drawn: { ...drawn, state: { days: 365 } }, live };
    const { client } = show(saved);
    expect(client.calls).toHaveLength(0);
  });

  it('draws again for other days, chosen here or in Python', async () => {
    const taken = vi.fn();
    const drawFigure = vi.fn(() => taken);
    const { client, user } = show(
      usage,
      { answers: { usage: byDays } },
      { drawFigure }
    );
    await user.click(screen.getByText('30 days'));
    await waitFor(() => expect(drawFigure).toHaveBeenCalledTimes(2));
    expect(taken).toHaveBeenCalledOnce();
    expect(client.state.days).toBe(30);
    act(() => client.change({ state: { days: 7 } }));
    await waitFor(() => expect(drawFigure).toHaveBeenCalledTimes(3));
    expect(client.calls.map(call => call.args.days)).toEqual([30, 7]);
  });

  it('takes any number of days up to a year', async () => {
    const { client } = show(usage);
    const other = screen.getByLabelText('Other number of days');
    fireEvent.change(other, { target: { value: '900' } });
    expect(client.calls).toHaveLength(0);
    fireEvent.change(other, { target: { value: '90' } });
    await waitFor(() =>
      expect(client.calls[0].args).toEqual({ days: 90, by: 'day' })
    );
  });

  it('says that a chart cannot be drawn, and keeps the table', () => {
    const drawFigure = () => {
      throw new Error('plotly is missing');
    };
    show(usage, {}, { drawFigure });
    expect(screen.getByText(/plotly is missing/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Calls by day' })).toBeTruthy();
  });
});

describe('the Quota tab', () => {
  it('counts the backends that the search asked, when it is opened', async () => {
    const { client, home, user } = show(results);
    await user.click(screen.getByRole('tab', { name: 'Quota' }));
    await waitFor(() => expect(home.drawFigure).toHaveBeenCalledOnce());
    expect(client.calls[0].args).toEqual({
      days: 7,
      by: 'day',
      backends: ['keenable', 'exa']
    });
  });

  it('says that a page read directly cost none', () => {
    const { client } = show(atTab(page, 'quota'));
    expect(screen.getByText(/no backend was asked/)).toBeTruthy();
    expect(client.calls).toHaveLength(0);
  });

  it('says why it cannot count, and counts when somebody comes', async () => {
    const { client, home, user } = show(atTab(results, 'quota'), NOBODY);
    await user.click(screen.getByRole('tab', { name: 'Quota' }));
    expect(screen.getByText(/counted live. No kernel is running/)).toBeTruthy();
    act(() => client.change({ reach: { by: 'server' } }));
    await waitFor(() => expect(home.drawFigure).toHaveBeenCalledOnce());
  });
});
