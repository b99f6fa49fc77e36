/** A client that answers from a script: for tests, and for the page that shows the components without Jupyter. */

import {
  Answers,
  Arguments,
  CallError,
  CallOptions,
  Client,
  Reach
} from './client';
import { ErrorInfo, Live, Operation } from './types.gen';

/** What an operation answers: a value, or what makes one of its arguments. An Error is thrown. */
type Script<O extends Operation> =
  Answers[O] | Error | ((args: Arguments) => Answers[O] | Error);

export interface FakeOptions {
  reach?: Reach;
  state?: Record<string, unknown>;
  live?: Live | null;
  answers?: { [O in Operation]?: Script<O> };
  /** Told one after the other before the answer. */
  steps?: string[];
  /** Milliseconds before each step and the answer; with `Infinity` the steps come at once and the answer never. */
  delay?: number;
}

export class FakeClient implements Client {
  reach: Reach;
  state: Record<string, unknown>;
  live: Live | null;
  unlinked: string | null = null;
  answers: { [O in Operation]?: Script<O> };
  /** Every call made, and whether it was cancelled. */
  readonly calls: {
    operation: Operation;
    args: Arguments;
    cancelled: boolean;
  }[] = [];

  constructor(private readonly _options: FakeOptions = {}) {
    this.reach = _options.reach ?? { by: 'server' };
    this.state = { ..._options.state };
    this.live = _options.live ?? null;
    this.answers = _options.answers ?? {};
  }

  async call<O extends Operation>(
    operation: O,
    args: Arguments,
    options: CallOptions = {}
  ): Promise<Answers[O]> {
    const call = { operation, args, cancelled: false };
    this.calls.push(call);
    options.signal?.addEventListener('abort', () => (call.cancelled = true));
    const { steps = [], delay = 0 } = this._options;
    for (const step of steps) {
      await wait(delay === Infinity ? 0 : delay, options.signal);
      options.progress?.(step);
    }
    await wait(delay, options.signal);
    const script: Script<O> | undefined = this.answers[operation];
    const answer = typeof script === 'function' ? script(args) : script;
    if (answer === undefined || answer instanceof Error) {
      throw answer ?? scripted({ message: `No script for ${operation}.` });
    }
    return answer;
  }

  set(name: string, value: unknown): void {
    this.change({ state: { ...this.state, [name]: value } });
  }

  /** A change from the other side: of who answers, of a shared value, of what is live. */
  change(part: {
    reach?: Reach;
    state?: Record<string, unknown>;
    live?: Live | null;
    unlinked?: string | null;
  }): void {
    Object.assign(this, part);
    this._callbacks.forEach(callback => callback());
  }

  subscribe(callback: () => void): () => void {
    this._callbacks.add(callback);
    return () => this._callbacks.delete(callback);
  }

  private readonly _callbacks = new Set<() => void>();
}

/** A failure as the other side would tell it. */
export function scripted(part: Partial<ErrorInfo>): CallError {
  return new CallError({
    code: 'bad_input',
    message: 'It failed.',
    hint: '',
    retryable: false,
    retry_after_s: null,
    backend: null,
    url: null,
    ...part
  });
}

function wait(delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, refuse) => {
    signal?.addEventListener('abort', () =>
      refuse(scripted({ code: 'cancelled', message: 'Cancelled.' }))
    );
    if (delay !== Infinity) {
      setTimeout(done, delay);
    }
  });
}
