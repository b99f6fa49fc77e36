import { Home } from '../api/client';
import { DiffShape, PageShape } from '../api/types.gen';
import { Task } from './task';

/** What stands under the token bar of a compression gets this. */
export interface ComparisonProps {
  home: Home;
  page: PageShape;
  diff: DiffShape;
  /** Names the Python object behind the page, where there is one. */
  id: string;
  /** Its outcome stands above, at "diff". */
  task: Task;
  /** Shows the page as it is now in the place of this one. */
  become: (page: PageShape) => void;
}
