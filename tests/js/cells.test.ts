import { describe, expect, it, vi } from 'vitest';
import { insertCode } from '../../extension/src/insert';
import { cellSource, loadsWebloupe } from '../../extension/src/cells';

describe('an inserted cell', () => {
  it('loads the magics when no cell of the notebook does', () => {
    expect(cellSource('fetch', ['import math', '# %load_ext webloupe'])).toBe(
      '%load_ext webloupe\n%fetch '
    );
  });

  it('does not load them twice', () => {
    expect(cellSource('websearch', ['x = 1\n%load_ext webloupe\n'])).toBe(
      '%websearch '
    );
  });

  it.each([
    ['%fetch https://a.test', true],
    ['%webusage', true],
    ['%websearch a\n!ls', false],
    ['%websearch {x}', false],
    ['print(1)', false],
    [null, false]
  ])('from a saved line %j is inserted: %s', (line, inserted) => {
    const insertCell = vi.fn();
    const sharedModel = { cells: [], insertCell };
    const notebook = { model: { sharedModel }, deselectAll: vi.fn() };
    insertCode(notebook as never, line as string);
    expect(insertCell.mock.calls.map(([, { source }]) => source)).toEqual(
      inserted ? [`%load_ext webloupe\n${line}`] : []
    );
  });

  it.each([
    ['%load_ext webloupe', true],
    ['  %load_ext   webloupe  # the magics', true],
    ['%reload_ext webloupe', true],
    ['%load_ext webloupe2', false],
    ['print("%load_ext webloupe")', false]
  ])('reads %j as loading: %s', (source, loads) => {
    expect(loadsWebloupe([source])).toBe(loads);
  });
});
