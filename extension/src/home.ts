import { IThemeManager } from '@jupyterlab/apputils';
import { Notebook } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ServerConnection } from '@jupyterlab/services';
import { Client, Home } from './api/client';
import { HttpClient } from './api/http';
import { Hubs } from './api/hubs';
import { drawDiff } from './diff';
import { Figures } from './figure';
import { insertCode, insertMarkdown } from './insert';

/** What the outputs and the panel of one page share. */
export class Page {
  constructor(
    readonly serverSettings: ServerConnection.ISettings,
    rendermime: IRenderMimeRegistry,
    themes: IThemeManager | null
  ) {
    this.figures = new Figures(rendermime, themes);
    this.server = new HttpClient(serverSettings);
  }

  readonly hubs = new Hubs();
  /** For outputs that no kernel answers. */
  readonly server: HttpClient;

  home(client: Client, notebook: Notebook | null): Home {
    return {
      client,
      drawDiff,
      drawFigure: (node, figure) => this.figures.draw(node, figure),
      insertCell: notebook && (code => insertCode(notebook, code)),
      insertMarkdown: notebook && (text => insertMarkdown(notebook, text)),
      copy: text => navigator.clipboard.writeText(text)
    };
  }

  private readonly figures: Figures;
}
