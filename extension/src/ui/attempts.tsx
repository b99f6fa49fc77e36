import { TryShape } from '../api/types.gen';

/** Who answered, who failed and why, in the order asked. The words tell it; the sign before them repeats it. */
export function Attempts({ tries }: { tries: readonly TryShape[] }) {
  if (!tries.length) {
    return null;
  }
  return (
    <ul class="wl-attempts" aria-label="Attempts">
      {tries.map((one, at) => (
        <li key={at} class={`wl-attempt wl-${tone(one.outcome)}`}>
          {one.text}
        </li>
      ))}
    </ul>
  );
}

function tone(outcome: TryShape['outcome']): string {
  if (outcome === 'ok') {
    return 'good';
  }
  return outcome === 'empty' || outcome === 'skipped' ? 'mild' : 'bad';
}
