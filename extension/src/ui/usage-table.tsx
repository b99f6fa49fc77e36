import { UsageRow } from '../api/types.gen';
import { count } from './words';

const COLUMNS: readonly [keyof UsageRow, string, string][] = [
  ['ok', 'ok', 'Answered with results'],
  ['empty', 'empty', 'Answered without results'],
  ['rate_limited', 'limited', 'Refused: too many calls'],
  ['errors', 'errors', 'Failed otherwise'],
  ['total', 'total', 'All calls'],
  [
    'quota_low',
    'least left',
    'The least that the backend said was left that day'
  ]
];

/** Calls of each backend on each local day. */
export function UsageTable({ rows }: { rows: readonly UsageRow[] }) {
  return (
    <div
      class="wl-table-box"
      tabIndex={0}
      role="region"
      aria-label="Calls by day"
    >
      <table class="wl-table">
        <thead>
          <tr>
            <th scope="col">day</th>
            <th scope="col">backend</th>
            {COLUMNS.map(([name, words, title]) => (
              <th key={name} scope="col" class="wl-number" title={title}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={`${row.day} ${row.backend}`}>
              <th scope="row">{row.day}</th>
              <td>{row.backend}</td>
              {COLUMNS.map(([name]) => (
                <td key={name} class="wl-number">
                  {cell(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A number; "–" where there is none, and a quiet 0. */
function cell(value: string | number | null) {
  if (value === null) {
    return '–';
  }
  return value === 0 ? <span class="wl-zero">0</span> : count(Number(value));
}
