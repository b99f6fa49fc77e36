/** One call at a time, and what a person sees of it at the place where it was asked for. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { Answers, Arguments, Client } from '../api/client';
import { asCallError } from '../api/failure';
import { ErrorInfo, Operation } from '../api/types.gen';
import { answerable } from './reach';

/** What stands at `where`: a step under way, a failure with the way to try it again, or a word that something is done. */
export interface Outcome {
  where: string;
  busy?: string;
  error?: ErrorInfo;
  again?: () => void;
  note?: string;
}

export interface Task {
  readonly outcome: Outcome | null;
  /** Hands the answer to `then`; where there is none, the reason stands at `where`. A call under way is cancelled. */
  run<O extends Operation>(
    where: string,
    operation: O,
    args: Arguments,
    then: (answer: Answers[O]) => void
  ): Promise<void>;
  cancel(): void;
  say(where: string, note: string): void;
}

export function useTask(client: Client): Task {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), [client]);

  const run: Task['run'] = async (where, operation, args, then) => {
    current.current?.abort();
    const call = new AbortController();
    current.current = call;
    const isCurrent = () => current.current === call && !call.signal.aborted;
    const progress = (busy: string) =>
      isCurrent() && setOutcome({ where, busy });
    if (client.reach.by === 'connecting') {
      progress(answerable(client.reach).note);
      await settled(client, call.signal);
    }
    const ready = answerable(client.reach);
    if (!ready.can) {
      if (isCurrent()) {
        setOutcome({ where, note: ready.note });
      }
      return;
    }
    progress(ready.note || 'Asked…');
    try {
      const answer = await client.call(operation, args, {
        progress,
        signal: call.signal
      });
      if (isCurrent()) {
        setOutcome(null);
        then(answer);
      }
    } catch (failure) {
      if (isCurrent()) {
        const again = () => void run(where, operation, args, then);
        setOutcome({ where, error: asCallError(failure).info, again });
      }
    }
  };

  const cancel = () => {
    current.current?.abort();
    setOutcome(shown =>
      shown?.busy ? { where: shown.where, note: 'Cancelled.' } : shown
    );
  };
  return {
    outcome,
    run,
    cancel,
    say: (where, note) => setOutcome({ where, note })
  };
}

/** Until it is known who answers, or nobody waits for it any more. */
function settled(client: Client, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (signal.aborted || client.reach.by !== 'connecting') {
        stop();
        resolve();
      }
    };
    const stop = client.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}
