import { Home } from '../api/client';
import { UsageShape } from '../api/types.gen';
import { Figure } from './figure';
import { Left } from './left';
import { Notes } from './notes';
import { UsageTable } from './usage-table';

/** The chart, the same numbers as a table, and what is left. */
export function UsageBody({ home, usage }: { home: Home; usage: UsageShape }) {
  return (
    <div class="wl-usage">
      <Notes notes={usage.notes} />
      <Left left={usage.left} />
      {usage.rows.length ? (
        <>
          <Figure home={home} figure={usage.figure} />
          <UsageTable rows={usage.rows} />
        </>
      ) : (
        <p class="wl-empty">No calls in these days.</p>
      )}
      <p class="wl-meta">Counted {usage.taken}</p>
    </div>
  );
}
