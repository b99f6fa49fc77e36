import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';
import {
  Answers,
  Arguments,
  CallError,
  CallOptions,
  Client,
  Reach
} from './client';
import { asCallError, cancelled, failure } from './failure';
import { State } from './protocol';
import { serverEvents } from './sse';
import { ErrorInfo, Operation } from './types.gen';

export const NO_SERVER_PART =
  'The Jupyter server has no webloupe: install it in the environment that runs JupyterLab.';
const NO_ANSWER = 'The Jupyter server does not answer.';

const BY_GET: readonly Operation[] = ['health', 'config', 'quota'];

/** Operations answered by the server extension: for the panel, and for outputs without a kernel. */
export class HttpClient implements Client {
  constructor(
    private readonly settings: ServerConnection.ISettings,
    state: State = {},
    private readonly keep: (state: State) => void = () => undefined
  ) {
    this.state = state;
  }

  state: State;
  reach: Reach = { by: 'connecting' };
  /** Told after each call that was answered or refused. */
  onAnswer: (operation: Operation) => void = () => undefined;

  set(name: string, value: unknown): void {
    this.state = { ...this.state, [name]: value };
    this.keep(this.state);
    this.tell();
  }

  subscribe(callback: () => void): () => void {
    this.callbacks.add(callback);
    return () => this.callbacks.delete(callback);
  }

  /** Finds out once whether the server part is there. */
  probe(): Promise<void> {
    this.probed ??= this.call('health', {}).then(
      () => undefined,
      () => undefined // `reach` has the reason
    );
    return this.probed;
  }

  async call<O extends Operation>(
    operation: O,
    args: Arguments,
    options: CallOptions = {}
  ): Promise<Answers[O]> {
    const response = await this.request(operation, args, options);
    try {
      return (await this.answer(response, options)) as Answers[O];
    } catch (error) {
      throw options.signal?.aborted ? cancelled() : asCallError(error);
    } finally {
      this.onAnswer(operation);
    }
  }

  private async request(
    operation: Operation,
    args: Arguments,
    { progress, signal }: CallOptions
  ): Promise<Response> {
    const { baseUrl } = this.settings;
    const url = URLExt.join(baseUrl, 'webloupe', operation);
    const accept = progress ? 'text/event-stream' : 'application/json';
    const init: RequestInit = BY_GET.includes(operation)
      ? { method: 'GET' }
      : { method: 'POST', body: JSON.stringify(args) };
    try {
      return await ServerConnection.makeRequest(
        url,
        {
          ...init,
          headers: { Accept: accept, 'Content-Type': 'application/json' },
          signal
        },
        this.settings
      );
    } catch {
      if (signal?.aborted) {
        throw cancelled();
      }
      // Says nothing of what is installed there: the next call may get through.
      this.become({ by: 'server' });
      const hint =
        'Check that it runs and that you are online, then try again.';
      throw failure('host_down', NO_ANSWER, hint, true);
    }
  }

  private async answer(
    response: Response,
    { progress }: CallOptions
  ): Promise<unknown> {
    if (!response.ok) {
      throw await this.refusal(response);
    }
    this.become({ by: 'server' });
    const type = response.headers.get('Content-Type') ?? '';
    if (!response.body || !type.startsWith('text/event-stream')) {
      return response.json();
    }
    for await (const { event, data } of serverEvents(response.body)) {
      const value: unknown = JSON.parse(data);
      if (event === 'progress') {
        progress?.((value as { text: string }).text);
      } else if (event === 'result') {
        return value;
      } else if (event === 'error') {
        throw new CallError(value as ErrorInfo);
      }
    }
    const hint = 'Try again; the server log says more.';
    throw failure('bad_answer', 'The answer broke off.', hint, true);
  }

  /** The ErrorInfo of a refusal; Jupyter's own refusals carry none. */
  private async refusal(response: Response): Promise<CallError> {
    const body: unknown = await response.json().catch(() => null);
    if (isErrorInfo(body)) {
      this.become({ by: 'server' });
      return new CallError(body);
    }
    const { status } = response;
    if (status === 404) {
      this.become({ by: 'nobody', reason: NO_SERVER_PART });
      const hint = 'Then restart it and reload the page.';
      return failure('host_down', NO_SERVER_PART, hint);
    }
    const message = `The Jupyter server refused the call (${status}).`;
    this.become({ by: 'nobody', reason: message });
    const hint = 'Reload the page and sign in again.';
    return failure('refused', message, hint);
  }

  private become(reach: Reach): void {
    if (JSON.stringify(reach) !== JSON.stringify(this.reach)) {
      this.reach = reach;
      this.tell();
    }
  }

  private tell(): void {
    [...this.callbacks].forEach(callback => callback());
  }

  private probed: Promise<void> | null = null;
  private readonly callbacks = new Set<() => void>();
}

function isErrorInfo(body: unknown): body is ErrorInfo {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'message' in body &&
    'hint' in body
  );
}
