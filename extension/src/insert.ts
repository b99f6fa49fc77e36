import { Notebook } from '@jupyterlab/notebook';
import { cellSource, isOwnLine, loadsWebloupe, LOAD_LINE, Verb } from './cells';

/** Insert a code cell with a magic, ready to type into, below the active one. */
export function insertMagic(notebook: Notebook, verb: Verb): void {
  insert(notebook, 'code', cellSource(verb, codeOf(notebook)));
  void typeAtEnd(notebook);
}

/** Insert a code cell that is ready to run below the active one; nothing where it is no line of ours. */
export function insertCode(notebook: Notebook, code: string): void {
  if (!isOwnLine(code)) {
    return;
  }
  const loaded = loadsWebloupe(codeOf(notebook));
  insert(notebook, 'code', loaded ? code : `${LOAD_LINE}\n${code}`);
}

/** Insert a markdown cell below the active one. */
export function insertMarkdown(notebook: Notebook, markdown: string): void {
  insert(notebook, 'markdown', markdown);
}

function codeOf(notebook: Notebook): string[] {
  const cells = notebook.model?.sharedModel.cells ?? [];
  return cells
    .filter(cell => cell.cell_type === 'code')
    .map(cell => cell.getSource());
}

/** One step to undo. The new cell becomes the active one. */
function insert(
  notebook: Notebook,
  type: 'code' | 'markdown',
  source: string
): void {
  const shared = notebook.model?.sharedModel;
  if (!shared) {
    return;
  }
  const index = Math.min(notebook.activeCellIndex + 1, shared.cells.length);
  shared.insertCell(index, {
    cell_type: type,
    source,
    metadata: type === 'code' ? { trusted: true } : {}
  });
  notebook.activeCellIndex = index;
  notebook.deselectAll();
}

/** Cells far from the viewport get their editor later: wait for it, then type at its end. */
async function typeAtEnd(notebook: Notebook): Promise<void> {
  const cell = notebook.activeCell;
  if (cell && !cell.inViewport) {
    await notebook
      .scrollToItem(notebook.activeCellIndex)
      .catch(() => undefined);
  }
  await cell?.ready;
  await focusReturned();
  const editor = cell?.editor;
  if (!editor || cell !== notebook.activeCell) {
    return;
  }
  const line = editor.lineCount - 1;
  editor.setCursorPosition({ line, column: editor.getLine(line)?.length ?? 0 });
  // Not by the notebook's mode: that moves the focus only where the notebook has it already.
  editor.focus();
}

/**
 * The palette, once it has run a command, gives the focus back to the notebook in the next frame, and the notebook hands
 * it to its active cell as a whole right after.
 */
async function focusReturned(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) {
    await new Promise(done => requestAnimationFrame(done));
  }
}
