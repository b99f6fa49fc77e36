import { Client } from '../api/client';
import { answerable } from './reach';

/** Why buttons are dead or slow, and why Python does not follow; nothing where all is well. */
export function ReachLine({ client }: { client: Client }) {
  const { reach } = client;
  const lines = new Set(
    [answerable(reach).note, client.unlinked ?? ''].filter(Boolean)
  );
  if (!lines.size) {
    return null;
  }
  return (
    <p class={`wl-reach wl-by-${reach.by}`} role="status">
      {[...lines].join(' ')}
    </p>
  );
}
