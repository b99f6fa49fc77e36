/** What narrows a search in the panel: values as typed, and the keywords that they come to. Pure. */

import { Arguments } from '../api/client';

/** By keyword of a search; what is not there or empty narrows nothing. */
export type Filters = Readonly<Record<string, string | boolean>>;

const KNOWN: readonly string[] = [
  'backend',
  'topic',
  'sites',
  'not_sites',
  'since',
  'until',
  'lang',
  'country',
  'mode',
  'safe',
  'limit',
  'page',
  'answer',
  'fuse',
  'hedge'
];
const LISTS: readonly string[] = ['sites', 'not_sites'];
const NUMBERS: readonly string[] = ['limit', 'page'];

/** The keywords of a search; several sites are parted by blanks or commas. */
export function searchArguments(filters: Filters): Arguments {
  return Object.fromEntries(
    inUse(filters).map(([name, value]) => [name, meant(name, value)])
  );
}

/** Those in use in a few words each: "keenable", "since 7d", "answer". */
export function filterWords(filters: Filters): string[] {
  return inUse(filters).map(([name, value]) => {
    const words = name.replace('_', ' ');
    return value === true ? words : `${words} ${String(value)}`;
  });
}

/** The filters as they were kept; less of them where something else was. */
export function filtersOf(saved: unknown): Filters {
  const given = Object.entries((saved ?? {}) as object);
  return Object.fromEntries(
    given.filter(
      ([name, value]) =>
        KNOWN.includes(name) && ['string', 'boolean'].includes(typeof value)
    )
  ) as Filters;
}

function inUse(filters: Filters): [string, string | boolean][] {
  return Object.entries(filters).flatMap(([name, value]) => {
    const used = typeof value === 'string' ? value.trim() : value;
    return used ? [[name, used] as [string, string | boolean]] : [];
  });
}

function meant(name: string, value: string | boolean): unknown {
  if (LISTS.includes(name)) {
    return String(value).split(/[\s,]+/);
  }
  // What is no number is told by whoever answers.
  return NUMBERS.includes(name) && !isNaN(Number(value))
    ? Number(value)
    : value;
}
