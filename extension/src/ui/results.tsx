import { useRef, useState } from 'preact/hooks';
import { ResultsShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { Answer } from './answer';
import { Attempts } from './attempts';
import { Hits } from './hits';
import { Facts } from './facts';
import { Notes } from './notes';
import { OutcomeAt } from './outcome';
import { QuotaTab } from './quota';
import { answerable, insertable } from './reach';
import { oneOf, place } from './shared';
import { Table } from './table';
import { Tabs } from './tabs';
import { useTask } from './task';
import { ViewProps } from './view-props';
import { counted } from './words';

const TABS = ['results', 'quota'] as const;
/** The last page that can be asked for. */
const PAGES = 10;

/** One search: who answered, the answer, the backends compared, the hits, and what the backends have left. */
export function Results(props: ViewProps<ResultsShape>) {
  const { home, data, state, live, open } = props;
  const { client } = home;
  const task = useTask(client);
  const tab = oneOf(state.tab, TABS);
  const [clicked, setClicked] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const chosen = place(state.selected, data.hits.length);
  const page = Number(data.asked?.page) || 1;
  // Whoever answers reads each keyword anew: a saved notebook may hold anything.
  const ask = (where: string, change: object) => {
    const args = { ...data.asked, query: data.query, ...change };
    void task.run(where, 'search', args, open);
  };
  const cite = (position: number) => {
    const at = data.hits.findIndex(hit => hit.position === position);
    if (at >= 0) {
      client.set('selected', at);
      const options = box.current?.querySelectorAll('[role=option]');
      options?.[at]?.scrollIntoView?.({ block: 'nearest' });
    }
  };
  const more = (label: string, to: number) => (
    <Action
      label={label}
      ready={answerable(client.reach)}
      onAct={() => ask('more', { page: to })}
    />
  );
  return (
    <section ref={box} class="wl-view" aria-label={`Results for ${data.query}`}>
      <header class="wl-head">
        <h3 class="wl-title">{data.query}</h3>
        <Attempts tries={live?.tries?.length ? live.tries : data.tries} />
        <Facts
          facts={[
            counted(data.hits.length, 'result'),
            counted(data.tokens, 'token')
          ]}
          live={live}
          kept="from memory"
        />
        <Notes notes={data.notes} />
      </header>
      {data.answer && <Answer answer={data.answer} onCite={cite} />}
      {data.tables?.length > 0 && (
        <div class="wl-tables">
          {(live?.tables?.length ? live.tables : data.tables).map(table => (
            <Table key={table.label} {...table} />
          ))}
        </div>
      )}
      <Tabs
        label="Search"
        tabs={[
          ['results', 'Results'],
          ['quota', 'Quota']
        ]}
        chosen={tab}
        onChoose={name => {
          setClicked(name);
          client.set('tab', name);
        }}
        beside={
          tab === 'results' && (
            <div class="wl-actions">
              {live?.cached && (
                <Action
                  label="Refresh"
                  title="Ask again, not from memory"
                  ready={answerable(client.reach)}
                  onAct={() => ask('head', { refresh: true })}
                />
              )}
              <Action
                label="Insert as cell"
                title={data.magic}
                ready={insertable(home, data.magic)}
                onAct={() => insertCode(home, task, 'head', data.magic)}
              />
            </div>
          )
        }
      >
        <OutcomeAt task={task} where="head" />
        {tab === 'quota' ? (
          <QuotaTab
            home={home}
            backends={backendsOf(data)}
            asks={tab === clicked}
          />
        ) : (
          <>
            {data.hits.length ? (
              <Hits
                home={home}
                label={`Results for ${data.query}`}
                hits={data.hits}
                chosen={chosen}
                onChoose={at => client.set('selected', at)}
                open={open}
              />
            ) : (
              <p class="wl-empty">No results.</p>
            )}
            <OutcomeAt task={task} where="more" />
            <div class="wl-actions wl-more">
              {page > 1 && more('Previous page', page - 1)}
              {data.hits.length > 0 && page < PAGES && more('More', page + 1)}
            </div>
          </>
        )}
      </Tabs>
    </section>
  );
}

/** The backends that a call went out to. */
function backendsOf(data: ResultsShape): string[] {
  const asked = data.tries.filter(one => one.outcome !== 'skipped');
  return [...new Set(asked.map(one => one.backend))];
}
