import { ISessionContext } from '@jupyterlab/apputils';
import { Kernel } from '@jupyterlab/services';
import { loadsWebloupe } from '../cells';
import { Calls } from './calls';
import { Answers, Arguments, CallOptions } from './client';
import { failure } from './failure';
import { Asked, Changed, Incoming, Pong, State } from './protocol';
import { COMM_TARGET, Operation, SHAPE_VERSION } from './types.gen';

export const NO_KERNEL = 'No kernel is running.';
export const NOT_LOADED =
  'The extension is not loaded in this kernel: run %load_ext webloupe';
export const RESTARTED = 'The kernel was restarted; run the cell again.';
export const TAKEN =
  'Another view of this page holds the connection to the kernel.';

/** The part of comms over subshells that JupyterLab 4.4 does not have and IComm does not tell. */
interface OnSubshell {
  commsOverSubshells?: string;
  subshellStarted?: Promise<void>;
}

/**
 * The line of one notebook panel to its kernel: one comm, shared by the panel's outputs.
 * It connects when an output is drawn, and again when a cell loads the extension.
 */
export class Hub {
  constructor(
    readonly context: ISessionContext,
    private readonly connection: () => Kernel.IKernelConnection | null,
    private readonly onAnswer: (operation: Operation) => void = () => undefined
  ) {
    context.statusChanged.connect(this.onStatus, this);
    context.kernelChanged.connect(this.onKernel, this);
    context.iopubMessage.connect(this.onMessage, this);
    context.disposed.connect(() => this.drop(NO_KERNEL));
  }

  get kind(): 'closed' | 'connecting' | 'open' {
    return this.comm && this.greeted
      ? 'open'
      : this.connecting
        ? 'connecting'
        : 'closed';
  }

  /** Why nobody answers here, while the line is closed. */
  reason = NO_KERNEL;

  /** Whether a call would wait for the running cell. */
  get waits(): boolean {
    return this.onMain && this.context.session?.kernel?.status === 'busy';
  }

  async connect(): Promise<void> {
    if (this.kind !== 'closed' || this.context.isDisposed) {
      return;
    }
    if (!this.context.isReady) {
      // Starts no session: waits for one that is under way.
      void this.context.ready.then(() => this.connect());
      return;
    }
    if (!this.context.session?.kernel) {
      return this.drop(NO_KERNEL);
    }
    const kernel = this.connection();
    if (!kernel) {
      return this.drop(TAKEN);
    }
    const attempt = ++this.attempt;
    this.connecting = true;
    this.tell();
    try {
      await kernel.info;
      const comm = kernel.createComm(COMM_TARGET);
      await subshell(kernel, comm);
      if (attempt === this.attempt) {
        this.open(comm);
      }
    } catch (error) {
      if (attempt === this.attempt) {
        this.drop(String(error));
      }
    }
  }

  async call<O extends Operation>(
    operation: O,
    args: Arguments,
    options?: CallOptions
  ): Promise<Answers[O]> {
    const asked = { op: 'call' as const, operation, args };
    try {
      return (await this.ask(asked, options)) as Answers[O];
    } finally {
      this.onAnswer(operation);
    }
  }

  /** How the Python object of this id stands; rejects when the kernel no longer has it. */
  async ping(id: string): Promise<Pong> {
    return (await this.ask({ op: 'ping', id })) as Pong;
  }

  /** The state after it: what observes the object may have changed more. */
  async set(id: string, name: string, value: unknown): Promise<State> {
    const answer = await this.ask({ op: 'set', id, name, value });
    return (answer as Pong | null)?.state ?? {};
  }

  /** Called with what Python pushed, or with nothing when the line itself changed. */
  subscribe(callback: (changed?: Changed) => void): () => void {
    this.callbacks.add(callback);
    return () => this.callbacks.delete(callback);
  }

  private open(comm: Kernel.IComm): void {
    this.comm = comm;
    comm.onMsg = message =>
      this.take(message.content.data as unknown as Incoming);
    comm.onClose = () => {
      if (this.comm === comm) {
        this.drop(NOT_LOADED);
      }
    };
    comm.open({ v: SHAPE_VERSION });
  }

  private ask(message: Asked, options?: CallOptions): Promise<unknown> {
    if (this.kind !== 'open') {
      return Promise.reject(lost(this.reason));
    }
    return this.calls.ask(message, options);
  }

  private take(message: Incoming): void {
    if (message.op === 'hello') {
      this.greeted = true;
      this.connecting = false;
      this.onMain = message.main;
      this.tell();
    } else if (message.op === 'changed') {
      this.tell(message);
    } else {
      this.calls.take(message);
    }
  }

  private drop(reason: string): void {
    this.attempt += 1;
    this.comm = null;
    this.greeted = this.connecting = this.onMain = false;
    this.reason = reason;
    this.calls.failAll(lost(reason));
    this.tell();
  }

  private onStatus(_: ISessionContext, status: Kernel.Status): void {
    if (status === 'restarting' || status === 'autorestarting') {
      this.restarting = true;
      this.drop(RESTARTED);
    } else if (status === 'dead' || status === 'terminating') {
      this.drop(NO_KERNEL);
    } else if (status === 'idle' && this.loaded) {
      this.loaded = false;
      void this.connect();
    } else if (this.onMain) {
      this.tell(); // whether a call waits has changed
    }
  }

  private onKernel(
    _: ISessionContext,
    change: { newValue: Kernel.IKernelConnection | null }
  ): void {
    const restarted = this.restarting && change.newValue !== null;
    this.restarting = false;
    this.drop(restarted ? RESTARTED : NO_KERNEL);
    if (change.newValue && !restarted) {
      void this.connect();
    }
  }

  /** A cell loads the extension: once it is done, whoever was refused can ask again. */
  private onMessage(
    _: ISessionContext,
    message: { header: { msg_type: string }; content: unknown }
  ): void {
    if (message.header.msg_type === 'execute_input') {
      const { code } = message.content as { code: string };
      this.loaded ||= loadsWebloupe([code]);
    }
  }

  private tell(changed?: Changed): void {
    [...this.callbacks].forEach(callback => callback(changed));
  }

  private comm: Kernel.IComm | null = null;
  private connecting = false;
  private greeted = false;
  private onMain = false;
  private restarting = false;
  private loaded = false;
  private attempt = 0;
  private readonly callbacks = new Set<(changed?: Changed) => void>();
  private readonly calls = new Calls(
    message => this.comm?.send(message as never),
    () => this.waits
  );
}

/** Without this the comm's opening goes to the main shell and waits there for a running cell. */
async function subshell(
  kernel: Kernel.IKernelConnection,
  comm: Kernel.IComm
): Promise<void> {
  const { commsOverSubshells, subshellStarted } = comm as OnSubshell;
  // Never resolves where subshells are not supported or switched off.
  if (kernel.supportsSubshells && commsOverSubshells !== 'disabled') {
    await subshellStarted;
  }
}

function lost(reason: string) {
  const hint = 'Run the cell again, or use the webloupe panel.';
  return failure('host_down', reason, hint, true);
}
