/** The allowance that is nearest to its end, in few words. Pure. */

import { QuotaShape } from '../api/types.gen';
import { clock, count } from './words';

export interface Pill {
  text: string;
  /** The same in whole words, for readers and as the tooltip. */
  title: string;
  level: QuotaShape['level'];
}

/** "924/1000 · resets 13:00"; null where no backend says what is left. */
export function pillOf(quota: QuotaShape): Pill | null {
  const { backend, remaining, limit, resets_at, warning, level } = quota;
  if (!backend) {
    return null;
  }
  const resets = resets_at === null ? '' : `resets ${clock(resets_at)}`;
  const of = limit ? ` of ${count(limit)}` : '';
  const words = [`${backend}: ${count(remaining)}${of} calls left`, resets];
  const title = warning || words.filter(Boolean).join(', ');
  const left = limit ? `${remaining}/${limit}` : `${remaining} left`;
  return { text: [left, resets].filter(Boolean).join(' · '), title, level };
}
