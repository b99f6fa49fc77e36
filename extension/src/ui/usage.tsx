import { useEffect, useRef, useState } from 'preact/hooks';
import { UsageShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { Days } from './days';
import { OutcomeAt } from './outcome';
import { answerable, insertable } from './reach';
import { useTask } from './task';
import { UsageBody } from './usage-body';
import { ViewProps } from './view-props';

/** Calls and what is left, as counted when the cell ran; other days are asked for. `days` is shared with Python. */
export function Usage({ home, data, state }: ViewProps<UsageShape>) {
  const { client } = home;
  const task = useTask(client);
  const [fresh, setFresh] = useState<UsageShape | null>(null);
  const shown = fresh ?? data;
  const wanted = typeof state.days === 'number' ? state.days : shown.days;
  const drawn = useRef(wanted);

  useEffect(() => {
    // A saved output asks nothing of anyone by itself: only a change since it was drawn counts.
    if (wanted !== drawn.current) {
      drawn.current = wanted;
      void task.run('usage', 'usage', { days: wanted }, answer =>
        setFresh(usageOf(answer.drawn.data))
      );
    }
  }, [wanted]);

  return (
    <section class="wl-view" aria-label="Quota and calls">
      <header class="wl-head wl-bar-head">
        <Days
          days={shown.days}
          ready={answerable(client.reach)}
          onChoose={days => client.set('days', days)}
        />
        <div class="wl-actions">
          <Action
            label="Insert as cell"
            title={shown.magic}
            ready={insertable(home, shown.magic)}
            onAct={() => insertCode(home, task, 'usage', shown.magic)}
          />
        </div>
      </header>
      <OutcomeAt task={task} where="usage" />
      <UsageBody home={home} usage={shown} />
    </section>
  );
}

/** The usage of an answer; null where it is something else. */
export function usageOf(data: { view: string }): UsageShape | null {
  return data.view === 'usage' ? (data as UsageShape) : null;
}
