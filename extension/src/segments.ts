/** The two texts of a diff and what changed between them, in CodeMirror's offsets (UTF-16 units). Pure. */

import { SegmentShape } from './api/types.gen';

/** Why a piece of one of the texts is not as it was. */
export interface Reason {
  from: number;
  to: number;
  text: string;
}

/** A piece of the raw text that is not there any more, or otherwise: where it stands in each text. */
export interface Gone {
  start: number;
  a: number;
  b: number;
  /** The first of it, in a line. */
  words: string;
}

const MOST_WORDS = 60;

export interface Sides {
  a: string;
  b: string;
  /** Kept runs, in order: from and to in `a`, from and to in `b`. */
  kept: [number, number, number, number][];
  reasons: { a: Reason[]; b: Reason[] };
  /** What a person would give back, in order: blank lines do not count. `start` names it to Python. */
  gone: Gone[];
}

/**
 * Both texts, put together from the segments so that no offset has to cross from Python, which counts code points.
 * Line ends become \n, as in the editor's documents.
 */
export function sidesOf(segments: readonly SegmentShape[]): Sides {
  const a = new Side();
  const b = new Side();
  const reasons: Sides['reasons'] = { a: [], b: [] };
  const sides: Sides = { a: '', b: '', kept: [], reasons, gone: [] };
  for (const { op, before, after, reason, start } of segments) {
    const left = a.add(before);
    const right = b.add(after);
    if (op === 'kept' && left.text === right.text) {
      sides.kept.push([left.from, left.to, right.from, right.to]);
      continue;
    }
    if (op !== 'kept' && before.trim()) {
      const words = before.trim().replace(/\s+/g, ' ').slice(0, MOST_WORDS);
      sides.gone.push({ start, a: left.from, b: right.from, words });
    }
    if (reason) {
      mark(reasons.a, left, reason);
      mark(reasons.b, right, reason);
    }
  }
  return { ...sides, a: a.text(), b: b.text() };
}

interface Piece {
  text: string;
  from: number;
  to: number;
}

function mark(reasons: Reason[], { from, to }: Piece, text: string): void {
  if (to > from) {
    reasons.push({ from, to, text });
  }
}

/** One text growing by pieces; a line end may stand across two of them. */
class Side {
  add(raw: string): Piece {
    const rest = this.afterReturn && raw.startsWith('\n') ? raw.slice(1) : raw;
    if (raw !== '') {
      this.afterReturn = raw.endsWith('\r');
    }
    const text = rest.replace(/\r\n?/g, '\n');
    const from = this.length;
    this.pieces.push(text);
    this.length += text.length;
    return { text, from, to: this.length };
  }

  text(): string {
    return this.pieces.join('');
  }

  private length = 0;
  private afterReturn = false;
  private readonly pieces: string[] = [];
}

const MOST_LINES = 24;
const MOST_CHARS = 2_400;

/**
 * The segments with long dropped or rewritten runs shortened at their middle. The unified view draws what is gone as
 * plain nodes: two million characters of it would be 9,000 nodes.
 */
export function shortened(segments: readonly SegmentShape[]): SegmentShape[] {
  return segments.map(segment =>
    segment.op === 'kept'
      ? segment
      : { ...segment, before: middleLeftOut(segment.before) }
  );
}

function middleLeftOut(text: string): string {
  const head = beginning(text);
  const end = ending(text.slice(head.length));
  const out = text.length - head.length - end.length;
  if (out < MOST_CHARS / 2) {
    return text;
  }
  const count = out.toLocaleString('en-US');
  return `${head}\n[${count} characters of this are shown in a wider view]\n${end}`;
}

function beginning(text: string): string {
  const lines = text.slice(0, MOST_CHARS / 2).split('\n');
  return whole(lines.slice(0, MOST_LINES / 2).join('\n'));
}

function ending(text: string): string {
  const lines = text.slice(-MOST_CHARS / 2).split('\n');
  const end = lines.slice(-MOST_LINES / 2).join('\n');
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}

/** Without half a character at its end. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
