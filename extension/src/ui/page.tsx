import { useState } from 'preact/hooks';
import { PageShape } from '../api/types.gen';
import { Compare } from './compare';
import { OutcomeAt } from './outcome';
import { PageActions } from './page-actions';
import { PageHead } from './page-head';
import { QuotaTab } from './quota';
import { Read } from './read';
import { oneOf } from './shared';
import { Source } from './source';
import { Tabs } from './tabs';
import { useTask } from './task';
import { ViewProps } from './view-props';

const TABS = ['read', 'diff', 'source', 'quota'] as const;

/** One page: what it is, its text to read, what compression took, its source, and the quota that it cost. */
export function Page(props: ViewProps<PageShape>) {
  const { home, id, state, live, open } = props;
  const [back, setBack] = useState([props.data, props.data]);
  const [of, restored] = back;
  // Another one once pieces were given back that its compression took.
  const data = of === props.data ? restored : props.data;
  const become = (page: PageShape) => setBack([props.data, page]);
  const task = useTask(home.client);
  const tab = oneOf(state.tab, TABS);
  const [chosen, setChosen] = useState<string | null>(null);
  const asks = tab === chosen;
  return (
    <section class="wl-view" aria-label={data.title || data.final_url}>
      <PageHead page={data} live={live} />
      <Tabs
        label="Page"
        tabs={[
          ['read', 'Read'],
          ['diff', 'Raw ↔ compressed'],
          ['source', 'Source'],
          ['quota', 'Quota']
        ]}
        chosen={tab}
        onChoose={name => {
          setChosen(name);
          home.client.set('tab', name);
        }}
        beside={<PageActions home={home} page={data} task={task} open={open} />}
      >
        <OutcomeAt task={task} where="head" />
        {tab === 'read' && <Read home={home} page={data} open={open} />}
        {tab === 'diff' && (
          <Compare {...{ home, page: data, id, asks, open, become }} />
        )}
        {tab === 'source' && <Source home={home} page={data} asks={asks} />}
        {tab === 'quota' && <PageQuota {...props} asks={asks} />}
      </Tabs>
    </section>
  );
}

function PageQuota(props: ViewProps<PageShape> & { asks: boolean }) {
  const { home, data, asks } = props;
  if (!data.backends.length) {
    return (
      <p class="wl-empty">
        Read directly from {data.host}: no backend was asked.
      </p>
    );
  }
  return <QuotaTab home={home} backends={data.backends} asks={asks} />;
}
