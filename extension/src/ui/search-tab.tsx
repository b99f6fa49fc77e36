import { useState } from 'preact/hooks';
import { Home } from '../api/client';
import { Live } from '../api/types.gen';
import { Action } from './action';
import { FilterBox } from './filter-box';
import { searchArguments } from './filters';
import { OwnView } from './own-view';
import { OutcomeAt } from './outcome';
import { PanelState } from './panel-state';
import { answerable } from './reach';
import { Guard } from './root';
import { useTask } from './task';
import { Opened } from './view-props';

interface SearchTabProps {
  home: Home;
  state: PanelState;
  change: (part: Partial<PanelState>) => void;
  open: (opened: Opened) => void;
}

/** The search box and what it found. Escape stops a search under way, else empties the box. */
export function SearchTab({ home, state, change, open }: SearchTabProps) {
  const task = useTask(home.client);
  const [live, setLive] = useState<Live | null>(null);
  const busy = task.outcome?.busy !== undefined;
  /** Other results, a next page or fresh ones, take the place of these; a page goes its own way. */
  const show = (opened: Opened) => {
    if (opened.drawn.data.view === 'results') {
      setLive(opened.live);
      change({ results: opened.drawn });
    } else {
      open(opened);
    }
  };
  const search = () => {
    const query = state.query.trim();
    if (!query) {
      task.say('search', 'Type what to look for.');
      return;
    }
    const args = { query, ...searchArguments(state.filters) };
    void task.run('search', 'search', args, show);
  };
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (busy) {
        task.cancel();
      } else {
        change({ query: '' });
      }
    }
  };
  return (
    <div class="wl-search">
      <form
        role="search"
        onSubmit={event => {
          event.preventDefault();
          search();
        }}
      >
        <div class="wl-box">
          <input
            class="wl-input"
            type="text"
            enterKeyHint="search"
            aria-label="Search the web"
            placeholder="Search the web"
            value={state.query}
            onInput={event => change({ query: event.currentTarget.value })}
            onKeyDown={stop}
          />
          <Action
            icon="search"
            label="Search"
            kind="submit"
            ready={answerable(home.client.reach)}
          />
        </div>
        <FilterBox
          client={home.client}
          filters={state.filters}
          onChange={filters => change({ filters })}
        />
      </form>
      <OutcomeAt task={task} where="search" />
      {state.results && (
        <Guard of={state.results}>
          <OwnView
            home={home}
            opened={{ drawn: state.results, live }}
            open={show}
          />
        </Guard>
      )}
    </div>
  );
}
