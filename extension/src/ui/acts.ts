/** What buttons do that needs no answer: insert, cite, open. Each says at `where` what became of it. */

import { Home } from '../api/client';
import { openOutside } from './links';
import { insertable } from './reach';
import { errorOf, Task } from './task';

/**
 * The magic line that reads an address. What `{expr}`, quotes or blanks would mean to a magic is percent-encoded, for
 * the address comes from the web and the line is run.
 */
export function fetchLine(url: string): string {
  return `%fetch ${url.replace(/[\s{}$"'`\\|^<>⸨⸩]/gu, encoded)}`;
}

function encoded(sign: string): string {
  return sign === "'" ? '%27' : encodeURIComponent(sign);
}

export function insertCode(
  home: Home,
  task: Task,
  where: string,
  code: string
): void {
  const ready = insertable(home);
  if (ready.can) {
    home.insertCell?.(code);
  }
  task.say(where, ready.can ? 'Inserted below the active cell.' : ready.note);
}

/** Copies a citation, and puts it into the notebook where there is one. */
export async function cite(
  home: Home,
  task: Task,
  where: string,
  citation: string
): Promise<void> {
  home.insertMarkdown?.(citation);
  const inserted = home.insertMarkdown ? 'Citation inserted' : '';
  try {
    await home.copy(citation);
    task.say(where, inserted ? `${inserted} and copied.` : 'Citation copied.');
  } catch (failure) {
    const reason = `It could not be copied: ${errorOf(failure).message}`;
    task.say(where, inserted ? `${inserted}. ${reason}` : reason);
  }
}

export function openAway(task: Task, where: string, url: string): void {
  if (!openOutside(url)) {
    task.say(where, 'This address is no web link.');
  }
}
