import { useEffect, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { PageShape, SourceShape } from '../api/types.gen';
import { Action } from './action';
import { fetchOptions } from './options';
import { OutcomeAt } from './outcome';
import { answerable } from './reach';
import { useTask } from './task';
import { counted } from './words';

interface SourceProps {
  home: Home;
  page: PageShape;
  /** Asks at once: a person opened this. A saved output that opens here asks nothing by itself. */
  asks: boolean;
}

/** The page's text as it is, asked for when a person opens this, or by the button. */
export function Source({ home, page, asks }: SourceProps) {
  const task = useTask(home.client);
  const [source, setSource] = useState<SourceShape | null>(null);
  const ready = answerable(home.client.reach);
  const ask = () => {
    const args = { ...fetchOptions(page.options), url: page.url };
    void task.run('source', 'source', args, setSource);
  };
  useEffect(() => {
    if (asks && ready.can && source === null) {
      ask();
    }
  }, [ready.can, asks]);

  if (source === null) {
    return (
      <div class="wl-source">
        {!ready.can && (
          <p class="wl-empty">The source is not saved here. {ready.note}</p>
        )}
        {ready.can && !task.outcome?.busy && !task.outcome?.error && (
          <Action label="Ask for the source" onAct={ask} />
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
