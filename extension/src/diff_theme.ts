import { EditorView } from '@codemirror/view';

const tint = (color: string, percent: number) =>
  `color-mix(in srgb, var(${color}) ${percent}%, transparent)`;

const GONE = '--jp-error-color1';
const NEW = '--jp-success-color1';
const FOLD = {
  background: 'var(--jp-layout-color2)',
  color: 'var(--jp-content-font-color1)'
};

/**
 * The merge view in the colours of JupyterLab's theme, so that it follows a change of theme by itself. The library
 * tells light from dark by a flag and has fixed colours for each; the selectors here are as specific as its own.
 */
export const diffTheme = EditorView.theme({
  '&': {
    backgroundColor: 'var(--jp-layout-color0)',
    color: 'var(--jp-content-font-color1)',
    fontSize: 'var(--jp-code-font-size, 13px)'
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--jp-code-font-family, monospace)',
    lineHeight: 'var(--jp-code-line-height, 1.3)'
  },
  '& .cm-gutters': {
    backgroundColor: 'var(--jp-layout-color1)',
    color: 'var(--jp-content-font-color2)',
    border: 'none'
  },
  '&.cm-merge-a .cm-changedLine, & .cm-deletedChunk': {
    backgroundColor: tint(GONE, 8)
  },
  '&.cm-merge-b .cm-changedLine, & .cm-inlineChangedLine': {
    backgroundColor: tint(NEW, 8)
  },
  '&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText': {
    background: tint(GONE, 26)
  },
  '&.cm-merge-b .cm-changedText': { background: tint(NEW, 26) },
  '&.cm-merge-a .cm-changedLineGutter, & .cm-deletedLineGutter': {
    background: `var(${GONE})`
  },
  '&.cm-merge-b .cm-changedLineGutter, & .cm-inlineChangedLineGutter': {
    background: `var(${NEW})`
  },
  '& .cm-collapsedLines': FOLD,
  // The library's own sign is in few fonts.
  '& .cm-collapsedLines:before': { content: '"\\2195"' },
  '& .cm-collapsedLines:after': { content: '"\\2195"' }
});
