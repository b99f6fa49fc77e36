import { Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { Restore } from './api/client';
import { Sides } from './segments';

/** A button in front of each piece that is not there any more, in one of the texts; only those seen are drawn. */
export function restoreButtons(
  { gone }: Sides,
  side: 'a' | 'b',
  restore?: Restore
): Extension {
  if (!restore) {
    return [];
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const { start, words, [side]: at } of gone) {
    const widget = new RestoreButton(start, words, restore);
    builder.add(at, at, Decoration.widget({ widget, side: -1 }));
  }
  return EditorView.decorations.of(builder.finish());
}

class RestoreButton extends WidgetType {
  constructor(
    private readonly start: number,
    private readonly words: string,
    private readonly restore: Restore
  ) {
    super();
  }

  eq(other: RestoreButton): boolean {
    return other.start === this.start && other.restore === this.restore;
  }

  toDOM(): HTMLElement {
    const { start, words, restore } = this;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'wl-restore';
    button.textContent = '↶';
    button.ariaLabel = `Give back: ${words}`;
    button.title = restore.hindered || button.ariaLabel;
    if (restore.hindered) {
      button.setAttribute('aria-disabled', 'true');
    }
    button.addEventListener('click', () => restore.act(start));
    return button;
  }

  /** Its clicks are its own, not the editor's. */
  ignoreEvent(): boolean {
    return true;
  }
}
