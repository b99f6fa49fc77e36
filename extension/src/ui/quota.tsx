import { useEffect, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { UsageShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { Days } from './days';
import { OutcomeAt } from './outcome';
import { answerable, insertable } from './reach';
import { useTask } from './task';
import { usageOf } from './usage';
import { UsageBody } from './usage-body';

interface QuotaTabProps {
  home: Home;
  /** These only; all where it is left out. */
  backends?: readonly string[];
  /** False in a saved output that opens here: it asks nothing by itself. */
  asks?: boolean;
}

const DAYS = 7;

/** Calls and what is left now, asked for when a person opens this and again at a person's word. */
export function QuotaTab({ home, backends, asks = true }: QuotaTabProps) {
  const task = useTask(home.client);
  const [usage, setUsage] = useState<UsageShape | null>(null);
  const ready = answerable(home.client.reach);
  const ask = (days: number) => {
    const args = backends ? { days, backends } : { days };
    void task.run('quota', 'usage', args, answer =>
      setUsage(usageOf(answer.drawn.data))
    );
  };
  const days = usage?.days ?? DAYS;
  useEffect(() => {
    if (asks && usage === null && ready.can) {
      ask(days);
    }
  }, [ready.can, asks]);

  return (
    <div class="wl-quota">
      <div class="wl-bar-head">
        <Days days={days} ready={ready} onChoose={ask} />
        <div class="wl-actions">
          {usage && (
            <Action
              label="Insert as cell"
              title={usage.magic}
              ready={insertable(home, usage.magic)}
              onAct={() => insertCode(home, task, 'quota', usage.magic)}
            />
          )}
          <Action
            icon="reload"
            label={usage ? 'Count again' : 'Count'}
            ready={ready}
            onAct={() => ask(days)}
          />
        </div>
      </div>
      {!usage && !task.outcome && (!ready.can || !asks) && (
        <p class="wl-empty">Quota is counted live. {ready.note}</p>
      )}
      <OutcomeAt task={task} where="quota" />
      {usage && <UsageBody home={home} usage={usage} />}
    </div>
  );
}
