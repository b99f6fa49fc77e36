import { MessageLoop } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClient, scripted } from '../../extension/src/api/fake';
import { Page } from '../../extension/src/home';
import { StatusPill } from '../../extension/src/status';
import { quota } from './fixtures';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function started() {
  const server = new FakeClient({ answers: { quota } });
  const page = { server } as unknown as Page;
  Object.assign(page, { asked: new Signal<Page, void>(page) });
  const open = vi.fn();
  const pill = new StatusPill(page, open);
  const changed = vi.fn();
  pill.changed.connect(changed);
  pill.start();
  return {
    server,
    page,
    open,
    pill,
    changed,
    button: pill.node.querySelector('button') as HTMLElement
  };
}

const settle = async () => {
  await vi.advanceTimersByTimeAsync(1);
  MessageLoop.flush();
};

test('the pill looks at once, shows what is left and opens the quota', async () => {
  const { pill, open, changed, button } = started();
  expect(pill.isKnown).toBe(false);
  await settle();
  expect(pill.isKnown && changed.mock.calls.length > 0).toBe(true);
  expect(button.textContent).toContain('124/1000 · resets');
  expect(button.getAttribute('aria-label')).toBe(
    `Web search quota. ${quota.warning}`
  );
  expect(button.dataset.level).toBe('low');
  button.click();
  expect(open).toHaveBeenCalledOnce();
  pill.dispose();
});

test('it looks after calls, once for several together, and else once a minute', async () => {
  const { page, pill, server } = started();
  await settle();
  page.asked.emit();
  page.asked.emit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(58_000);
  expect(server.calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(3);
  pill.dispose();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.calls).toHaveLength(3);
});

test('it asks nothing while nobody sees the page, and at once when somebody does again', async () => {
  const { pill, server } = started();
  await settle();
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  seen.mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(server.calls).toHaveLength(1);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.calls).toHaveLength(2);
  seen.mockRestore();
  pill.dispose();
});

test('it hides when nobody says, and gives up on a server without our part', async () => {
  const { page, pill, server } = started();
  await settle();
  server.answers.quota = { ...quota, backend: '' };
  page.asked.emit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pill.isKnown).toBe(false);
  server.answers.quota = scripted({ code: 'host_down' });
  server.change({ reach: { by: 'nobody', reason: 'no part of ours' } });
  await vi.advanceTimersByTimeAsync(60_000);
  const { length } = server.calls;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.calls).toHaveLength(length);
});
