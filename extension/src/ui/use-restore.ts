import { useEffect, useMemo, useRef } from 'preact/hooks';
import { DiffShape } from '../api/types.gen';
import { ComparisonProps } from './comparison-props';
import { fetchOptions } from './options';
import { answerable, Ready } from './reach';
import { startsOf, withRestored } from './restored';

export interface Restoring {
  /** The diff with all that was given back, at once; its numbers follow. */
  shown: DiffShape;
  /** The starts of what was given back, in that order. */
  starts: number[];
  /** Whether the numbers are still those of before. */
  behind: boolean;
  ready: Ready;
  /** Gives one more back; what becomes of it stands at `where`. */
  giveBack(start: number, where: string): void;
  undo(): void;
  countAgain(): void;
}

/** What was given back of a compression is shared with its Python object, and read from here when that one changed. */
export function useRestore(props: ComparisonProps): Restoring {
  const { home, page, diff, id, task, become } = props;
  const { client } = home;
  const starts = startsOf(client.state.restored);
  const key = String(starts);
  const behind = key !== String(diff.restored ?? []);
  const ready = answerable(client.reach);

  const ask = (where: string, restored?: number[]) => {
    const same = fetchOptions({ compress: diff.method, ...page.options });
    const which = { ...same, url: page.url, id };
    const args = restored ? { ...which, restored } : which;
    void task.run(where, 'restore', args, become);
  };
  const known = useRef(key);
  const change = (where: string, restored: number[]) => {
    if (ready.can) {
      known.current = String(restored);
      client.set('restored', restored);
      ask(where, restored);
    } else {
      task.say(where, ready.note);
    }
  };
  useEffect(() => {
    const isNews = key !== known.current;
    known.current = key;
    if (isNews && behind && client.reach.by === 'kernel') {
      ask('diff'); // Python's own change: it has the page already
    }
  }, [key]);

  return {
    shown: useMemo(
      () => (behind ? withRestored(diff, starts) : diff),
      [diff, key]
    ),
    starts,
    behind,
    ready,
    giveBack: (start, where) => change(where, [...starts, start]),
    undo: () => change('diff', starts.slice(0, -1)),
    countAgain: () => change('diff', starts)
  };
}
