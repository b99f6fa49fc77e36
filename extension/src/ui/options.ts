/** The keywords of a fetch that a saved page may ask with. Pure. */

import { Arguments } from '../api/client';

const KNOWN: readonly string[] = [
  'format',
  'budget_chars',
  'start',
  'main',
  'engine',
  'compress',
  'max_bytes',
  'budget_tokens',
  'section',
  'select',
  'remove',
  'task',
  'target_tokens',
  'target_chars',
  'ratio',
  'kind',
  'keywords',
  'cluster',
  'force'
];

/** Those that shape a page, with plain values: a saved notebook may hold anything. */
export function fetchOptions(saved: unknown): Arguments {
  const given = Object.entries((saved ?? {}) as object);
  return Object.fromEntries(
    given.filter(([name, value]) => KNOWN.includes(name) && isScalar(value))
  );
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every(one => typeof one === 'string'))
  );
}
