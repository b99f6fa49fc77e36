import { Calls } from '../src/api/calls';
import {
  Answers,
  Arguments,
  CallOptions,
  Client,
  Reach
} from '../src/api/client';
import { asCallError } from '../src/api/failure';
import { Incoming, Pong, State } from '../src/api/protocol';
import { Drawn, Live, Operation } from '../src/api/types.gen';

/** What anywidget gives of the Python object. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: unknown): void;
  on(event: string, callback: (message?: unknown) => void): void;
  off(event: string, callback: (message?: unknown) => void): void;
}

/** The client of a widget's view: the messages of the comm as custom messages, shared state as traits. */
export class WidgetClient implements Client {
  constructor(
    private readonly model: Model,
    drawn: Drawn
  ) {
    this.names = Object.keys(drawn.state);
    this.names.forEach(name => model.on(`change:${name}`, this.tell));
    model.on('msg:custom', this.take);
    this.calls.ask({ op: 'ping', id: drawn.id }).then(
      pong => this.become((pong as Pong).live, null),
      error => this.become(null, asCallError(error).message)
    );
  }

  readonly reach: Reach = { by: 'kernel', waits: false };
  live: Live | null = null;
  unlinked: string | null = null;

  get state(): State {
    return Object.fromEntries(
      this.names.map(name => [name, this.model.get(name)])
    );
  }

  set(name: string, value: unknown): void {
    if (this.names.includes(name)) {
      this.model.set(name, value);
      this.model.save_changes();
    }
  }

  async call<O extends Operation>(
    operation: O,
    args: Arguments,
    options?: CallOptions
  ): Promise<Answers[O]> {
    const asked = { op: 'call' as const, operation, args };
    return (await this.calls.ask(asked, options)) as Answers[O];
  }

  subscribe(callback: () => void): () => void {
    this.callbacks.add(callback);
    return () => this.callbacks.delete(callback);
  }

  dispose(): void {
    this.names.forEach(name => this.model.off(`change:${name}`, this.tell));
    this.model.off('msg:custom', this.take);
  }

  private readonly take = (message: unknown) => {
    const incoming = message as Incoming;
    if ('rid' in incoming) {
      this.calls.take(incoming);
    }
  };

  private become(live: Live | null, unlinked: string | null): void {
    this.live = live;
    this.unlinked = unlinked;
    this.tell();
  }

  private readonly tell = () => {
    [...this.callbacks].forEach(callback => callback());
  };

  private readonly names: string[];
  private readonly callbacks = new Set<() => void>();
  // Whether a cell is running is not told to a widget: it waits.
  private readonly calls = new Calls(
    message => this.model.send(message),
    () => true
  );
}
