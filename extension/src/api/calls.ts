import { CallError, CallOptions } from './client';
import { cancelled, failure } from './failure';
import { Asked, Outgoing, Reply } from './protocol';

/** A kernel that runs no cell acknowledges at once (10 ms; 50 ms behind a proxy). */
export const ACK_MS = 10_000;

interface Call {
  resolve(value: unknown): void;
  reject(error: CallError): void;
  progress?: (text: string) => void;
  release(): void;
  acknowledged: boolean;
}

/** Questions under way on one line to the kernel, and their answers. */
export class Calls {
  /** `patient` says whether a missing acknowledgement is no reason to give up: a cell is running. */
  constructor(
    private readonly send: (message: Outgoing) => void,
    private readonly patient: () => boolean
  ) {}

  ask(message: Asked, options: CallOptions = {}): Promise<unknown> {
    const { progress, signal } = options;
    if (signal?.aborted) {
      return Promise.reject(cancelled());
    }
    const rid = `${++this.count}`;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.end(rid)?.reject(cancelled());
        this.send({ op: 'cancel', rid });
      };
      signal?.addEventListener('abort', cancel);
      const clock = setInterval(() => this.overdue(rid), ACK_MS);
      const release = () => {
        clearInterval(clock);
        signal?.removeEventListener('abort', cancel);
      };
      const call = { resolve, reject, progress, release, acknowledged: false };
      this.open.set(rid, call);
      this.send({ ...message, rid });
    });
  }

  take(reply: Reply): void {
    const call = this.open.get(reply.rid);
    if (!call) {
      return; // cancelled here; its answer was already on the way
    }
    call.acknowledged = true;
    switch (reply.op) {
      case 'progress':
        call.progress?.(reply.text);
        break;
      case 'result':
        this.end(reply.rid)?.resolve(reply.value);
        break;
      case 'error':
        this.end(reply.rid)?.reject(new CallError(reply.error));
        break;
    }
  }

  /** The line is gone: every question under way fails with this error. */
  failAll(error: CallError): void {
    for (const rid of [...this.open.keys()]) {
      this.end(rid)?.reject(error);
    }
  }

  private overdue(rid: string): void {
    if (this.open.get(rid)?.acknowledged === false && !this.patient()) {
      const message = 'The kernel does not answer.';
      const hint = 'Try again, or restart the kernel.';
      this.end(rid)?.reject(failure('timed_out', message, hint, true));
    }
  }

  private end(rid: string): Call | undefined {
    const call = this.open.get(rid);
    this.open.delete(rid);
    call?.release();
    return call;
  }

  private count = 0;
  private readonly open = new Map<string, Call>();
}
