import { useRef } from 'preact/hooks';
import { Action } from './action';
import { ComparisonProps } from './comparison-props';
import { Drawing } from './drawing';
import { Invented, Lost, Recall } from './losses';
import { OutcomeAt } from './outcome';
import { Trace } from './trace';
import { Restoring, useRestore } from './use-restore';
import { counted } from './words';

/** Raw against compressed with what was lost, made up and done, and the way to give a piece back. */
export function Comparison(props: ComparisonProps) {
  const { home, diff, task } = props;
  const restoring = useRestore(props);
  const latest = useRef(restoring);
  latest.current = restoring; // the drawing keeps what it was given first
  const { facts = [], invented = [], steps = [] } = diff;
  const { ready, starts } = restoring;
  const restore = {
    act: (start: number) => latest.current.giveBack(start, 'diff'),
    hindered: ready.can ? '' : ready.note
  };
  const giveBack = (where: string) => (start: number) =>
    restoring.giveBack(start, where);
  return (
    <>
      <Recall facts={facts} />
      <GivenBack {...restoring} />
      <Drawing home={home} diff={restoring.shown} restore={restore} />
      <Lost facts={facts} {...{ ready, starts }} giveBack={giveBack('lost')}>
        <OutcomeAt task={task} where="lost" />
      </Lost>
      <Invented invented={invented} />
      <Trace steps={steps} {...{ ready, starts }} giveBack={giveBack('trace')}>
        <OutcomeAt task={task} where="trace" />
      </Trace>
    </>
  );
}

/** How many pieces came back, and the way to take the last one out again. */
function GivenBack({ starts, behind, ready, undo, countAgain }: Restoring) {
  if (!starts.length && !behind) {
    return null;
  }
  return (
    <div class="wl-given-back">
      <span role="status">{counted(starts.length, 'piece')} given back.</span>
      {starts.length > 0 && (
        <Action
          label="Undo"
          title="Take out the last one again"
          ready={ready}
          onAct={undo}
        />
      )}
      {behind && (
        <>
          <span class="wl-meta">The numbers here are those of before.</span>
          <Action label="Count again" ready={ready} onAct={countAgain} />
        </>
      )}
    </div>
  );
}
