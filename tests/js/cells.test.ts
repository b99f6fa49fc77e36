import { describe, expect, it } from 'vitest';
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
    ['%load_ext webloupe', true],
    ['  %load_ext   webloupe  # the magics', true],
    ['%reload_ext webloupe', true],
    ['%load_ext webloupe2', false],
    ['print("%load_ext webloupe")', false]
  ])('reads %j as loading: %s', (source, loads) => {
    expect(loadsWebloupe([source])).toBe(loads);
  });
});
