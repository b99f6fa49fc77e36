import { afterEach, expect, test, vi } from 'vitest';
import { ACK_MS } from '../../extension/src/api/calls';
import { CallError } from '../../extension/src/api/client';
import {
  Hub,
  NO_KERNEL,
  NOT_LOADED,
  RESTARTED,
  TAKEN
} from '../../extension/src/api/comm';
import { Hubs } from '../../extension/src/api/hubs';
import { ErrorInfo } from '../../extension/src/api/types.gen';
import { FakeContext, FakeKernel, settled } from './kernel';

function hubOf(context: FakeContext): Hub {
  return new Hubs().of(context.asContext);
}

/** A hub whose kernel has said hello. */
async function opened(context = new FakeContext(), main = false) {
  const hub = hubOf(context);
  void hub.connect();
  await settled();
  const comm = context.kernel?.comm;
  if (!comm) {
    throw new Error('no comm was opened');
  }
  comm.hello(main);
  return { hub, comm, context };
}

afterEach(() => vi.useRealTimers());

test('a call is acknowledged, tells its steps and gives its result', async () => {
  const { hub, comm } = await opened();
  const steps: string[] = [];
  const args = { query: 'q' };
  const call = hub.call('search', args, { progress: text => steps.push(text) });
  const { rid } = comm.last;
  expect(comm.last).toEqual({ op: 'call', rid, operation: 'search', args });
  comm.say({ op: 'ack', rid });
  comm.say({ op: 'progress', rid, text: 'asking exa' });
  comm.say({ op: 'result', rid, value: { answer: 1 } });
  expect(await call).toEqual({ answer: 1 });
  expect(steps).toEqual(['asking exa']);
});

test('a failure of the kernel is a CallError', async () => {
  const { hub, comm } = await opened();
  const call = hub.call('fetch', { url: 'x' });
  const error = { code: 'not_found', message: 'gone' } as ErrorInfo;
  comm.say({ op: 'error', rid: comm.last.rid, error });
  await expect(call).rejects.toEqual(new CallError(error));
});

test('a cancelled call ends at once and tells the kernel', async () => {
  const { hub, comm } = await opened();
  const stop = new AbortController();
  const call = hub.call('fetch', {}, { signal: stop.signal });
  const { rid } = comm.last;
  stop.abort();
  await expect(call).rejects.toMatchObject({ info: { code: 'cancelled' } });
  expect(comm.last).toEqual({ op: 'cancel', rid });
  comm.say({ op: 'result', rid, value: 1 }); // was on its way: nobody minds
});

test('a call that was cancelled before it began asks nobody', async () => {
  const { hub, comm } = await opened();
  const call = hub.call('fetch', {}, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ info: { code: 'cancelled' } });
  expect(comm.sent).toEqual([]);
});

test('what Python pushes reaches every subscriber, until it stops', async () => {
  const { hub, comm } = await opened();
  const told = vi.fn();
  const stop = hub.subscribe(told);
  const changed = { op: 'changed' as const, id: 'a', state: { selected: 2 } };
  comm.say(changed);
  stop();
  comm.say(changed);
  expect(told.mock.calls).toEqual([[changed]]);
});

test('one panel has one comm, however many outputs ask', async () => {
  const context = new FakeContext();
  const hubs = new Hubs();
  const hub = hubs.of(context.asContext);
  expect(hubs.of(context.asContext)).toBe(hub);
  await Promise.all([hub.connect(), hub.connect()]);
  context.kernel?.comm.hello();
  await hub.connect();
  expect(context.kernel?.comms).toHaveLength(1);
});

test('without a kernel the reason says so', async () => {
  const hub = hubOf(new FakeContext(null));
  await hub.connect();
  expect([hub.kind, hub.reason]).toEqual(['closed', NO_KERNEL]);
});

test('a kernel without the extension refuses, and is asked again once a cell has loaded it', async () => {
  const context = new FakeContext();
  const hub = hubOf(context);
  await hub.connect();
  context.kernel?.comm.onClose();
  expect([hub.kind, hub.reason]).toEqual(['closed', NOT_LOADED]);
  context.run('1 + 1');
  context.become('idle');
  await settled();
  expect(context.kernel?.comms).toHaveLength(1);
  context.run('%load_ext webloupe');
  context.become('busy');
  context.become('idle');
  await settled();
  context.kernel?.comm.hello();
  expect(hub.kind).toBe('open');
});

test('a restart ends what is under way, and stays the reason when the new kernel comes', async () => {
  const { hub, context } = await opened();
  const call = hub.call('search', {});
  context.become('restarting');
  await expect(call).rejects.toThrow(RESTARTED);
  context.become('unknown');
  context.change(new FakeKernel('new'));
  await settled();
  expect([hub.kind, hub.reason]).toEqual(['closed', RESTARTED]);
  await hub.connect(); // the cell was run again and its output drawn
  context.kernel?.comm.hello();
  expect(hub.kind).toBe('open');
});

test.each(['dead', 'terminating'] as const)(
  'a kernel that is %s is no kernel',
  async status => {
    const { hub, context } = await opened();
    context.become(status);
    expect([hub.kind, hub.reason]).toEqual(['closed', NO_KERNEL]);
  }
);

test('a status that nobody knows is no reason', async () => {
  const { hub, context } = await opened();
  context.become('unknown');
  expect(hub.kind).toBe('open');
});

test('another kernel is asked at once', async () => {
  const { hub, context } = await opened();
  context.change(new FakeKernel('other'));
  await settled();
  context.kernel?.comm.hello();
  expect(hub.kind).toBe('open');
});

test('the comm opens only after its subshell has started', async () => {
  const context = new FakeContext();
  const kernel = context.kernel as FakeKernel;
  kernel.supportsSubshells = true;
  kernel.commsOverSubshells = 'perCommTarget';
  void hubOf(context).connect();
  await settled();
  expect(kernel.comm.opened).toBe(false);
  kernel.comm.startSubshell();
  await settled();
  expect(kernel.comm.opened).toBe(true);
});

test.each([
  [true, 'disabled'],
  [false, 'perCommTarget'],
  [true, undefined]
])(
  'where no subshell comes, nothing waits for one: %s %s',
  async (supported, over) => {
    const context = new FakeContext();
    const kernel = context.kernel as FakeKernel;
    kernel.supportsSubshells = supported;
    kernel.commsOverSubshells = over;
    if (supported && over === undefined) {
      // JupyterLab 4.4: its comms know of no subshell
      kernel.createComm = function () {
        const comm = FakeKernel.prototype.createComm.call(this);
        return Object.assign(comm, { subshellStarted: undefined });
      };
    }
    void hubOf(context).connect();
    await settled();
    expect(kernel.comm.opened).toBe(true);
  }
);

test('a call waits for the running cell only where messages are read by the main thread', async () => {
  for (const main of [true, false]) {
    const { hub, context } = await opened(new FakeContext(), main);
    context.become('busy');
    expect(hub.waits).toBe(main);
    context.become('idle');
    expect(hub.waits).toBe(false);
  }
});

test('a kernel that acknowledges nothing is given up, unless a cell is running', async () => {
  vi.useFakeTimers();
  const { hub, context } = await opened(new FakeContext(), true);
  const call = hub.call('search', {});
  const ended = vi.fn();
  call.catch(ended);
  context.become('busy');
  await vi.advanceTimersByTimeAsync(3 * ACK_MS);
  expect(ended).not.toHaveBeenCalled();
  context.become('idle');
  await vi.advanceTimersByTimeAsync(ACK_MS);
  expect(ended.mock.calls[0][0]).toMatchObject({ info: { code: 'timed_out' } });
});

test('an acknowledged call may take its time', async () => {
  vi.useFakeTimers();
  const { hub, comm } = await opened();
  const call = hub.call('fetch', {});
  const { rid } = comm.last;
  comm.say({ op: 'ack', rid });
  await vi.advanceTimersByTimeAsync(10 * ACK_MS);
  comm.say({ op: 'result', rid, value: 'late' });
  expect(await call).toBe('late');
});

test('a console on the kernel of a notebook speaks through the notebook’s connection', async () => {
  const notebook = new FakeContext(new FakeKernel('k', true));
  const console = new FakeContext(new FakeKernel('k', false));
  const hubs = new Hubs();
  hubs.know(notebook.asContext);
  const hub = hubs.of(console.asContext);
  await hub.connect();
  notebook.kernel?.comm.hello();
  expect(hub.kind).toBe('open');
  expect(console.kernel?.comms).toEqual([]);
});

test('where the connection that handles comms is unknown, the reason says so', async () => {
  const hub = hubOf(new FakeContext(new FakeKernel('k', false)));
  await hub.connect();
  expect([hub.kind, hub.reason]).toEqual(['closed', TAKEN]);
});
