import { LeftShape } from '../api/types.gen';

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

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };

/** A Unix time in seconds as local time, with its day where that is another one than today. */
function clock(seconds: number): string {
  const then = new Date(seconds * 1000);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(undefined, isToday ? TIME : { ...DAY, ...TIME });
}
