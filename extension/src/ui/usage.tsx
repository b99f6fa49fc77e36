import { useEffect, useRef, useState } from 'preact/hooks';
import { UsageShape } from '../api/types.gen';
import { WAYS } from './counted-by';
import { OutcomeAt } from './outcome';
import { oneOf } from './shared';
import { useTask } from './task';
import { UsageBar } from './usage-bar';
import { UsageBody } from './usage-body';
import { ViewProps } from './view-props';

/** Calls and what is left, as counted when the cell ran. `days` and `by` are shared with Python. */
export function Usage({ home, data, state }: ViewProps<UsageShape>) {
  const { client } = home;
  const task = useTask(client);
  const [fresh, setFresh] = useState<UsageShape | null>(null);
  const shown = fresh ?? data;
  const days = typeof state.days === 'number' ? state.days : shown.days;
  const by = state.by ? oneOf(state.by, WAYS) : shown.by;
  const wanted = `${days} ${by}`;
  const drawn = useRef(wanted);

  useEffect(() => {
    // A saved output asks nothing of anyone by itself: only a change since it was drawn counts.
    if (wanted !== drawn.current) {
      drawn.current = wanted;
      void task.run('usage', 'usage', { days, by }, answer =>
        setFresh(usageOf(answer.drawn.data))
      );
    }
  }, [wanted]);

  return (
    <section class="wl-view" aria-label="Quota and calls">
      <UsageBar
        home={home}
        task={task}
        where="usage"
        counting={{ days: shown.days, by: shown.by }}
        magic={shown.magic}
        onChoose={chosen => {
          for (const name of ['days', 'by'] as const) {
            if (chosen[name] !== state[name]) {
              client.set(name, chosen[name]);
            }
          }
        }}
      />
      <OutcomeAt task={task} where="usage" />
      <UsageBody home={home} usage={shown} />
    </section>
  );
}

/** The usage of an answer; null where it is something else. */
export function usageOf(data: { view: string }): UsageShape | null {
  return data.view === 'usage' ? (data as UsageShape) : null;
}
