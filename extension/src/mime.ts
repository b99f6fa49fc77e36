import { ISessionContext } from '@jupyterlab/apputils';
import { Notebook, NotebookPanel } from '@jupyterlab/notebook';
import { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { PartialJSONValue, ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { h, render } from 'preact';
import { LabClient, same } from './api/lab';
import { State } from './api/protocol';
import { Drawn, MIME_TYPE, SHAPE_VERSION } from './api/types.gen';
import { Page } from './home';
import { Output } from './ui/output';

/** Below a widget view's −10: of an output that carries both, ours is drawn. */
export const RANK = -20;

/** What an output stands in. */
export interface Place {
  context: ISessionContext | null;
  notebook: Notebook | null;
}

/** Draws our MIME type. `place` is asked once the output is attached, when its parents are known. */
export function rendererFactory(
  page: Page,
  place: (output: Widget) => Place
): IRenderMime.IRendererFactory {
  return {
    safe: true, // text is drawn as text, markup is built anew from names that do nothing
    mimeTypes: [MIME_TYPE],
    createRenderer: () => new OutputWidget(page, place)
  };
}

/** The place of every output of a notebook panel. */
export function placeIn(panel: NotebookPanel): Place {
  return { context: panel.sessionContext, notebook: panel.content };
}

/** The place of an output that no panel was bound to: looked for upwards. */
export function placeAbove(output: Widget): Place {
  for (let above: Widget | null = output; above; above = above.parent) {
    if (above instanceof NotebookPanel) {
      return placeIn(above);
    }
    // A console panel has one too.
    const { sessionContext } = above as { sessionContext?: ISessionContext };
    if (sessionContext) {
      return { context: sessionContext, notebook: null };
    }
  }
  return { context: null, notebook: null };
}

const NOTHING =
  'This output holds no result of webloupe that can be drawn; run the cell again.';

/** A saved notebook may hold anything under our type. */
function isWhole({ v, id, data, state }: Drawn): boolean {
  const parts: unknown[] = [data, state];
  return (
    v === SHAPE_VERSION &&
    typeof id === 'string' &&
    parts.every(part => typeof part === 'object' && part !== null)
  );
}

class OutputWidget extends Widget implements IRenderMime.IRenderer {
  constructor(
    private readonly page: Page,
    private readonly place: (output: Widget) => Place
  ) {
    super();
    this.addClass('jp-Webloupe-output');
  }

  /** Also called when the output is updated in place, or when its state was kept. */
  renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.model = model;
    const drawn = model.data[MIME_TYPE] as unknown as Drawn | null;
    if (!drawn || typeof drawn !== 'object') {
      this.unmount();
      this.drawn = null;
      this.node.textContent = NOTHING;
    } else if (!this.client || !same(drawn.data, this.drawn?.data)) {
      this.unmount();
      this.drawn = drawn;
      this.mount();
    }
    return Promise.resolve();
  }

  dispose(): void {
    this.unmount();
    super.dispose();
  }

  protected onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.mount();
  }

  private mount(): void {
    const { drawn } = this;
    if (!this.isAttached || !drawn || this.client) {
      return;
    }
    if (typeof drawn.v === 'number' && drawn.v !== SHAPE_VERSION) {
      this.node.textContent = `This result was saved by another version of webloupe (format ${drawn.v}); run the cell again.`;
      return;
    }
    if (!isWhole(drawn)) {
      this.node.textContent = NOTHING;
      return;
    }
    const { context, notebook } = this.place(this);
    const hub = context && this.page.hubs.of(context);
    const keep = (state: State) => this.keep(state);
    this.client = new LabClient(drawn, hub, this.page.server, keep);
    const home = this.page.home(this.client, notebook);
    this.node.replaceChildren();
    render(h(Output, { home, drawn }), this.node);
  }

  /** Into the output's model, so that a save holds it. */
  private keep(state: State): void {
    const { model } = this;
    if (model && this.drawn) {
      const drawn = { ...this.drawn, state } as unknown as PartialJSONValue;
      const data = { ...model.data, [MIME_TYPE]: drawn };
      model.setData({ data: data as Record<string, ReadonlyPartialJSONValue> });
    }
  }

  private unmount(): void {
    render(null, this.node);
    this.client?.dispose();
    this.client = null;
  }

  private model: IRenderMime.IMimeModel | null = null;
  private drawn: Drawn | null = null;
  private client: LabClient | null = null;
}
