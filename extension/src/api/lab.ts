import { JSONExt, ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { Answers, Arguments, CallOptions, Client, Reach } from './client';
import { Hub } from './comm';
import { asCallError } from './failure';
import { HttpClient } from './http';
import { Changed, Pong, State } from './protocol';
import { Drawn, Live, Operation } from './types.gen';

export const NO_NOTEBOOK = 'This output stands outside a notebook.';
/** A line that is not open by then waits for a running cell; the server need not. */
export const CONNECTING_MS = 2_000;

/**
 * The client of one output: the kernel answers while it can, else the server, else nobody.
 * Its state is shared with the Python object of the same id, and kept by `keep` so that a save holds it.
 */
export class LabClient implements Client {
  constructor(
    private readonly drawn: Drawn,
    private readonly hub: Hub | null,
    private readonly server: HttpClient,
    private readonly keep: (state: State) => void
  ) {
    this.state = drawn.state;
    this.stops = [server.subscribe(() => this.tell())];
    if (hub) {
      this.stops.push(hub.subscribe(changed => this.onHub(changed)));
      void hub.connect();
      this.onHub();
    } else {
      void server.probe();
    }
  }

  state: State;
  live: Live | null = null;
  unlinked: string | null = null;

  get reach(): Reach {
    const { hub, server } = this;
    if (hub?.kind === 'open') {
      return { by: 'kernel', waits: hub.waits };
    }
    if (hub?.kind === 'connecting' && !this.slow) {
      return { by: 'connecting' };
    }
    if (server.reach.by === 'nobody') {
      const reason = `${hub ? hub.reason : NO_NOTEBOOK} ${server.reach.reason}`;
      return { by: 'nobody', reason };
    }
    return server.reach;
  }

  call<O extends Operation>(
    operation: O,
    args: Arguments,
    options?: CallOptions
  ): Promise<Answers[O]> {
    const by = this.hub?.kind === 'open' ? this.hub : this.server;
    return by.call(operation, args, options);
  }

  set(name: string, value: unknown): void {
    this.adopt({ ...this.state, [name]: value });
    if (this.unlinked !== null) {
      return;
    }
    if (this.hub?.kind === 'connecting') {
      this.unsent.set(name, value);
    } else if (this.hub?.kind === 'open') {
      this.send(name, value);
    }
  }

  private send(name: string, value: unknown): void {
    const change = (by: number) =>
      this.sending.set(name, (this.sending.get(name) ?? 0) + by);
    change(1);
    this.hub?.set(this.drawn.id, name, value).then(
      state => {
        change(-1);
        this.adopt({ ...this.state, ...this.news(state) });
      },
      error => {
        change(-1);
        this.unlink(error);
      }
    );
  }

  subscribe(callback: () => void): () => void {
    this.callbacks.add(callback);
    return () => this.callbacks.delete(callback);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.stops.forEach(stop => stop());
    this.callbacks.clear();
  }

  private onHub(changed?: Changed): void {
    if (changed) {
      if (changed.id === this.drawn.id) {
        this.adopt({ ...this.state, ...this.news(changed.state) });
      }
      return;
    }
    const kind = this.hub?.kind;
    if (kind !== this.seen) {
      this.seen = kind;
      this.turn(kind);
    } else if (kind === 'closed') {
      this.unlinked = this.hub?.reason ?? NO_NOTEBOOK; // still closed, but it may be for another reason
    }
    this.tell();
  }

  private turn(kind: Hub['kind'] | undefined): void {
    clearTimeout(this.timer);
    this.slow = false;
    if (kind === 'open') {
      this.hub?.ping(this.drawn.id).then(
        pong => this.link(pong),
        error => this.unlink(error)
      );
    } else if (kind === 'connecting') {
      this.timer = setTimeout(() => this.giveUp(), CONNECTING_MS);
    } else {
      this.live = null;
      this.unsent.clear();
      this.unlinked = this.hub?.reason ?? NO_NOTEBOOK;
      void this.server.probe();
    }
  }

  private giveUp(): void {
    this.slow = true;
    void this.server.probe();
    this.tell();
  }

  private link({ state, live }: Pong): void {
    this.unlinked = null;
    this.live = live;
    // What was chosen before the line stood counts as chosen now.
    this.unsent.forEach((value, name) => this.send(name, value));
    this.unsent.clear();
    this.adopt({ ...this.state, ...this.news(state) });
    this.tell();
  }

  private unlink(error: unknown): void {
    this.unsent.clear();
    this.unlinked = asCallError(error).message;
    this.tell();
  }

  /** Python's state, but for the values that this side has just sent and Python not yet taken. */
  private news(state: State): State {
    const fresh = Object.entries(state).filter(
      ([name]) => !this.sending.get(name)
    );
    return Object.fromEntries(fresh);
  }

  private adopt(state: State): void {
    if (!same(state, this.state)) {
      this.state = state;
      this.keep(state);
      this.tell();
    }
  }

  private tell(): void {
    [...this.callbacks].forEach(callback => callback());
  }

  private slow = false;
  private seen: Hub['kind'] | undefined | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly unsent = new Map<string, unknown>();
  private readonly sending = new Map<string, number>();
  private readonly stops: (() => void)[];
  private readonly callbacks = new Set<() => void>();
}

export function same(a: unknown, b: unknown): boolean {
  return JSONExt.deepEqual(
    a as ReadonlyPartialJSONValue,
    b as ReadonlyPartialJSONValue
  );
}
