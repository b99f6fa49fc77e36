import { Home } from '../api/client';
import { TableShape, UsageShape } from '../api/types.gen';
import { Figure } from './figure';
import { Notes } from './notes';
import { Table } from './table';
import { Windows } from './windows';
import { count } from './words';

/** What is left until when, the chart, the same numbers as a table, and what it came to. */
export function UsageBody({ home, usage }: { home: Home; usage: UsageShape }) {
  return (
    <div class="wl-usage">
      <Notes notes={usage.notes} />
      <Windows windows={usage.windows} />
      {usage.rows.length ? (
        <>
          <Figure home={home} figure={usage.figure} />
          <Table {...calls(usage)} />
          <Table {...usage.backends} />
        </>
      ) : (
        <p class="wl-empty">No calls in these days.</p>
      )}
      <dl class="wl-sums">
        {usage.sums.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="wl-meta">Counted {usage.taken}</p>
    </div>
  );
}

const COUNTS = ['ok', 'empty', 'rate_limited', 'errors', 'total'] as const;

/** Calls of each backend in each day or hour, and the least that was left then. */
function calls({ by, rows }: UsageShape): TableShape {
  const when = by === 'backend' ? [] : [by];
  return {
    label: `Calls by ${by}`,
    head: [
      ...when,
      'backend',
      ...COUNTS.map(name => name.replace('rate_', '')),
      'least left'
    ],
    rows: rows.map(row => [
      ...when.map(() => row.day),
      row.backend,
      ...COUNTS.map(name => count(row[name])),
      row.quota_low === null ? '–' : count(row.quota_low)
    ]),
    words: when.length + 1
  };
}
