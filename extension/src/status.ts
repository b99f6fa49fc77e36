import { ISignal, Signal } from '@lumino/signaling';
import { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { Page } from './home';
import { Pill, pillOf } from './ui/pill';

/** At most so often without a call of ours: cells ask too, and nobody tells of that. */
const POLL_MS = 60_000;
/** Several calls that end together are one reason to look. */
const TOGETHER_MS = 400;

/** A pill of the status bar: what is left of the allowance that is nearest to its end. Hidden while nobody says. */
export class StatusPill extends Widget {
  constructor(
    private readonly page: Page,
    open: () => void
  ) {
    super();
    this.addClass('jp-Webloupe-pill');
    this.button.type = 'button';
    this.button.addEventListener('click', open);
    this.node.append(this.button);
  }

  get isKnown(): boolean {
    return this.pill !== null;
  }

  /** Whether there is something to show may have changed. */
  get changed(): ISignal<this, void> {
    return this.told;
  }

  /** Looks now, after each call, and every minute while the page is seen. */
  start(): void {
    this.page.asked.connect(this.lookSoon, this);
    document.addEventListener('visibilitychange', this);
    this.clock = setInterval(() => this.look(), POLL_MS);
    this.look();
  }

  handleEvent(): void {
    if (Date.now() - this.looked >= POLL_MS) {
      this.look();
    }
  }

  dispose(): void {
    this.stop();
    super.dispose();
  }

  protected onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    const { button, pill } = this;
    button.textContent = pill?.text ?? '';
    button.title = pill?.title ?? '';
    button.setAttribute('aria-label', `Web search quota. ${button.title}`);
    button.dataset.level = pill?.level ?? 'fine';
  }

  private lookSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.look(), TOGETHER_MS);
  }

  private look(): void {
    const { server } = this.page;
    if (document.visibilityState !== 'visible') {
      return;
    }
    this.looked = Date.now();
    server.call('quota', {}).then(
      quota => this.tell(pillOf(quota)),
      () => {
        this.tell(null);
        if (server.reach.by === 'nobody') {
          this.stop(); // the server has no part of ours: it will not have one before the page is loaded anew
        }
      }
    );
  }

  private tell(pill: Pill | null): void {
    if (!this.isDisposed) {
      this.pill = pill;
      this.update();
      this.told.emit();
    }
  }

  private stop(): void {
    clearInterval(this.clock);
    clearTimeout(this.soon);
    document.removeEventListener('visibilitychange', this);
    this.page.asked.disconnect(this.lookSoon, this);
  }

  private readonly button = document.createElement('button');
  private readonly told = new Signal<this, void>(this);
  private pill: Pill | null = null;
  private looked = 0;
  private clock: ReturnType<typeof setInterval> | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;
}
