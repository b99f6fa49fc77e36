import { useLayoutEffect, useRef } from 'preact/hooks';
import { Home, Restore } from '../api/client';
import { DiffShape } from '../api/types.gen';

interface DrawingProps {
  home: Home;
  diff: DiffShape;
  restore?: Restore;
}

/** The diff as the home draws it. */
export function Drawing({ home, diff, restore }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (box.current ? home.drawDiff(box.current, diff, restore) : undefined),
    [diff, restore?.hindered]
  );
  return <div ref={box} class="wl-diff-box" />;
}
