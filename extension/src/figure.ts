import { IThemeManager } from '@jupyterlab/apputils';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { MessageLoop } from '@lumino/messaging';
import { BoxLayout, Widget } from '@lumino/widgets';
import { Ink, inTheme } from './colors';

const PLOTLY = 'application/vnd.plotly.v1+json';
const HEIGHT_PX = 300;
const LEAST_WIDTH_PX = 240;

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
    const frame = new Frame(heightOf(figure));
    Widget.attach(frame, node);
    const redraw = () => frame.hold(this.rendering(figure, node));
    redraw();
    this.themes?.themeChanged.connect(redraw);
    const observer = new ResizeObserver(() => frame.measure());
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
    // A box layout writes the least width of its children on itself, so that it stands here.
    renderer.node.style.minWidth = `${LEAST_WIDTH_PX}px`;
    renderer.node.style.maxHeight = `${heightOf(figure)}px`;
    void renderer.renderModel(model);
    return renderer;
  }
}

/** Gives its one child the size of the node around it. */
class Frame extends Widget {
  constructor(height: number) {
    super();
    this.layout = new BoxLayout();
    Object.assign(this.node.style, {
      position: 'relative',
      height: `${height}px`
    });
  }

  hold(child: Widget): void {
    const layout = this.layout as BoxLayout;
    [...layout.widgets].forEach(widget => widget.dispose());
    layout.addWidget(child);
    this.measure();
  }

  /** Not while hidden: plotly fails on a chart without a size. */
  measure(): void {
    if (this.node.offsetWidth > 0) {
      MessageLoop.postMessage(this, Widget.ResizeMessage.UnknownSize);
    }
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
