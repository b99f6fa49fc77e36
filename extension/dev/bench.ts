/** How long fifty hits take from nothing to drawn and laid out: `measure()` in the page tells the milliseconds of a run. */

import { h, render } from 'preact';
import '../style/components.css';
import results from '../../tests/js/fixtures/results.json';
import { FakeClient } from '../src/api/fake';
import { Answered, ResultsShape } from '../src/api/types.gen';
import { Output } from '../src/ui/output';

const HITS = 50;

const { drawn } = results as Answered;
const data = drawn.data as ResultsShape;
const hits = Array.from({ length: HITS }, (_, at) => ({
  ...data.hits[at % data.hits.length],
  position: at + 1
}));
const many = { ...drawn, data: { ...data, hits } };

/** Until the first screen is laid out, and until all hits are, the wait for the next frame included. */
async function measure(): Promise<[number, number]> {
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
  const { bottom } = node.getBoundingClientRect(); // laid out, not only built
  const seen = performance.now() - began;
  if (bottom < innerHeight) {
    throw new Error(`the first draw ends at ${bottom} of ${innerHeight} px`);
  }
  await allIn(node);
  node.getBoundingClientRect();
  const all = performance.now() - began;
  render(null, node);
  node.remove();
  return [seen, all];
}

function allIn(node: Element): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (node.querySelectorAll('[role=option]').length === HITS) {
        observer.disconnect();
        resolve();
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(node, { childList: true, subtree: true });
    look();
  });
}

Object.assign(window, { measure });
