/** Keys typed into our views belong to them; JupyterLab's single-letter shortcuts must not see them. */

/** Edits text in the browser itself. */
const EDITING = new Set(['a', 'c', 'v', 'x', 'y', 'z']);

/**
 * Keeps a key from the application, which `data-lm-suppress-shortcuts` on the same node asks for too (its listener
 * comes first). What is meant for the application, such as Ctrl+S, is told to it again as typed beside the view.
 */
export function keepKey(event: KeyboardEvent): void {
  event.stopPropagation();
  const outer = (event.currentTarget as HTMLElement).parentElement;
  if (outer && isForApplication(event) && !event.defaultPrevented) {
    const copy = copyOf(event);
    if (!outer.dispatchEvent(copy)) {
      event.preventDefault();
    }
  }
}

/**
 * Some shortcuts mean whatever has the focus inside a notebook (`… :focus`). The mark above does not stop these, only one
 * on the node itself: Notebook 7, which listens before us, else takes j and k.
 */
export function keepShortcutsOff(event: FocusEvent): void {
  (event.target as Element).setAttribute('data-lm-suppress-shortcuts', 'true');
}

function isForApplication(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) &&
    !isEditing(event) &&
    event.key.length === 1
  );
}

function isEditing({ key, shiftKey }: KeyboardEvent): boolean {
  const name = key.toLowerCase();
  return EDITING.has(name) && (!shiftKey || name === 'z');
}

/** A plain event that carries the key: browsers do not let a made KeyboardEvent keep its `keyCode`. */
function copyOf(event: KeyboardEvent): Event {
  const copy = new Event(event.type, { bubbles: true, cancelable: true });
  const { key, code, keyCode, ctrlKey, metaKey, shiftKey, altKey } = event;
  return Object.assign(copy, {
    key,
    code,
    keyCode,
    ctrlKey,
    metaKey,
    shiftKey,
    altKey,
    getModifierState: (name: string) => event.getModifierState(name)
  });
}

/** The place in a list of `length` that a key leads to from `from` (-1: none chosen yet); null for other keys. */
export function moved(
  key: string,
  from: number,
  length: number
): number | null {
  const last = length - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(from + 1, last);
    case 'ArrowUp':
    case 'k':
      return Math.max(from - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
