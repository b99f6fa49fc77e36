import { UsageShape } from '../api/types.gen';
import { Ready } from './reach';

export const WAYS = ['day', 'hour', 'backend'] as const;

interface CountedByProps {
  by: UsageShape['by'];
  ready: Ready;
  onChoose: (by: UsageShape['by']) => void;
}

/** Whether calls are counted by day, by hour or by backend alone. */
export function CountedBy({ by, ready, onChoose }: CountedByProps) {
  return (
    <div class="wl-days" role="group" aria-label="Counted by">
      {WAYS.map(way => (
        <button
          type="button"
          key={way}
          class="wl-action"
          aria-pressed={way === by}
          aria-disabled={ready.can ? undefined : true}
          title={ready.note || undefined}
          onClick={() => ready.can && onChoose(way)}
        >
          by {way}
        </button>
      ))}
    </div>
  );
}
