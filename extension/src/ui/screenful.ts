import { useEffect, useState } from 'preact/hooks';

/** As many hits as a tall screen shows. */
const SCREENFUL = 12;

/**
 * How many of a list's `length` places to draw, `chosen` among them: what can be seen with the first paint, all right
 * after it. The rest of a long list would only hold up the first sight of it.
 */
export function useScreenful(length: number, chosen: number): number {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => setSeen(true), []); // runs after a paint, also where the tab is in the background
  return isSeen ? length : Math.min(length, Math.max(SCREENFUL, chosen + 1));
}
