import { ISessionContext } from '@jupyterlab/apputils';
import { Kernel } from '@jupyterlab/services';
import { Hub } from './comm';
import { Operation } from './types.gen';

/**
 * Every panel's hub. In a page only the first connection to a kernel handles comms, so a console on a
 * notebook's kernel speaks through the notebook's connection, and the other way round.
 */
export class Hubs {
  /** `onAnswer` is told after each call of any of them. */
  constructor(
    private readonly onAnswer: (operation: Operation) => void = () => undefined
  ) {}

  /** Makes a panel's connection known before one of its outputs is drawn. */
  know(context: ISessionContext): void {
    if (!this.contexts.has(context)) {
      this.contexts.add(context);
      context.disposed.connect(() => this.contexts.delete(context));
    }
  }

  of(context: ISessionContext): Hub {
    this.know(context);
    let hub = this.hubs.get(context);
    if (!hub) {
      hub = new Hub(context, () => this.handling(context), this.onAnswer);
      this.hubs.set(context, hub);
    }
    return hub;
  }

  private handling(context: ISessionContext): Kernel.IKernelConnection | null {
    const own = context.session?.kernel;
    if (!own || own.handleComms) {
      return own ?? null;
    }
    for (const { session } of this.contexts) {
      if (session?.kernel?.id === own.id && session.kernel.handleComms) {
        return session.kernel;
      }
    }
    return null;
  }

  private readonly contexts = new Set<ISessionContext>();
  private readonly hubs = new WeakMap<ISessionContext, Hub>();
}
