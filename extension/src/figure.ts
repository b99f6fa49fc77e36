import { IThemeManager } from '@jupyterlab/apputils';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { MessageLoop } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';
import { Ink, inTheme } from './colors';

const PLOTLY = 'application/vnd.plotly.v1+json';
const HEIGHT_PX = 300;

type Figure = Record<string, unknown>;

/** Draws figures by plotly's own MIME renderer, which its Python package brings into JupyterLab. */
export class Figures {
  constructor(
    private readonly rendermime: IRenderMimeRegistry,
    private readonly themes: IThemeManager | null
  ) {}

  /** Draws into an attached node and again whenever the theme changes; returns the way to take it out. */
  draw(node: HTMLElement, figure: Figure): () => void {
    if (!this.rendermime.mimeTypes.includes(PLOTLY)) {
      throw new Error(
        'install plotly in the environment that runs JupyterLab and reload the page.'
      );
    }
    const frame = new Panel();
    Widget.attach(frame, node);
    const redraw = () => {
      [...frame.widgets].forEach(drawn => drawn.dispose());
      frame.addWidget(this.rendering(figure, node));
    };
    redraw();
    this.themes?.themeChanged.connect(redraw);
    const observer = new ResizeObserver(() => measure(frame));
    observer.observe(node);
    return () => {
      observer.disconnect();
      this.themes?.themeChanged.disconnect(redraw);
      frame.dispose();
    };
  }

  /** A new renderer each time: plotly's own draws only the first figure that it is given. */
  private rendering(figure: Figure, node: HTMLElement): Widget {
    const renderer = this.rendermime.createRenderer(PLOTLY);
    const themed = inTheme(figure, inkOf(node));
    const data = { [PLOTLY]: themed as ReadonlyPartialJSONValue };
    const model = this.rendermime.createModel({ data, trusted: true });
    renderer.node.style.height = `${heightOf(figure)}px`;
    void renderer.renderModel(model);
    return renderer;
  }
}

/** The chart takes the width that there is; not while hidden, for plotly fails on a chart without a size. */
function measure(frame: Widget): void {
  if (frame.node.offsetWidth > 0) {
    MessageLoop.postMessage(frame, Widget.ResizeMessage.UnknownSize);
  }
}

function heightOf(figure: Figure): number {
  const { height } = (figure.layout ?? {}) as { height?: unknown };
  return typeof height === 'number' ? Math.min(height, 600) : HEIGHT_PX;
}

/** The theme's values at a node, computed: plotly knows no CSS variables. */
function inkOf(node: HTMLElement): Ink {
  const computed = (property: 'color' | 'fontFamily', variable: string) => {
    const probe = node.appendChild(document.createElement('span'));
    probe.style[property] = `var(${variable})`;
    const value = getComputedStyle(probe)[property];
    probe.remove();
    return value;
  };
  return {
    color: variable => computed('color', variable),
    font: variable => computed('fontFamily', variable)
  };
}
