import { Home } from '../api/client';
import { PageShape } from '../api/types.gen';
import { cite, insertCode, openAway } from './acts';
import { Action } from './action';
import { citation } from './citation';
import { fetchOptions } from './options';
import { answerable, insertable } from './reach';
import { Task } from './task';
import { Opened } from './view-props';

interface PageActionsProps {
  home: Home;
  page: PageShape;
  /** Its outcome stands at "head". */
  task: Task;
  open: (opened: Opened) => void;
}

/** What can be done with the page as a whole. */
export function PageActions({ home, page, task, open }: PageActionsProps) {
  const { options, title, host, url, final_url } = page;
  const args = { ...fetchOptions(options), url, refresh: true };
  const cited = citation({ title, host, url: final_url });
  return (
    <div class="wl-actions">
      <Action
        label="Cite"
        title="Copy a markdown citation"
        onAct={() => void cite(home, task, 'head', cited)}
      />
      <Action
        label="Insert as cell"
        title={page.magic}
        ready={insertable(home, page.magic)}
        onAct={() => insertCode(home, task, 'head', page.magic)}
      />
      <Action
        icon="reload"
        label="Read it again from the web"
        ready={answerable(home.client.reach)}
        onAct={() => void task.run('head', 'fetch', args, open)}
      />
      <Action
        icon="open"
        label="Open in a new tab"
        onAct={() => openAway(task, 'head', page.final_url)}
      />
    </div>
  );
}
