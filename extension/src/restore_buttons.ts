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
  for (const { start, [side]: at } of gone) {
    const widget = new RestoreButton(start, restore);
    builder.add(at, at, Decoration.widget({ widget, side: -1 }));
  }
  return EditorView.decorations.of(builder.finish());
}

class RestoreButton extends WidgetType {
  constructor(
    private readonly start: number,
    private readonly restore: Restore
  ) {
    super();
  }

  eq(other: RestoreButton): boolean {
    return other.start === this.start && other.restore === this.restore;
  }

  toDOM(): HTMLElement {
    const { start, restore } = this;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'wl-restore';
    button.textContent = '↶';
    button.title = restore.hindered || 'Give this piece back';
    button.ariaLabel = 'Give this piece back';
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
