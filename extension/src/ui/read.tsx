import { useLayoutEffect, useRef } from 'preact/hooks';
import { Home } from '../api/client';
import { PageShape } from '../api/types.gen';
import { insertCode } from './acts';
import { Action } from './action';
import { isPlainClick, webHref } from './links';
import { markupNodes } from './markup';
import { fetchOptions } from './options';
import { OutcomeAt } from './outcome';
import { answerable, insertable } from './reach';
import { useTask } from './task';
import { Opened } from './view-props';

interface ReadProps {
  home: Home;
  page: PageShape;
  open: (opened: Opened) => void;
}

/** The page to read. Its links are followed here; with a modifier, or when nobody can answer, they open outside. */
export function Read({ home, page, open }: ReadProps) {
  const task = useTask(home.client);
  const ready = answerable(home.client.reach);
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href]');
    const url = webHref(link?.getAttribute('href') ?? '');
    if (url && ready.can && isPlainClick(event)) {
      event.preventDefault();
      void task.run('read', 'fetch', { url }, open);
    }
  };
  const readOn = () => {
    const { options, url, next_start: start } = page;
    const from = { ...fetchOptions(options), url, start };
    void task.run('foot', 'fetch', from, open);
  };
  return (
    <div class="wl-read">
      <OutcomeAt task={task} where="read" />
      <PageText html={page.read_html} onClick={follow} />
      <footer class="wl-foot">
        {page.more && <p class="wl-meta">{page.more}</p>}
        {page.next_start !== null && (
          <div class="wl-actions">
            <Action primary label="Read on" ready={ready} onAct={readOn} />
            <Action
              label="Insert as cell"
              title={page.magic_on}
              ready={insertable(home, page.magic_on)}
              onAct={() => insertCode(home, task, 'foot', page.magic_on)}
            />
          </div>
        )}
        <OutcomeAt task={task} where="foot" />
      </footer>
    </div>
  );
}

interface PageTextProps {
  html: string;
  onClick: (event: MouseEvent) => void;
}

function PageText({ html, onClick }: PageTextProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.replaceChildren(markupNodes(html));
    box.current?.scrollTo?.(0, 0);
  }, [html]);
  return (
    <div
      ref={box}
      class="wl-page-text wl-scroll"
      role="region"
      aria-label="Page text"
      tabIndex={0}
      onClick={onClick}
    />
  );
}
