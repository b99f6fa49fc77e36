import { useState } from 'preact/hooks';
import { Home } from '../api/client';
import { HitShape } from '../api/types.gen';
import { cite, insertCode, openAway } from './acts';
import { citation } from './citation';
import { Hit } from './hit';
import { Listbox } from './listbox';
import { OutcomeAt } from './outcome';
import { insertable, readable } from './reach';
import { useTask } from './task';
import { Opened } from './view-props';

interface HitsProps {
  home: Home;
  label: string;
  hits: readonly HitShape[];
  chosen: number;
  onChoose: (place: number) => void;
  open: (opened: Opened) => void;
}

/** The hits as a list to drive: Enter reads, c cites, i inserts, o opens outside. */
export function Hits({ home, label, hits, chosen, onChoose, open }: HitsProps) {
  const task = useTask(home.client);
  const [pointed, setPointed] = useState(-1);
  const { reach } = home.client;
  const acts = {
    read: (at: number) => {
      const { url } = hits[at];
      const ready = readable(reach, url);
      if (ready.can) {
        void task.run(spot(at), 'fetch', { url }, open);
      } else {
        task.say(spot(at), ready.note);
      }
    },
    cite: (at: number) => void cite(home, task, spot(at), citation(hits[at])),
    insert: (at: number) => insertCode(home, task, spot(at), hits[at].magic),
    open: (at: number) => openAway(task, spot(at), hits[at].url)
  };
  const keys: Record<string, (at: number) => void> = {
    Enter: acts.read,
    c: acts.cite,
    i: acts.insert,
    o: acts.open
  };
  /** Choosing shows the place where the act tells what became of it. */
  const act = (what: (at: number) => void, at: number) => {
    if (at !== chosen) {
      onChoose(at);
    }
    what(at);
  };
  return (
    <>
      <Listbox
        label={label}
        length={hits.length}
        chosen={chosen}
        onChoose={onChoose}
        onPoint={setPointed}
        onKey={(key, at) => {
          if (keys[key]) {
            act(keys[key], at);
          }
          return key in keys;
        }}
        option={(at, isChosen) => (
          <>
            <Hit
              hit={hits[at]}
              withActions={isChosen || at === pointed}
              reading={readable(reach, hits[at].url)}
              inserting={insertable(home, hits[at].magic)}
              onRead={() => act(acts.read, at)}
              onCite={() => act(acts.cite, at)}
              onInsert={() => act(acts.insert, at)}
              onOpen={() => act(acts.open, at)}
            />
            <OutcomeAt task={task} where={spot(at)} />
          </>
        )}
      />
      <p class="wl-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> reads · <kbd>c</kbd>{' '}
        cites · <kbd>i</kbd> inserts · <kbd>o</kbd> opens
      </p>
    </>
  );
}

function spot(at: number): string {
  return `hit ${at}`;
}
