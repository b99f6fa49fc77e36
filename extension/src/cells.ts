/** What an inserted cell says. Pure, so that it can be tested without a notebook. */

export const LOAD_LINE = '%load_ext webloupe';
const LOADS = /^[^\S\n]*%(?:re)?load_ext[^\S\n]+webloupe[^\S\n]*(?:#.*)?$/m;

export type Verb = 'websearch' | 'fetch';

/** One line of ours, and nothing that IPython or the magic would evaluate: a saved notebook may hold any code. */
export function isOwnLine(code: unknown): code is string {
  return (
    typeof code === 'string' &&
    /^%(?:websearch|fetch|webusage)(?: |$)/.test(code) &&
    !/[{}\p{Cc}\u2028\u2029]/u.test(code)
  );
}

/** Whether one of the cells loads the magics. */
export function loadsWebloupe(sources: string[]): boolean {
  return sources.some(source => LOADS.test(source));
}

/** A cell ready to type into: the magic and a blank, after the load line where the notebook has none. */
export function cellSource(verb: Verb, codeCells: string[]): string {
  const line = `%${verb} `;
  return loadsWebloupe(codeCells) ? line : `${LOAD_LINE}\n${line}`;
}
