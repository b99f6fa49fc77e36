import { TableShape } from '../api/types.gen';

/** Cells as text. What is wider than its place is scrolled, also by keys. */
export function Table({ label, head, rows, words }: TableShape) {
  const kind = (at: number) => (at < words ? undefined : 'wl-number');
  return (
    <div class="wl-table-box" tabIndex={0} role="region" aria-label={label}>
      <table class="wl-table">
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" class={kind(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, at) => (
                <td
                  key={at}
                  class={cell === '0' ? 'wl-number wl-zero' : kind(at)}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
