/** How long fifty hits take from nothing to drawn and laid out; the page's title tells the milliseconds of each run. */

import { h, render } from 'preact';
import '../style/components.css';
import results from '../../tests/js/fixtures/results.json';
import { FakeClient } from '../src/api/fake';
import { Answered, ResultsShape } from '../src/api/types.gen';
import { Output } from '../src/ui/output';

const HITS = 50;
const RUNS = 15;

const { drawn } = results as Answered;
const data = drawn.data as ResultsShape;
const hits = Array.from({ length: HITS }, (_, at) => ({
  ...data.hits[at % data.hits.length],
  position: at + 1
}));
const many = { ...drawn, data: { ...data, hits } };

function run(): number {
  const node = document.body.appendChild(document.createElement('div'));
  const home = {
    client: new FakeClient(),
    drawDiff: () => () => undefined,
    drawFigure: () => () => undefined,
    insertCell: () => undefined,
    copy: () => Promise.resolve()
  };
  const began = performance.now();
  render(h(Output, { home, drawn: many }), node);
  node.getBoundingClientRect(); // laid out, not only built
  const took = performance.now() - began;
  render(null, node);
  node.remove();
  return took;
}

document.title = Array.from({ length: RUNS }, run)
  .map(took => took.toFixed(1))
  .join(' ');
