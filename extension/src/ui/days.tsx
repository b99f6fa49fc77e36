import { useId } from 'preact/hooks';
import { Ready } from './reach';

interface DaysProps {
  days: number;
  ready: Ready;
  onChoose: (days: number) => void;
}

const USUAL = [7, 30];
const MOST = 365;

/** Over how many days: 7, 30 or any number up to a year. */
export function Days({ days, ready, onChoose }: DaysProps) {
  const id = useId();
  const dead = ready.can ? undefined : true;
  const choose = (wanted: number) => {
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST) {
      onChoose(wanted);
    }
  };
  return (
    <div class="wl-days" role="group" aria-label="Days">
      {USUAL.map(usual => (
        <button
          type="button"
          key={usual}
          class="wl-action"
          aria-pressed={usual === days}
          aria-disabled={dead}
          title={ready.note || undefined}
          onClick={() => choose(usual)}
        >
          {usual} days
        </button>
      ))}
      <label for={id}>or</label>
      <input
        id={id}
        class="wl-input wl-days-other"
        type="number"
        min={1}
        max={MOST}
        value={days}
        aria-label="Other number of days"
        aria-disabled={dead}
        readOnly={dead}
        title={ready.note || undefined}
        onChange={event => choose(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
