import { DiffShape } from '../api/types.gen';
import { change, count, counted } from './words';

/** Tokens before and after as two bars of one scale, and what became of the text in numbers. */
export function TokenBar({ diff }: { diff: DiffShape }) {
  if (diff.refused) {
    return <p class="wl-note">Not compressed: {diff.refused}</p>;
  }
  const { tokens_before: before, tokens_after: after } = diff;
  const most = Math.max(before, after, 1);
  const pieces = [
    change(before, after),
    `${counted(diff.dropped, 'piece')} dropped`,
    `${count(diff.rewritten)} rewritten`,
    `by ${diff.method}`,
    diff.model
  ];
  return (
    <div class="wl-token-bar">
      <Bar words="Raw" tokens={before} most={most} />
      <Bar words="Compressed" tokens={after} most={most} />
      <p class="wl-meta">{pieces.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

function Bar(props: { words: string; tokens: number; most: number }) {
  const { words, tokens, most } = props;
  return (
    <div class="wl-bar-row">
      <span class="wl-bar-name">{words}</span>
      <span class="wl-bar" aria-hidden="true">
        <span
          class={`wl-bar-fill wl-bar-${words.toLowerCase()}`}
          style={{ width: `${(100 * tokens) / most}%` }}
        />
      </span>
      <span class="wl-bar-count">{counted(tokens, 'token')}</span>
    </div>
  );
}
