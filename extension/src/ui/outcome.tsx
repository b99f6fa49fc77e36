import { ErrorInfo } from '../api/types.gen';
import { Action } from './action';
import { Task } from './task';

interface OutcomeAtProps {
  task: Task;
  /** The place that this stands at; nothing is shown for calls made elsewhere. */
  where: string;
}

/** What became of the call made here: the step under way with a way to stop it, two lines of failure, or a note. */
export function OutcomeAt({ task, where }: OutcomeAtProps) {
  const { outcome } = task;
  if (outcome?.where !== where) {
    return null;
  }
  if (outcome.busy) {
    return (
      <div class="wl-outcome wl-busy" role="status">
        <span class="wl-spinner" aria-hidden="true" />
        <span class="wl-step">{outcome.busy}</span>
        <Action label="Cancel" onAct={task.cancel} />
      </div>
    );
  }
  if (outcome.error) {
    return <Failure error={outcome.error} again={outcome.again} />;
  }
  return (
    <p class="wl-outcome wl-note" role="status">
      {outcome.note}
    </p>
  );
}

/** A failure in two lines: what failed and why, and what to do next. Text only: parts of it come from the web. */
export function Failure(props: { error: ErrorInfo; again?: () => void }) {
  const { error, again } = props;
  return (
    <div class="wl-outcome wl-failure" role="alert">
      <p>{error.message}</p>
      {error.hint && <p class="wl-hint">{error.hint}</p>}
      {again && error.retryable && <Action label="Try again" onAct={again} />}
    </div>
  );
}
