import { useEffect, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { DiffShape, PageShape } from '../api/types.gen';
import { Action } from './action';
import { Drawing } from './drawing';
import { Notes } from './notes';
import { fetchOptions } from './options';
import { OutcomeAt } from './outcome';
import { answerable } from './reach';
import { startsOf } from './restored';
import { useTask } from './task';
import { TokenBar } from './token-bar';
import { Opened } from './view-props';

interface CompareProps {
  home: Home;
  page: PageShape;
  id: string;
  /** Asks for the whole at once: a person opened this. A saved output that opens here asks nothing by itself. */
  asks: boolean;
  open: (opened: Opened) => void;
  /** Shows the page as it is now in the place of this one. */
  become: (page: PageShape) => void;
}

/** Raw against compressed: the whole once a person wants it and somebody answers, else the saved excerpt, which says so. */
export function Compare(props: CompareProps) {
  const { home, page, id, asks, open } = props;
  const task = useTask(home.client);
  const [whole, setWhole] = useState<DiffShape | null>(null);
  const ready = answerable(home.client.reach);
  const saved = page.diff;
  const args = { ...fetchOptions(page.options), url: page.url };
  const lacking = saved !== null && !saved.whole && !saved.refused;

  const ask = () => {
    const same = fetchOptions({ compress: saved?.method, ...args });
    const restored = startsOf(home.client.state.restored);
    const which = { ...same, url: page.url, id, restored };
    void task.run('diff', 'diff', which, setWhole);
  };
  useEffect(() => {
    if (asks && lacking && whole === null && ready.can) {
      ask();
    }
  }, [ready.can, asks]);

  if (saved === null) {
    const compressed = { ...args, compress: 'rules' };
    return (
      <div class="wl-empty">
        <p>This page is as it came: nothing has been taken out.</p>
        <Action
          primary
          label="Compress"
          title="Take out what repeats or says nothing, by rules; what goes is shown"
          ready={ready}
          onAct={() =>
            void task.run('diff', 'fetch', compressed, answer =>
              open(atTab(answer, 'diff'))
            )
          }
        />
        <OutcomeAt task={task} where="diff" />
      </div>
    );
  }
  const diff = saved.whole ? saved : (whole ?? saved);
  if (!isDiff(diff)) {
    return (
      <p class="wl-failure" role="alert">
        This result cannot be drawn: its diff is of another make.
      </p>
    );
  }
  const Body = home.Comparison ?? Drawing;
  return (
    <div class="wl-compare">
      <TokenBar diff={diff} />
      <Notes notes={diff.notes ?? []} />
      <OutcomeAt task={task} where="diff" />
      {!diff.whole && !diff.refused && !task.outcome?.busy && (
        <div class="wl-meta">
          An excerpt: long stretches that were kept are shortened here.{' '}
          {ready.can ? (
            !task.outcome?.error && <Action label="Show all" onAct={ask} />
          ) : (
            <>The whole is not at hand. {ready.note}</>
          )}
        </div>
      )}
      {!diff.refused && <Body {...props} diff={diff} task={task} />}
    </div>
  );
}

/** What the drawing takes for granted: it draws later, where nothing guards it. */
function isDiff({ segments }: DiffShape): boolean {
  return (
    Array.isArray(segments) &&
    segments.every(one =>
      [one?.op, one?.before, one?.after, one?.reason].every(
        value => typeof value === 'string'
      )
    )
  );
}

/** The same answer, opened at one of its tabs. */
function atTab(answer: Opened, tab: string): Opened {
  const { drawn, live } = answer;
  return { drawn: { ...drawn, state: { ...drawn.state, tab } }, live };
}
