import { IThemeManager } from '@jupyterlab/apputils';
import { Notebook } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ServerConnection } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { Client, Home } from './api/client';
import { HttpClient } from './api/http';
import { Hubs } from './api/hubs';
import { FileShape, Operation } from './api/types.gen';
import { drawDiff } from './diff';
import { Figures } from './figure';
import { insertCode, insertMarkdown } from './insert';
import { Comparison } from './ui/comparison';

/** What the outputs and the panel of one page share. */
export class Page {
  constructor(
    readonly serverSettings: ServerConnection.ISettings,
    rendermime: IRenderMimeRegistry,
    themes: IThemeManager | null
  ) {
    this.figures = new Figures(rendermime, themes);
    this.server = this.httpClient();
  }

  /** Told after each call that may have cost something, whoever answered it. */
  readonly asked = new Signal<this, void>(this);
  readonly hubs = new Hubs(operation => this.tell(operation));
  /** For outputs that no kernel answers. */
  readonly server: HttpClient;

  home(client: Client, notebook: Notebook | null): Home {
    return {
      client,
      drawDiff,
      Comparison,
      drawFigure: (node, figure) => this.figures.draw(node, figure),
      insertCell: notebook && (code => insertCode(notebook, code)),
      insertMarkdown: notebook && (text => insertMarkdown(notebook, text)),
      copy: text => navigator.clipboard.writeText(text),
      saveFile
    };
  }

  /** A client of the server with a state of its own. */
  httpClient(): HttpClient {
    const client = new HttpClient(this.serverSettings);
    client.onAnswer = operation => this.tell(operation);
    return client;
  }

  private tell(operation: Operation): void {
    if (operation === 'search' || operation === 'fetch') {
      this.asked.emit();
    }
  }

  private readonly figures: Figures;
}

/** As a download of the browser. */
function saveFile({ name, media_type, text }: FileShape): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: media_type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
