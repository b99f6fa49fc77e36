import { ComponentChildren } from 'preact';
import { Arguments, Home } from '../api/client';
import { UsageShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { CountedBy } from './counted-by';
import { Days } from './days';
import { answerable, insertable } from './reach';
import { Task } from './task';

/** How usage is counted. */
export type Counting = Pick<UsageShape, 'days' | 'by'>;

interface UsageBarProps {
  home: Home;
  task: Task;
  /** Where it is told what became of an act. */
  where: string;
  counting: Counting;
  onChoose: (counting: Counting) => void;
  /** The line that counts so; left out while nothing is counted. */
  magic?: string;
  /** Further arguments of the count. */
  args?: Arguments;
  children?: ComponentChildren;
}

/** What is counted and how, and what to do with it: a cell, a file. */
export function UsageBar(props: UsageBarProps) {
  const { home, task, where, counting, onChoose, magic } = props;
  const { saveFile } = home;
  const ready = answerable(home.client.reach);
  const save = () => {
    const args = { ...counting, ...props.args };
    void task.run(where, 'usage_csv', args, file => saveFile?.(file));
  };
  return (
    <div class="wl-bar-head">
      <Days
        days={counting.days}
        ready={ready}
        onChoose={days => onChoose({ ...counting, days })}
      />
      <CountedBy
        by={counting.by}
        ready={ready}
        onChoose={by => onChoose({ ...counting, by })}
      />
      <div class="wl-actions">
        {magic !== undefined && (
          <Action
            label="Insert as cell"
            title={magic}
            ready={insertable(home, magic)}
            onAct={() => insertCode(home, task, where, magic)}
          />
        )}
        {saveFile && (
          <Action
            label="CSV"
            title="Save the table as a file"
            ready={ready}
            onAct={save}
          />
        )}
        {props.children}
      </div>
    </div>
  );
}
