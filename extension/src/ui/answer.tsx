import { useState } from 'preact/hooks';
import { AnswerShape } from '../api/types.gen';

interface AnswerProps {
  answer: AnswerShape;
  /** Shows the hit at a position, counted from 1. */
  onCite: (position: number) => void;
}

/** An answer in sentences. Each leads to the hit that holds it and shows its words there, or says that none does. */
export function Answer({ answer, onCite }: AnswerProps) {
  const [open, setOpen] = useState(-1);
  const { sentences, source } = answer;
  const quote = sentences[open]?.quote;
  return (
    <section class="wl-answer" aria-label="Answer">
      <p>
        {sentences.map(({ text, quote, position }, at) =>
          position === null ? (
            <span key={at} class="wl-unsupported">
              {text} <small>no source</small>{' '}
            </span>
          ) : (
            <span key={at}>
              {text}{' '}
              <button
                type="button"
                class="wl-cite"
                aria-expanded={at === open}
                aria-label={`Source: result ${position}`}
                title={quote}
                onClick={() => {
                  setOpen(at === open ? -1 : at);
                  onCite(position);
                }}
              >
                {position}
              </button>{' '}
            </span>
          )
        )}
      </p>
      {quote && <blockquote class="wl-quote">{quote}</blockquote>}
      <p class="wl-meta">Answer by {source}</p>
    </section>
  );
}
