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
import { PanelTab } from './ui/panel-state';

export const PANEL_ID = 'webloupe-panel';
const STATE_KEY = 'webloupe:panel';
/** Typing changes the state often; what is kept of it may lag by this. */
const KEEP_MS = 500;

const icon = new LabIcon({
  name: 'webloupe:panel',
  // A globe under a lens. The fill is a style, for the theme's rule on attributes would fill it.
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24">
  <g class="jp-icon3" style="fill:none" stroke="#616161" stroke-width="1.7" stroke-linecap="round">
    <circle cx="10" cy="10" r="7.6"/><ellipse cx="10" cy="10" rx="3.2" ry="7.6"/><path d="M2.4 10h15.2"/>
    <path stroke-width="2.8" d="m16.2 16.2 5.4 5.4"/>
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
    this.client = page.httpClient();
    tracker?.currentChanged.connect(this.draw, this);
  }

  /** Puts the cursor into the search box; at once, or when it is drawn. */
  focusSearch(): void {
    this.wantsFocus = true;
    this.takeFocus();
  }

  /** Brings a tab to the front; at once, or when the panel is drawn. */
  openTab(tab: PanelTab): void {
    this.wanted = { tab };
    this.draw();
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
      const { saved, wanted } = this;
      const onChange = (state: unknown) => this.keep(state);
      render(h(Panel, { home, saved, wanted, onChange }), this.node);
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
  private wanted: { tab: PanelTab } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
}
