/** A home without Jupyter: what components ask of it goes to the page and its console. */

import { Home } from '../src/api/client';
import { FakeClient, FakeOptions, scripted } from '../src/api/fake';
import {
  Answered,
  DiffShape,
  PageShape,
  SourceShape
} from '../src/api/types.gen';
import { drawDiff } from '../src/diff';
import { Comparison } from '../src/ui/comparison';
import diff from '../../tests/js/fixtures/diff.json';
import error from '../../tests/js/fixtures/error.json';
import page from '../../tests/js/fixtures/page.json';
import compressed from '../../tests/js/fixtures/page_compressed.json';
import restored from '../../tests/js/fixtures/page_restored.json';
import results from '../../tests/js/fixtures/results.json';
import source from '../../tests/js/fixtures/source.json';
import usage from '../../tests/js/fixtures/usage.json';

interface Plotly {
  newPlot(node: HTMLElement, ...figure: unknown[]): Promise<unknown>;
  purge(node: HTMLElement): void;
}

/** Answers each operation as Python would, after a while. An address with "old" in it fails. */
export const ANSWERS: FakeOptions = {
  delay: 350,
  steps: ['asking exa…', 'reading the answer…'],
  answers: {
    search: results as Answered,
    fetch: args =>
      String(args.url).includes('old')
        ? scripted(error as object)
        : ((args.compress ? compressed : page) as Answered),
    usage: usage as Answered,
    diff: diff as DiffShape,
    restore: restored as PageShape,
    source: source as SourceShape
  }
};

export function homeOf(options: FakeOptions = ANSWERS): Home {
  return {
    client: new FakeClient(options),
    drawDiff,
    Comparison,
    drawFigure,
    insertCell: code => console.log('cell:', code),
    insertMarkdown: text => console.log('markdown:', text),
    copy: text => navigator.clipboard.writeText(text)
  };
}

function drawFigure(node: HTMLElement, figure: Record<string, unknown>) {
  const { Plotly } = window as unknown as { Plotly?: Plotly };
  if (!Plotly) {
    throw new Error('plotly.min.js is not in this environment');
  }
  const style = getComputedStyle(node);
  const colors = {
    paper_bgcolor: 'transparent',
    plot_bgcolor: 'transparent',
    font: { color: style.color, family: style.fontFamily, size: 12 }
  };
  const layout = { ...(figure.layout as object), ...colors };
  void Plotly.newPlot(node, figure.data, layout, figure.config);
  return () => Plotly.purge(node);
}
