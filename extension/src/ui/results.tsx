import { useState } from 'preact/hooks';
import { ResultsShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { Attempts } from './attempts';
import { Hits } from './hits';
import { Facts } from './facts';
import { Notes } from './notes';
import { OutcomeAt } from './outcome';
import { QuotaTab } from './quota';
import { insertable } from './reach';
import { oneOf, place } from './shared';
import { Tabs } from './tabs';
import { useTask } from './task';
import { ViewProps } from './view-props';
import { counted } from './words';

const TABS = ['results', 'quota'] as const;

/** One search: who answered, the hits, and what the backends that were asked have left. */
export function Results(props: ViewProps<ResultsShape>) {
  const { home, data, state, live, open } = props;
  const { client } = home;
  const task = useTask(client);
  const tab = oneOf(state.tab, TABS);
  const [clicked, setClicked] = useState<string | null>(null);
  const chosen = place(state.selected, data.hits.length);
  return (
    <section class="wl-view" aria-label={`Results for ${data.query}`}>
      <header class="wl-head">
        <h3 class="wl-title">{data.query}</h3>
        <Attempts tries={data.tries} />
        <Facts
          facts={[
            counted(data.hits.length, 'result'),
            counted(data.tokens, 'token')
          ]}
          live={live}
        />
        <Notes notes={data.notes} />
      </header>
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
        ) : data.hits.length ? (
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
      </Tabs>
    </section>
  );
}

/** The backends that a call went out to. */
function backendsOf(data: ResultsShape): string[] {
  const asked = data.tries.filter(one => one.outcome !== 'skipped');
  return [...new Set(asked.map(one => one.backend))];
}
