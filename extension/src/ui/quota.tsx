import { useEffect, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { UsageShape } from '../api/types.gen';
import { Action } from './action';
import { OutcomeAt } from './outcome';
import { answerable } from './reach';
import { useTask } from './task';
import { usageOf } from './usage';
import { Counting, UsageBar } from './usage-bar';
import { UsageBody } from './usage-body';

interface QuotaTabProps {
  home: Home;
  /** These only; all where it is left out. */
  backends?: readonly string[];
  /** False in a saved output that opens here: it asks nothing by itself. */
  asks?: boolean;
}

const USUAL: Counting = { days: 7, by: 'day' };

/** Calls and what is left now, asked for when a person opens this and again at a person's word. */
export function QuotaTab({ home, backends, asks = true }: QuotaTabProps) {
  const task = useTask(home.client);
  const [usage, setUsage] = useState<UsageShape | null>(null);
  const ready = answerable(home.client.reach);
  const args = backends && { backends };
  const ask = (counting: Counting) =>
    void task.run('quota', 'usage', { ...counting, ...args }, answer =>
      setUsage(usageOf(answer.drawn.data))
    );
  const counting = usage ? { days: usage.days, by: usage.by } : USUAL;
  useEffect(() => {
    if (asks && usage === null && ready.can) {
      ask(counting);
    }
  }, [ready.can, asks]);

  return (
    <div class="wl-quota">
      <UsageBar
        home={home}
        task={task}
        where="quota"
        counting={counting}
        onChoose={ask}
        magic={usage?.magic}
        args={args}
      >
        <Action
          icon="reload"
          label={usage ? 'Count again' : 'Count'}
          ready={ready}
          onAct={() => ask(counting)}
        />
      </UsageBar>
      {!usage && !task.outcome && (!ready.can || !asks) && (
        <p class="wl-empty">Quota is counted live. {ready.note}</p>
      )}
      <OutcomeAt task={task} where="quota" />
      {usage && <UsageBody home={home} usage={usage} />}
    </div>
  );
}
