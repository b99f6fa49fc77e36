import { useEffect, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { PageShape, SourceShape } from '../api/types.gen';
import { Action } from './action';
import { OutcomeAt } from './outcome';
import { answerable } from './reach';
import { useTask } from './task';
import { counted } from './words';

/** The page's text as it is, asked for when this is opened. */
export function Source({ home, page }: { home: Home; page: PageShape }) {
  const task = useTask(home.client);
  const [source, setSource] = useState<SourceShape | null>(null);
  const ready = answerable(home.client.reach);
  const ask = () => {
    const args = { ...page.options, url: page.url };
    void task.run('source', 'source', args, setSource);
  };
  useEffect(() => {
    if (ready.can && source === null) {
      ask();
    }
  }, [ready.can]);

  if (source === null) {
    return (
      <div class="wl-source">
        {!ready.can && (
          <p class="wl-empty">The source is not saved here. {ready.note}</p>
        )}
        {ready.can && task.outcome?.note && (
          <Action label="Show the source" onAct={ask} />
        )}
        <OutcomeAt task={task} where="source" />
      </div>
    );
  }
  return (
    <div class="wl-source">
      <p class="wl-meta wl-facts">
        <span>{source.is_markdown ? 'markdown' : page.media_type}</span>
        <span>{counted(source.text.length, 'character')} shown</span>
      </p>
      <pre class="wl-source-text wl-scroll" tabIndex={0}>
        {source.text}
      </pre>
    </div>
  );
}
