import { LeftShape } from '../api/types.gen';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short'
});

/** What each backend last said is left of its allowance. */
export function Left({ left }: { left: readonly LeftShape[] }) {
  if (!left.length) {
    return null;
  }
  return (
    <ul class="wl-left" aria-label="What is left">
      {left.map(one => (
        <li key={one.backend} class="wl-left-one">
          <span class="wl-left-name">{one.backend}</span>
          <span class="wl-left-count">{one.text} left</span>
          {one.limit ? (
            <meter
              class="wl-meter"
              aria-label={`${one.backend}: ${one.text} left`}
              min={0}
              max={one.limit}
              low={one.limit * 0.1}
              value={one.remaining}
            />
          ) : null}
          <span class="wl-meta">
            said {clock(one.at)}
            {one.resets_at !== null && ` · resets ${clock(one.resets_at)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A Unix time in seconds as local time. */
function clock(seconds: number): string {
  return CLOCK.format(new Date(seconds * 1000));
}
