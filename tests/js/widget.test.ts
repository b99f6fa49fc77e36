import { afterEach, expect, test, vi } from 'vitest';
import { Outgoing } from '../../extension/src/api/protocol';
import { Drawn } from '../../extension/src/api/types.gen';
import { WidgetClient } from '../../extension/widget/client';
import { drawDiff } from '../../extension/widget/diff';
import diff from './fixtures/diff.json';

/** A widget's model as anywidget shows it. */
class FakeModel {
  sent: Outgoing[] = [];
  saved = 0;
  private readonly values: Record<string, unknown> = { selected: 0 };
  private readonly callbacks = new Map<string, (message?: unknown) => void>();

  get = (name: string) => this.values[name];
  set = (name: string, value: unknown) => {
    this.values[name] = value;
    this.emit(`change:${name}`);
  };
  save_changes = () => void (this.saved += 1);
  send = (message: unknown) => void this.sent.push(message as Outgoing);
  on = (event: string, callback: (message?: unknown) => void) =>
    void this.callbacks.set(event, callback);
  off = (event: string) => void this.callbacks.delete(event);
  emit = (event: string, message?: unknown) =>
    this.callbacks.get(event)?.(message);
}

const DRAWN = { v: 1, id: 'a', state: { selected: 0 } } as unknown as Drawn;

function opened() {
  const model = new FakeModel();
  return { model, client: new WidgetClient(model, DRAWN) };
}

afterEach(() => vi.useRealTimers());

test('a call of a widget goes by custom messages', async () => {
  const { model, client } = opened();
  const call = client.call('search', { query: 'q' });
  const { rid } = model.sent[model.sent.length - 1];
  model.emit('msg:custom', { op: 'result', rid, value: { answer: 1 } });
  expect(await call).toEqual({ answer: 1 });
});

test('a widget and its object share the traits of its state', () => {
  const { model, client } = opened();
  const told = vi.fn();
  client.subscribe(told);
  model.set('selected', 2); // Python's change
  expect([client.state, told.mock.calls.length]).toEqual([{ selected: 2 }, 1]);
  client.set('selected', 3);
  expect([model.get('selected'), model.saved]).toEqual([3, 1]);
  client.set('unknown', 1);
  expect(model.saved).toBe(1);
});

test('what is live comes with the first question', async () => {
  const { model, client } = opened();
  const live = { elapsed_ms: 7, cached: false, age_s: null, left: [] };
  const value = { state: {}, live };
  model.emit('msg:custom', { op: 'result', rid: model.sent[0].rid, value });
  await Promise.resolve();
  await Promise.resolve();
  expect(client.live).toEqual(live);
  client.dispose();
});

test('a widget shows every piece of the diff as text', () => {
  const node = document.createElement('div');
  const remove = drawDiff(node, diff as never);
  const gone = diff.segments.filter(({ op }) => op !== 'kept');
  expect(node.querySelectorAll('del')).toHaveLength(
    gone.filter(({ before }) => before).length
  );
  node.querySelectorAll('del, summary').forEach(mark => mark.remove());
  expect(node.textContent).toBe(
    diff.segments.map(({ after }) => after).join('')
  );
  remove();
  expect(node.childNodes).toHaveLength(0);
});
