import { ServerConnection } from '@jupyterlab/services';
import { expect, test, vi } from 'vitest';
import { HttpClient, NO_SERVER_PART } from '../../extension/src/api/http';
import { serverEvents } from '../../extension/src/api/sse';
import { ErrorInfo } from '../../extension/src/api/types.gen';

type Answer = (request: Request) => Response | Promise<Response>;

function clientOf(answer: Answer) {
  const asked: Request[] = [];
  const settings = ServerConnection.makeSettings({
    baseUrl: 'http://localhost/user/x/',
    token: 'secret',
    fetch: async (request: RequestInfo | URL) => {
      asked.push(request as Request);
      return answer(request as Request);
    }
  });
  return { client: new HttpClient(settings), asked };
}

function json(value: unknown, status = 200): Response {
  const headers = { 'Content-Type': 'application/json' };
  return new Response(JSON.stringify(value), { status, headers });
}

function stream(...chunks: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      chunks.forEach(chunk => controller.enqueue(encoder.encode(chunk)));
      controller.close();
    }
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream' }
  });
}

const ERROR: ErrorInfo = {
  code: 'timed_out',
  message: 'It took too long.',
  hint: 'Try again.',
  retryable: true,
  retry_after_s: null,
  backend: null,
  url: null
};

test('a call goes to the server below its base url, with the token', async () => {
  const { client, asked } = clientOf(() => json({ answer: 1 }));
  expect(await client.call('search', { query: 'a b' })).toEqual({ answer: 1 });
  const [request] = asked;
  expect(request.method).toBe('POST');
  // JupyterLab appends a time stamp against caches.
  expect(request.url).toMatch(
    /^http:\/\/localhost\/user\/x\/webloupe\/search\?/
  );
  expect(request.headers.get('Authorization')).toBe('token secret');
  expect(request.headers.get('Content-Type')).toBe('application/json');
  expect(await request.json()).toEqual({ query: 'a b' });
  expect(client.reach).toEqual({ by: 'server' });
});

test.each(['health', 'config'] as const)('%s only reads', async operation => {
  const { client, asked } = clientOf(() => json({}));
  await client.call(operation, {});
  expect(asked[0].method).toBe('GET');
});

test('steps are told as they come, then the result', async () => {
  const { client, asked } = clientOf(() =>
    stream(
      'event: progress\ndata: {"text": "asking',
      ' exa"}\n\n: still there\n\nevent: result\n',
      'data: {"answer": 1}\n\n'
    )
  );
  const steps: string[] = [];
  const progress = (text: string) => steps.push(text);
  expect(await client.call('search', {}, { progress })).toEqual({ answer: 1 });
  expect(steps).toEqual(['asking exa']);
  expect(asked[0].headers.get('Accept')).toBe('text/event-stream');
});

test.each([
  [
    'in the stream',
    () => stream(`event: error\ndata: ${JSON.stringify(ERROR)}\n\n`)
  ],
  ['as a status', () => json(ERROR, 504)]
])(
  'a failure %s is a CallError with what the server said',
  async (_, answer) => {
    const { client } = clientOf(answer);
    const call = client.call('fetch', {}, { progress: () => undefined });
    await expect(call).rejects.toMatchObject({ info: ERROR });
    expect(client.reach).toEqual({ by: 'server' });
  }
);

test('a stream that breaks off is a failure in two lines', async () => {
  const { client } = clientOf(() =>
    stream('event: progress\ndata: {"text": "x"}\n\n')
  );
  const call = client.call('fetch', {}, { progress: () => undefined });
  await expect(call).rejects.toMatchObject({
    info: { code: 'bad_answer', retryable: true, hint: /./ }
  });
});

test('a server that cannot be reached is a failure in two lines, and may be asked again', async () => {
  const { client } = clientOf(() => Promise.reject(new TypeError('offline')));
  await expect(client.call('search', {})).rejects.toMatchObject({
    info: { code: 'host_down', retryable: true, hint: /./ }
  });
  expect(client.reach).toEqual({ by: 'server' });
});

test('a server without our part is nobody, with the reason', async () => {
  const { client } = clientOf(() => new Response('no', { status: 404 }));
  await client.probe();
  expect(client.reach).toEqual({ by: 'nobody', reason: NO_SERVER_PART });
});

test('a refusal of Jupyter’s own is told with its status', async () => {
  const { client } = clientOf(() => json({ message: 'Forbidden' }, 403));
  await expect(client.call('search', {})).rejects.toThrow('403');
});

test('whether the server part is there is asked once', async () => {
  const { client, asked } = clientOf(() => json({}));
  await Promise.all([client.probe(), client.probe()]);
  await client.probe();
  expect(asked).toHaveLength(1);
});

test.each(['before the answer', 'while it streams'])(
  'a call cancelled %s ends as cancelled',
  async when => {
    const stop = new AbortController();
    const { client } = clientOf(request =>
      when === 'before the answer'
        ? new Promise((_, reject) =>
            request.signal.addEventListener('abort', () => reject(new Error()))
          )
        : new Response(
            new ReadableStream({
              start: controller =>
                stop.signal.addEventListener('abort', () =>
                  controller.error(new Error())
                )
            }),
            { headers: { 'Content-Type': 'text/event-stream' } }
          )
    );
    const call = client.call('fetch', {}, { signal: stop.signal });
    const ended = expect(call).rejects.toMatchObject({
      info: { code: 'cancelled' }
    });
    await new Promise(resolve => setTimeout(resolve));
    stop.abort();
    await ended;
  }
);

test('subscribers are told of a change of reach, and only of a change', async () => {
  const { client } = clientOf(() => json({}));
  const told = vi.fn();
  client.subscribe(told);
  await client.probe();
  await client.call('usage', {});
  expect(told).toHaveBeenCalledTimes(1);
});

test.each([
  [
    'data: a\r\n\r\ndata: b\r\n\r\n',
    [
      ['message', 'a'],
      ['message', 'b']
    ]
  ],
  ['event: x\ndata: a\ndata: b\n\n', [['x', 'a\nb']]],
  ['data:tight\n\n: comment\n\n', [['message', 'tight']]],
  ['data: no end', []]
])('events are read from %j', async (text, events) => {
  const got: string[][] = [];
  const { body } = stream(...text.split(/(?<=\n)/));
  for await (const { event, data } of serverEvents(body as ReadableStream)) {
    got.push([event, data]);
  }
  expect(got).toEqual(events);
});
