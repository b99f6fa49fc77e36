import {
  ILayoutRestorer,
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette, IThemeManager } from '@jupyterlab/apputils';
import { INotebookTracker } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { IStateDB } from '@jupyterlab/statedb';
import { IStatusBar } from '@jupyterlab/statusbar';
import { Token } from '@lumino/coreutils';
import { Verb } from './cells';
import { Page } from './home';
import { insertMagic } from './insert';
import { placeAbove, placeIn, RANK, rendererFactory } from './mime';
import { PANEL_ID, SidePanel } from './panel';
import { StatusPill } from './status';

const CATEGORY = 'webloupe';
const OPEN_PANEL = 'webloupe:open-panel';

/** Commands, one a magic; schema/plugin.json puts the same names into the Edit menu. */
const INSERT: { id: string; label: string; verb: Verb }[] = [
  {
    id: 'webloupe:insert-search',
    label: 'Insert Web Search Cell',
    verb: 'websearch'
  },
  { id: 'webloupe:insert-fetch', label: 'Insert Fetch Cell', verb: 'fetch' }
];

/** What the other plugins share; they load in any order. */
const IPage = new Token<Page>('webloupe:IPage');

const pagePlugin: JupyterFrontEndPlugin<Page> = {
  id: 'webloupe:page',
  description: 'What the outputs and the panel of one page share.',
  requires: [IRenderMimeRegistry],
  optional: [IThemeManager],
  provides: IPage,
  activate: (
    app: JupyterFrontEnd,
    rendermime: IRenderMimeRegistry,
    themes: IThemeManager | null
  ) => new Page(app.serviceManager.serverSettings, rendermime, themes)
};

const outputs: JupyterFrontEndPlugin<void> = {
  id: 'webloupe:outputs',
  description: 'Draws results, pages and quotas in outputs.',
  autoStart: true,
  requires: [IPage, IRenderMimeRegistry],
  optional: [INotebookTracker],
  activate: (
    _: JupyterFrontEnd,
    page: Page,
    rendermime: IRenderMimeRegistry,
    tracker: INotebookTracker | null
  ) => {
    rendermime.addFactory(rendererFactory(page, placeAbove), RANK);
    // Each notebook's own registry too: a "New View for Output" has no notebook above it.
    tracker?.widgetAdded.connect((_, panel) => {
      page.hubs.know(panel.sessionContext);
      const bound = rendererFactory(page, () => placeIn(panel));
      panel.content.rendermime.addFactory(bound, RANK);
    });
  }
};

const panel: JupyterFrontEndPlugin<void> = {
  id: 'webloupe:panel',
  description: 'The side panel: search, read and see what is left.',
  autoStart: true,
  requires: [IPage],
  optional: [INotebookTracker, ICommandPalette, ILayoutRestorer, IStateDB],
  activate: (
    app: JupyterFrontEnd,
    page: Page,
    tracker: INotebookTracker | null,
    palette: ICommandPalette | null,
    restorer: ILayoutRestorer | null,
    states: IStateDB | null
  ) => {
    const side = new SidePanel(page, tracker, states);
    restorer?.add(side, PANEL_ID); // before the layout is restored
    app.shell.add(side, 'left', { rank: 850 });
    app.commands.addCommand(OPEN_PANEL, {
      label: 'Web Search Panel',
      caption: 'Search and read the web beside the notebook',
      execute: ({ tab }) => {
        app.shell.activateById(PANEL_ID);
        if (tab === 'quota') {
          side.openTab(tab);
        } else {
          side.focusSearch();
        }
      }
    });
    palette?.addItem({ command: OPEN_PANEL, category: CATEGORY });
  }
};

const pill: JupyterFrontEndPlugin<void> = {
  id: 'webloupe:pill',
  description: 'What is left of the allowance that is nearest to its end.',
  autoStart: true,
  requires: [IPage],
  optional: [IStatusBar],
  activate: (app: JupyterFrontEnd, page: Page, bar: IStatusBar | null) => {
    if (bar) {
      const open = () =>
        void app.commands.execute(OPEN_PANEL, { tab: 'quota' });
      const item = new StatusPill(page, open);
      bar.registerStatusItem('webloupe:pill', {
        item,
        align: 'right',
        rank: 900,
        isActive: () => item.isKnown,
        activeStateChanged: item.changed
      });
      void app.restored.then(() => item.start());
    }
  }
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'webloupe:plugin',
  description: 'Commands that insert cells with the webloupe magics.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ICommandPalette],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    palette: ICommandPalette | null
  ) => {
    for (const { id, label, verb } of INSERT) {
      app.commands.addCommand(id, {
        label,
        isEnabled: () => tracker.currentWidget !== null,
        execute: () => {
          const notebook = tracker.currentWidget?.content;
          if (notebook) {
            insertMagic(notebook, verb);
          }
        }
      });
      palette?.addItem({ command: id, category: CATEGORY });
      tracker.currentChanged.connect(() =>
        app.commands.notifyCommandChanged(id)
      );
    }
  }
};

export default [pagePlugin, outputs, panel, pill, plugin];
