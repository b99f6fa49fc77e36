import { Home } from '../api/client';
import { Drawn, Live } from '../api/types.gen';

/** A drawing, and its live part where somebody told it. */
export interface Opened {
  drawn: Drawn;
  live: Live | null;
}

/** What every view gets. */
export interface ViewProps<Shape> {
  home: Home;
  data: Shape;
  /** Names the Python object behind the drawing, where there is one. */
  id: string;
  /** The shared values: those saved with the drawing, and what has changed since. */
  state: Readonly<Record<string, unknown>>;
  live: Live | null;
  /** Shows another drawing in this one's place, with a way back. */
  open: (opened: Opened) => void;
}
