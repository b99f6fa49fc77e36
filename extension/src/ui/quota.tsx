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
}

const DAYS = 7;

/** Calls and what is left now, asked for when this is opened and again at a person's word. */
export function QuotaTab({ home, backends }: QuotaTabProps) {
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
    if (usage === null && ready.can) {
      ask(days);
    }
  }, [ready.can]);

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
            label="Count again"
            ready={ready}
            onAct={() => ask(days)}
          />
        </div>
      </div>
      {!usage && !ready.can && (
        <p class="wl-empty">Quota is counted live. {ready.note}</p>
      )}
      <OutcomeAt task={task} where="quota" />
      {usage && <UsageBody home={home} usage={usage} />}
    </div>
  );
}
