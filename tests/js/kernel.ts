/** A kernel and its panel's session as JupyterLab shows them, with the other side of the comm in the test's hands. */

import { ISessionContext } from '@jupyterlab/apputils';
import { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { Incoming, Outgoing } from '../../extension/src/api/protocol';

export class FakeComm {
  onMsg: (message: object) => void = () => undefined;
  onClose: () => void = () => undefined;
  opened = false;
  sent: Outgoing[] = [];
  subshellStarted = new Promise<void>(resolve => {
    this.startSubshell = resolve;
  });
  declare startSubshell: () => void;

  constructor(readonly commsOverSubshells?: string) {}

  open(): void {
    this.opened = true;
  }

  send(message: Outgoing): void {
    this.sent.push(message);
  }

  say(message: Incoming): void {
    this.onMsg({ content: { data: message } });
  }

  hello(main = false): void {
    this.say({ op: 'hello', v: 1, version: '0', main });
  }

  get last(): Outgoing {
    return this.sent[this.sent.length - 1];
  }
}

export class FakeKernel {
  status: Kernel.Status = 'idle';
  info = Promise.resolve({});
  comms: FakeComm[] = [];
  supportsSubshells = false;
  commsOverSubshells: string | undefined;

  constructor(
    readonly id = 'k',
    public handleComms = true
  ) {}

  createComm(): FakeComm {
    const comm = new FakeComm(this.commsOverSubshells);
    this.comms.push(comm);
    return comm;
  }

  get comm(): FakeComm {
    return this.comms[this.comms.length - 1];
  }
}

export class FakeContext {
  constructor(public kernel: FakeKernel | null = new FakeKernel()) {}

  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly kernelChanged = new Signal<this, object>(this);
  readonly iopubMessage = new Signal<this, object>(this);
  readonly disposed = new Signal<this, void>(this);
  isReady = true;
  isDisposed = false;
  ready = Promise.resolve();

  get session() {
    return this.kernel ? { kernel: this.kernel } : null;
  }

  become(status: Kernel.Status): void {
    if (this.kernel) {
      this.kernel.status = status;
    }
    this.statusChanged.emit(status);
  }

  change(kernel: FakeKernel | null): void {
    this.kernel = kernel;
    this.kernelChanged.emit({ newValue: kernel });
  }

  run(code: string): void {
    const header = { msg_type: 'execute_input' };
    this.iopubMessage.emit({ header, content: { code } });
  }

  get asContext(): ISessionContext {
    return this as unknown as ISessionContext;
  }
}

/** Lets promises that are settled already take effect. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve();
  }
}
