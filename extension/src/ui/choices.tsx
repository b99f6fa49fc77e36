import { ComponentChildren } from 'preact';
import { Listbox } from './listbox';
import { Notes } from './notes';

export interface Choice {
  title: string;
  /** What came of it, in words. */
  verdict: ComponentChildren;
  failed: boolean;
  /** Shows it; absent where there is nothing to show. */
  onOpen?: () => void;
}

interface ChoicesProps {
  label: string;
  title: string;
  notes: readonly string[];
  choices: readonly Choice[];
  chosen: number;
  onChoose: (place: number) => void;
}

/** A batch as a list with a verdict each; Enter or a click on the title opens one in place. */
export function Choices(props: ChoicesProps) {
  const { choices, label } = props;
  return (
    <section class="wl-view" aria-label={label}>
      <header class="wl-head">
        <h3 class="wl-title">{props.title}</h3>
        <Notes notes={props.notes} />
      </header>
      <Listbox
        label={label}
        length={choices.length}
        chosen={props.chosen}
        onChoose={props.onChoose}
        onKey={(key, at) => {
          if (key === 'Enter') {
            choices[at].onOpen?.();
          }
          return key === 'Enter';
        }}
        option={at => <ChoiceRow choice={choices[at]} />}
      />
    </section>
  );
}

function ChoiceRow({ choice }: { choice: Choice }) {
  const { title, onOpen } = choice;
  return (
    <div class={`wl-choice ${choice.failed ? 'wl-bad' : 'wl-good'}`}>
      {onOpen ? (
        <button
          type="button"
          class="wl-hit-title"
          tabIndex={-1}
          onClick={onOpen}
        >
          {title}
        </button>
      ) : (
        <span class="wl-hit-title">{title}</span>
      )}
      <div class="wl-meta">{choice.verdict}</div>
    </div>
  );
}
