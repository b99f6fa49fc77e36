import { ServerConnection } from '@jupyterlab/services';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_KERNEL, NOT_LOADED } from '../../extension/src/api/comm';
import { HttpClient, NO_SERVER_PART } from '../../extension/src/api/http';
import { Hubs } from '../../extension/src/api/hubs';
import {
  CONNECTING_MS,
  LabClient,
  NO_NOTEBOOK
} from '../../extension/src/api/lab';
import { Drawn } from '../../extension/src/api/types.gen';
import { FakeComm, FakeContext } from './kernel';

const DRAWN = {
  v: 1,
  id: 'a',
  data: {},
  state: { selected: 0 }
} as unknown as Drawn;

function serverOf(status: number): HttpClient {
  const fetch = async () => new Response('{"by": "server"}', { status });
  const baseUrl = 'http://localhost/';
  return new HttpClient(ServerConnection.makeSettings({ baseUrl, fetch }));
}

interface Setting {
  context?: FakeContext | null;
  status?: number;
}

async function drawn({ context = new FakeContext(), status = 200 }: Setting) {
  const hub = context && new Hubs().of(context.asContext);
  const keep = vi.fn();
  const client = new LabClient(DRAWN, hub, serverOf(status), keep);
  await soon();
  return { client, keep, context, comm: context?.kernel?.comm as FakeComm };
}

/** The kernel says hello and knows the object. */
async function live(state: Record<string, unknown> = { selected: 0 }) {
  const all = await drawn({});
  all.comm.hello();
  const { rid } = all.comm.last;
  all.comm.say({ op: 'result', rid, value: { state, live: null } });
  await soon();
  return all;
}

const soon = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the kernel answers while it can', async () => {
  const { client, comm } = await live();
  expect(client.reach).toEqual({ by: 'kernel', waits: false });
  const call = client.call('health', {});
  comm.say({ op: 'result', rid: comm.last.rid, value: { by: 'kernel' } });
  expect(await call).toEqual({ by: 'kernel' });
});

test('else the server answers', async () => {
  const { client } = await drawn({ context: new FakeContext(null) });
  expect(client.reach).toEqual({ by: 'server' });
  expect(client.unlinked).toBe(NO_KERNEL);
  expect(await client.call('health', {})).toEqual({ by: 'server' });
});

test('else nobody, with both reasons', async () => {
  const context = new FakeContext(null);
  const { client } = await drawn({ context, status: 404 });
  const reason = `${NO_KERNEL} ${NO_SERVER_PART}`;
  expect(client.reach).toEqual({ by: 'nobody', reason });
});

test('a line that is closed for another reason now says the new one', async () => {
  const { client, context, comm } = await drawn({});
  comm.onClose();
  expect(client.unlinked).toBe(NOT_LOADED);
  context?.change(null);
  expect(client.unlinked).toBe(NO_KERNEL);
});

test('an output outside a notebook asks the server', async () => {
  const { client } = await drawn({ context: null });
  expect(client.reach).toEqual({ by: 'server' });
  const alone = await drawn({ context: null, status: 404 });
  expect(alone.client.reach).toMatchObject({
    reason: `${NO_NOTEBOOK} ${NO_SERVER_PART}`
  });
});

test('a kernel that is long in saying hello leaves the word to the server', async () => {
  const { client } = await drawn({});
  expect(client.reach).toEqual({ by: 'connecting' });
  await vi.advanceTimersByTimeAsync(CONNECTING_MS);
  await soon();
  expect(client.reach).toEqual({ by: 'server' });
});

test('what the object knows comes with the connection, and is kept for a save', async () => {
  const { client, keep } = await live({ selected: 3 });
  expect(client.state).toEqual({ selected: 3 });
  expect(keep.mock.calls).toEqual([[{ selected: 3 }]]);
  expect(client.unlinked).toBeNull();
});

test('what is chosen before the line stands reaches Python once it does', async () => {
  const { client, comm } = await drawn({});
  client.set('selected', 2);
  comm.hello();
  const { rid } = comm.last;
  comm.say({
    op: 'result',
    rid,
    value: { state: { selected: 0 }, live: null }
  });
  await soon();
  expect(comm.last).toMatchObject({ op: 'set', name: 'selected', value: 2 });
  expect(client.state).toEqual({ selected: 2 });
});

test('an unchanged state marks nothing as changed', async () => {
  const { keep, comm } = await live();
  comm.say({ op: 'changed', id: 'a', state: { selected: 0 } });
  expect(keep).not.toHaveBeenCalled();
});

test('an object that is gone says so; the kernel still answers', async () => {
  const { client, comm } = await drawn({});
  comm.hello();
  const message = 'The kernel no longer has this result; run the cell again.';
  const error = { code: 'bad_input', message } as never;
  comm.say({ op: 'error', rid: comm.last.rid, error });
  await soon();
  expect(client.unlinked).toBe(message);
  expect(client.reach).toMatchObject({ by: 'kernel' });
  const before = comm.sent.length;
  client.set('selected', 2); // stays here
  expect(client.state).toEqual({ selected: 2 });
  expect(comm.sent).toHaveLength(before);
});

test('what is set in the view goes to Python and is kept for a save', async () => {
  const { client, comm, keep } = await live();
  client.set('selected', 2);
  expect(comm.last).toMatchObject({
    op: 'set',
    id: 'a',
    name: 'selected',
    value: 2
  });
  expect(keep).toHaveBeenLastCalledWith({ selected: 2 });
});

test('Python’s change shows, unless the view has just changed the same value', async () => {
  const { client, comm } = await live();
  const told = vi.fn();
  client.subscribe(told);
  comm.say({ op: 'changed', id: 'a', state: { selected: 1 } });
  expect(client.state).toEqual({ selected: 1 });
  expect(told).toHaveBeenCalledTimes(1);
  client.set('selected', 2);
  const { rid } = comm.last;
  client.set('selected', 3);
  comm.say({ op: 'changed', id: 'a', state: { selected: 2 } });
  comm.say({ op: 'result', rid, value: null });
  await soon();
  expect(client.state).toEqual({ selected: 3 });
  comm.say({ op: 'result', rid: comm.last.rid, value: null });
  await soon();
  comm.say({ op: 'changed', id: 'a', state: { selected: 4 } });
  expect(client.state).toEqual({ selected: 4 });
});

test('what Python makes of a value that the view has set shows', async () => {
  const { client, comm } = await live();
  client.set('selected', 2);
  comm.say({ op: 'changed', id: 'a', state: { selected: 4 } }); // by an observer, before the answer
  const value = { state: { selected: 4 } };
  comm.say({ op: 'result', rid: comm.last.rid, value });
  await soon();
  expect(client.state).toEqual({ selected: 4 });
});

test('a change of another object is nothing to this one', async () => {
  const { client, comm } = await live();
  comm.say({ op: 'changed', id: 'b', state: { selected: 9 } });
  expect(client.state).toEqual({ selected: 0 });
});

test('an output that was taken out hears nothing more', async () => {
  const { client, comm, keep } = await live();
  client.dispose();
  comm.say({ op: 'changed', id: 'a', state: { selected: 1 } });
  expect(keep).not.toHaveBeenCalled();
});
