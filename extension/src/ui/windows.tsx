import { WindowShape } from '../api/types.gen';

/** What each backend says is left, of which window, whose pool it is, and when it ends. */
export function Windows({ windows }: { windows: readonly WindowShape[] }) {
  if (!windows.length) {
    return null;
  }
  return (
    <ul class="wl-left" aria-label="What is left">
      {windows.map(({ backend, text, warning, share, level }) => (
        <li key={backend} class={`wl-level-${level}`}>
          <strong>{backend}</strong> {text}
          {share !== null && (
            <meter
              class="wl-meter"
              aria-label={`${backend}: share left`}
              title={warning || undefined}
              value={share}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
