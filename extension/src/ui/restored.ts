/** Pieces given back, by the starts of their segments. Pure. */

import { DiffShape } from '../api/types.gen';

/** The starts in a shared value; a saved notebook may hold anything. */
export function startsOf(value: unknown): number[] {
  return Array.isArray(value)
    ? value.filter(one => Number.isSafeInteger(one) && one >= 0)
    : [];
}

/** The diff with the segments at `starts` as they stood; its numbers are still those of before. */
export function withRestored(diff: DiffShape, starts: number[]): DiffShape {
  const segments = diff.segments.map(one =>
    one.op !== 'kept' && starts.includes(one.start)
      ? { ...one, op: 'kept' as const, after: one.before, reason: '' }
      : one
  );
  return { ...diff, segments };
}
