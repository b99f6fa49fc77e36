import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Home } from '../api/client';
import { DiffShape, PageShape } from '../api/types.gen';
import { Action } from './action';
import { OutcomeAt } from './outcome';
import { answerable } from './reach';
import { useTask } from './task';
import { TokenBar } from './token-bar';
import { Opened } from './view-props';

interface CompareProps {
  home: Home;
  page: PageShape;
  open: (opened: Opened) => void;
}

/** Raw against compressed: the whole where somebody answers, else the saved excerpt, which says that it is one. */
export function Compare({ home, page, open }: CompareProps) {
  const task = useTask(home.client);
  const [whole, setWhole] = useState<DiffShape | null>(null);
  const ready = answerable(home.client.reach);
  const saved = page.diff;
  const args = { ...page.options, url: page.url };
  const lacking = saved !== null && !saved.whole && !saved.refused;

  useEffect(() => {
    if (lacking && whole === null && ready.can) {
      const same = { ...args, compress: saved.method };
      void task.run('diff', 'diff', same, setWhole);
    }
  }, [ready.can]);

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
  const diff = whole ?? saved;
  return (
    <div class="wl-compare">
      <TokenBar diff={diff} />
      <OutcomeAt task={task} where="diff" />
      {!diff.whole && !diff.refused && !task.outcome?.busy && (
        <p class="wl-meta">
          An excerpt: long stretches that were kept are shortened here.
          {ready.can ? '' : ` The whole is not at hand. ${ready.note}`}
        </p>
      )}
      {!diff.refused && <Drawing home={home} diff={diff} />}
    </div>
  );
}

/** The same answer, opened at one of its tabs. */
function atTab(answer: Opened, tab: string): Opened {
  const { drawn, live } = answer;
  return { drawn: { ...drawn, state: { ...drawn.state, tab } }, live };
}

function Drawing({ home, diff }: { home: Home; diff: DiffShape }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (box.current ? home.drawDiff(box.current, diff) : undefined),
    [diff]
  );
  return <div ref={box} class="wl-diff-box" />;
}
