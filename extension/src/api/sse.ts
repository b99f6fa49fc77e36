export interface ServerEvent {
  event: string;
  data: string;
}

/** Server-Sent Events read from a body as they come. EventSource could send neither token nor XSRF header. */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      yield* blocks.map(parse).filter(({ data }) => data !== '');
      if (done) {
        return;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // already broken: nothing is left to cancel
  }
}

function parse(block: string): ServerEvent {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') {
      event = value;
    } else if (name === 'data') {
      data.push(value);
    }
  }
  return { event, data: data.join('\n') };
}
