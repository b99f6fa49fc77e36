import { ComponentChild } from 'preact';
import { Live } from '../api/types.gen';
import { age, duration } from './words';

interface FactsProps {
  facts: ComponentChild[];
  live: Live | null;
  /** Where an answer was kept that was not made now. */
  kept?: string;
}

/** A line of facts, and those that only the answering side knows: how long it took or how old it is, what is left. */
export function Facts({ facts, live, kept = 'from the store' }: FactsProps) {
  return (
    <p class="wl-meta wl-facts">
      {facts.map((fact, at) => (
        <span key={at}>{fact}</span>
      ))}
      {live && (
        <span class="wl-live">
          {live.cached
            ? `${kept}${live.age_s === null ? '' : `, ${age(live.age_s)}`}`
            : duration(live.elapsed_ms)}
        </span>
      )}
      {live?.left.map(({ backend, text }) => (
        <span key={backend} class="wl-live" title="What the backend last said">
          {backend} {text} left
        </span>
      ))}
    </p>
  );
}
