import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { asCallError } from '../api/failure';

interface FigureProps {
  home: Home;
  figure: Record<string, unknown>;
}

/** A chart, drawn by the home; one that cannot be drawn says so, and the table beside it has the numbers. */
export function Figure({ home, figure }: FigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState('');
  useLayoutEffect(() => {
    setFailure('');
    try {
      return box.current ? home.drawFigure(box.current, figure) : undefined;
    } catch (reason) {
      setFailure(asCallError(reason).message);
      return undefined;
    }
  }, [figure]);
  return (
    <>
      {failure && <p class="wl-note">The chart cannot be drawn: {failure}</p>}
      <div ref={box} class="wl-figure" hidden={failure !== ''} />
    </>
  );
}
