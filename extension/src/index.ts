import {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { INotebookTracker } from '@jupyterlab/notebook';
import { Verb } from './cells';
import { insertCell } from './insert';

/** Commands, one a magic; schema/plugin.json puts the same names into the Edit menu. */
const COMMANDS: { id: string; label: string; verb: Verb }[] = [
  {
    id: 'webloupe:insert-search',
    label: 'Insert Web Search Cell',
    verb: 'websearch'
  },
  { id: 'webloupe:insert-fetch', label: 'Insert Fetch Cell', verb: 'fetch' }
];

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
    for (const { id, label, verb } of COMMANDS) {
      app.commands.addCommand(id, {
        label,
        isEnabled: () => tracker.currentWidget !== null,
        execute: () => {
          const notebook = tracker.currentWidget?.content;
          if (notebook) {
            insertCell(notebook, verb);
          }
        }
      });
      palette?.addItem({ command: id, category: 'webloupe' });
      tracker.currentChanged.connect(() =>
        app.commands.notifyCommandChanged(id)
      );
    }
  }
};

export default plugin;
