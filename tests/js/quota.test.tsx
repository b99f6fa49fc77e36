import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor
} from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Answered } from '../../extension/src/api/types.gen';
import {
  atTab,
  changed,
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
    expect(screen.getAllByRole('row')).toHaveLength(usageData.rows.length + 1);
    expect(screen.getByText('924/1,000 left')).toBeTruthy();
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
    await waitFor(() => expect(client.calls[0].args).toEqual({ days: 90 }));
  });

  it('says that a chart cannot be drawn, and keeps the table', () => {
    const drawFigure = () => {
      throw new Error('plotly is missing');
    };
    show(usage, {}, { drawFigure });
    expect(screen.getByText(/plotly is missing/)).toBeTruthy();
    expect(screen.getByRole('table')).toBeTruthy();
  });
});

describe('the Quota tab', () => {
  it('counts the backends that the search asked, when it is opened', async () => {
    const { client, home, user } = show(results);
    await user.click(screen.getByRole('tab', { name: 'Quota' }));
    await waitFor(() => expect(home.drawFigure).toHaveBeenCalledOnce());
    expect(client.calls[0].args).toEqual({
      days: 7,
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
