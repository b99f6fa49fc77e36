import { INotebookTracker } from '@jupyterlab/notebook';
import { IStateDB } from '@jupyterlab/statedb';
import { LabIcon } from '@jupyterlab/ui-components';
import { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { h, render } from 'preact';
import { HttpClient } from './api/http';
import { Page } from './home';
import { Panel } from './ui/panel';

export const PANEL_ID = 'webloupe-panel';
const STATE_KEY = 'webloupe:panel';
/** Typing changes the state often; what is kept of it may lag by this. */
const KEEP_MS = 500;

const icon = new LabIcon({
  name: 'webloupe:panel',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="16">
  <g class="jp-icon3" fill="none" stroke="#616161" stroke-width="1.8" stroke-linecap="round">
    <circle cx="10.5" cy="10.5" r="7"/><path d="m15.8 15.8 5.2 5.2M3.6 10.5h13.8M10.5 3.6c-4.6 4.6-4.6 9.2 0 13.8 4.6-4.6 4.6-9.2 0-13.8"/>
  </g></svg>`
});

/** The side panel. Nothing is asked for and nothing drawn until it is shown. */
export class SidePanel extends Widget {
  constructor(
    private readonly page: Page,
    private readonly tracker: INotebookTracker | null,
    private readonly states: IStateDB | null
  ) {
    super();
    this.id = PANEL_ID;
    this.addClass('jp-Webloupe-panel');
    this.title.icon = icon;
    this.title.caption = 'webloupe: search and read the web';
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', 'webloupe');
    this.client = new HttpClient(page.serverSettings);
    tracker?.currentChanged.connect(this.draw, this);
  }

  /** Puts the cursor into the search box; at once, or when it is drawn. */
  focusSearch(): void {
    this.wantsFocus = true;
    this.takeFocus();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.tracker?.currentChanged.disconnect(this.draw, this);
    render(null, this.node);
    super.dispose();
  }

  protected onAfterShow(message: Message): void {
    super.onAfterShow(message);
    void this.start();
  }

  protected onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    if (this.isVisible) {
      void this.start();
    }
  }

  private async start(): Promise<void> {
    if (!this.started) {
      this.started = true;
      void this.client.probe();
      this.saved = await this.states?.fetch(STATE_KEY).catch(() => undefined);
      this.ready = true;
      this.draw();
    }
    this.takeFocus();
  }

  /** Also when another notebook has come to the front: cells go into that one. */
  private draw(): void {
    if (this.ready && !this.isDisposed) {
      const notebook = this.tracker?.currentWidget?.content ?? null;
      const home = this.page.home(this.client, notebook);
      const onChange = (state: unknown) => this.keep(state);
      render(h(Panel, { home, saved: this.saved, onChange }), this.node);
    }
  }

  private keep(state: unknown): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // Lost at most: what the panel showed. A full or closed store is no reason to disturb anyone.
      const value = state as ReadonlyPartialJSONValue;
      void this.states?.save(STATE_KEY, value).catch(() => undefined);
    }, KEEP_MS);
  }

  private takeFocus(): void {
    const box = this.node.querySelector<HTMLElement>('[role=search] input');
    if (this.wantsFocus && this.isVisible && box) {
      this.wantsFocus = false;
      box.focus();
    }
  }

  private readonly client: HttpClient;
  private started = false;
  private ready = false;
  private wantsFocus = false;
  private saved: unknown;
  private timer: ReturnType<typeof setTimeout> | undefined;
}
