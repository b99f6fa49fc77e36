/**
 * Page markup as nodes. Python has sanitised it already (nh3), but a saved notebook is a file that anyone may have
 * written: so it is parsed in a document that runs and loads nothing, and built anew from the names below. Nothing is
 * ever set as markup, so nothing can come alive by being read a second time.
 */

import { OUTSIDE, webHref } from './links';

/** What Python lets through; other elements leave their text. */
const ELEMENTS = new Set(
  (
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i ins li ol p pre s strong sub sup ' +
    'table tbody td th thead tr ul'
  ).split(' ')
);
/** These hold no text for readers. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'title']);
/** Deeper nesting than any page for readers has; beyond it, text is kept and its elements are not. */
const DEEPEST = 200;

export function markupNodes(html: string): DocumentFragment {
  const inert = new DOMParser().parseFromString(html, 'text/html');
  const nodes = document.createDocumentFragment();
  copyChildren(inert.body, nodes, 0);
  return nodes;
}

function copyChildren(from: Node, to: Node, depth: number): void {
  from.childNodes.forEach(child => {
    if (child.nodeType === Node.TEXT_NODE) {
      to.appendChild(document.createTextNode(child.nodeValue ?? ''));
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      copyElement(child as Element, to, depth + 1);
    }
  });
}

function copyElement(from: Element, to: Node, depth: number): void {
  const name = from.localName;
  if (SILENT.has(name)) {
    return;
  }
  if (depth > DEEPEST) {
    to.appendChild(document.createTextNode(from.textContent ?? ''));
    return;
  }
  if (!ELEMENTS.has(name)) {
    copyChildren(from, to, depth);
    return;
  }
  const copy = document.createElement(name);
  copyAttributes(from, copy);
  copyChildren(from, copy, depth);
  to.appendChild(copy);
}

function copyAttributes(from: Element, copy: HTMLElement): void {
  const href = webHref(from.getAttribute('href') ?? '');
  if (copy instanceof HTMLAnchorElement && href) {
    Object.assign(copy, { href, ...OUTSIDE });
  }
  const start = Number(from.getAttribute('start'));
  if (copy instanceof HTMLOListElement && Number.isInteger(start) && start) {
    copy.start = start;
  }
}
