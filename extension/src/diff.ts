import { Change, diff, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers } from '@codemirror/view';
import { Restore } from './api/client';
import { DiffShape } from './api/types.gen';
import { diffTheme } from './diff_theme';
import { restoreButtons } from './restore_buttons';
import { Reason, shortened, Sides, sidesOf } from './segments';

/** From this width on, the texts stand side by side. */
export const WIDE_PX = 600;
const COLLAPSE = { margin: 2, minSize: 6 };

/** How far a diff was read, and whether by keys, that is drawn again in its place with a piece given back. */
const places = new WeakMap<HTMLElement, { top: number; focused: boolean }>();

/** Draws raw against compressed into `node`, by our own segments; returns the way to take it out. */
export function drawDiff(
  node: HTMLElement,
  shape: DiffShape,
  restore?: Restore
): () => void {
  const frame = frameIn(node);
  let wide: boolean | null = null;
  let view: { destroy(): void } | null = null;
  const draw = (width: number) => {
    if (width > 0 && width >= WIDE_PX !== wide) {
      wide = width >= WIDE_PX;
      view?.destroy();
      view = null;
      try {
        const draws = wide ? sideBySide : unified;
        view = draws(frame, shape, restore);
        readOn(frame, places.get(node));
        places.delete(node);
      } catch (failure) {
        // Told here, for nothing guards what an observer does.
        frame.textContent = `This result cannot be drawn: ${String(failure)}`;
      }
    }
  };
  // Told at once of the width, and again when a sidebar is dragged; nothing is drawn while hidden.
  const observer = new ResizeObserver(([entry]) =>
    draw(entry.contentRect.width)
  );
  observer.observe(node);
  return () => {
    observer.disconnect();
    const focused = frame.contains(document.activeElement);
    places.set(node, { top: frame.scrollTop, focused });
    view?.destroy();
    frame.remove();
  };
}

function readOn(
  frame: HTMLElement,
  place?: { top: number; focused: boolean }
): void {
  if (place) {
    frame.scrollTop = place.top;
  }
  if (place?.focused) {
    frame.focus({ preventScroll: true }); // the button that was pressed is gone
  }
}

/** The scrolling frame: bounded, so that the editors draw only what is seen, and reached by Tab. */
function frameIn(node: HTMLElement): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'wl-diff';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', 'Raw against compressed');
  Object.assign(frame.style, {
    maxHeight: 'min(60vh, 40rem)',
    overflow: 'auto'
  });
  return node.appendChild(frame);
}

function sideBySide(
  parent: HTMLElement,
  shape: DiffShape,
  restore?: Restore
): MergeView {
  const sides = sidesOf(shape.segments);
  const side = (name: 'a' | 'b', label: string) => ({
    doc: sides[name],
    extensions: [lineNumbers(), reading(label), whyMarks(sides.reasons[name])]
  });
  const raw = side('a', 'Raw');
  return new MergeView({
    a: {
      ...raw,
      extensions: [raw.extensions, restoreButtons(sides, 'a', restore)]
    },
    b: side('b', 'Compressed'),
    parent,
    collapseUnchanged: COLLAPSE,
    diffConfig: { override: byOwnChanges(sides) }
  });
}

function unified(
  parent: HTMLElement,
  shape: DiffShape,
  restore?: Restore
): EditorView {
  const sides = sidesOf(shortened(shape.segments));
  const merge = unifiedMergeView({
    original: sides.a,
    mergeControls: false,
    collapseUnchanged: COLLAPSE,
    diffConfig: { override: byOwnChanges(sides) }
  });
  return new EditorView({
    doc: sides.b,
    parent,
    extensions: [
      reading('Compressed, with what was dropped'),
      whyMarks(sides.reasons.b),
      restoreButtons(sides, 'b', restore),
      merge
    ]
  });
}

function reading(label: string): Extension {
  return [
    EditorView.lineWrapping,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    diffTheme
  ];
}

/** The reason of a change, shown where the mouse rests on it. */
function whyMarks(reasons: readonly Reason[]): Extension {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, text } of reasons) {
    builder.add(from, to, Decoration.mark({ attributes: { title: text } }));
  }
  return EditorView.decorations.of(builder.finish());
}

type Override = (a: string, b: string) => readonly Change[];

/**
 * What the compression did, in place of what the library would find out: it gives up on long texts and marks all of
 * them. It is asked again about parts only if a text is edited, which these are not.
 */
export function byOwnChanges(sides: Sides): Override {
  const changes = changesOf(sides);
  return (a, b) =>
    a.length === sides.a.length && b.length === sides.b.length
      ? changes
      : diff(a, b, { scanLimit: 500 });
}

/** What lies between the kept runs. */
export function changesOf({ a, b, kept }: Sides): Change[] {
  const end: Sides['kept'][number] = [a.length, a.length, b.length, b.length];
  const changes: Change[] = [];
  let [atA, atB] = [0, 0];
  for (const [fromA, toA, fromB, toB] of [...kept, end]) {
    if (fromA > atA || fromB > atB) {
      changes.push(new Change(atA, fromA, atB, fromB));
    }
    [atA, atB] = [toA, toB];
  }
  return changes;
}
