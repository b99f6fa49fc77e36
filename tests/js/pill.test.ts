import { expect, test } from 'vitest';
import { pillOf } from '../../extension/src/ui/pill';
import { quota } from './fixtures';

const at = (hour: number) => new Date().setHours(hour, 0, 0, 0) / 1000;
const known = { ...quota, warning: '', resets_at: at(13), remaining: 924 };

test('a pill tells what is left and when it is full again', () => {
  const pill = pillOf(known);
  expect(pill?.text).toBe('924/1000 · resets 13:00');
  expect(pill?.title).toBe('exa: 924 of 1,000 calls left, resets 13:00');
});

test('a warning is its whole name', () => {
  expect(pillOf({ ...known, ...quota })).toMatchObject({
    title: quota.warning,
    level: 'low'
  });
});

test('what is not known is left out, and nothing known is no pill', () => {
  expect(pillOf({ ...known, limit: null, resets_at: null })?.text).toBe(
    '924 left'
  );
  expect(pillOf({ ...known, backend: '' })).toBeNull();
});
