import { Notebook } from '@jupyterlab/notebook';
import { cellSource, Verb } from './cells';

/** Insert a code cell below the active one and leave the cursor at its end. One step to undo. */
export function insertCell(notebook: Notebook, verb: Verb): void {
  const shared = notebook.model?.sharedModel;
  if (!shared) {
    return;
  }
  const code = shared.cells.filter(cell => cell.cell_type === 'code');
  const source = cellSource(
    verb,
    code.map(cell => cell.getSource())
  );
  const index = Math.min(notebook.activeCellIndex + 1, shared.cells.length);
  shared.insertCell(index, {
    cell_type: 'code',
    source,
    metadata: { trusted: true }
  });
  notebook.activeCellIndex = index;
  notebook.deselectAll();
  void typeAtEnd(notebook);
}

/** Cells far from the viewport get their editor later: wait for it, then type at its end. */
async function typeAtEnd(notebook: Notebook): Promise<void> {
  const cell = notebook.activeCell;
  await cell?.ready;
  const editor = cell?.editor;
  if (!editor || cell !== notebook.activeCell) {
    return;
  }
  notebook.mode = 'edit';
  const line = editor.lineCount - 1;
  editor.setCursorPosition({ line, column: editor.getLine(line)?.length ?? 0 });
}
