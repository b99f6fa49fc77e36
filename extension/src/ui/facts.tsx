import { ComponentChild } from 'preact';
import { Live } from '../api/types.gen';
import { age, duration } from './words';

interface FactsProps {
  facts: ComponentChild[];
  live: Live | null;
}

/** A line of facts, and those that only the answering side knows: from the store or how long, what is left. */
export function Facts({ facts, live }: FactsProps) {
  return (
    <p class="wl-meta wl-facts">
      {facts.map((fact, at) => (
        <span key={at}>{fact}</span>
      ))}
      {live && (
        <span class="wl-live">
          {live.cached ? stored(live.age_s) : duration(live.elapsed_ms)}
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

function stored(seconds: number | null): string {
  return seconds === null
    ? 'from the store'
    : `from the store, ${age(seconds)}`;
}
