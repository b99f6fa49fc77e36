import { DiffShape, SegmentShape } from '../src/api/types.gen';

/** A kept run longer than this is folded: its beginning and end frame what changed. */
const KEPT_CHARS = 400;
const EDGE_CHARS = 120;

/** Raw against compressed as one text: dropped runs struck out, new ones underlined, long kept ones folded. */
export function drawDiff(node: HTMLElement, shape: DiffShape): () => void {
  const list = document.createElement('div');
  list.className = 'wl-segments';
  list.append(...shape.segments.flatMap(drawn));
  node.append(list);
  return () => list.remove();
}

function drawn({ op, before, after, reason }: SegmentShape): Node[] {
  if (op === 'kept') {
    return kept(after);
  }
  const gone = before ? [marked('del', before, reason)] : [];
  const made = after ? [marked('ins', after, reason)] : [];
  return [...gone, ...made];
}

function kept(text: string): Node[] {
  const signs = [...text];
  if (signs.length <= KEPT_CHARS) {
    return [document.createTextNode(text)];
  }
  const middle = signs.slice(EDGE_CHARS, -EDGE_CHARS).join('');
  return [
    document.createTextNode(signs.slice(0, EDGE_CHARS).join('')),
    folded(middle, signs.length - 2 * EDGE_CHARS),
    document.createTextNode(signs.slice(-EDGE_CHARS).join(''))
  ];
}

function folded(text: string, length: number): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `${length.toLocaleString('en-US')} characters kept`;
  details.append(summary, text);
  return details;
}

function marked(name: 'del' | 'ins', text: string, reason: string): Node {
  const mark = document.createElement(name);
  mark.textContent = text;
  mark.title = reason;
  return mark;
}
