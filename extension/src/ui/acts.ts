/** What buttons do that needs no answer: insert, cite, open. Each says at `where` what became of it. */

import { Home } from '../api/client';
import { asCallError } from '../api/failure';
import { openOutside } from './links';
import { insertable } from './reach';
import { Task } from './task';

export function insertCode(
  home: Home,
  task: Task,
  where: string,
  code: string
): void {
  const ready = insertable(home, code);
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
    const reason = `It could not be copied: ${asCallError(failure).message}`;
    task.say(where, inserted ? `${inserted}. ${reason}` : reason);
  }
}

export function openAway(task: Task, where: string, url: string): void {
  if (!openOutside(url)) {
    task.say(where, 'This address is no web link.');
  }
}
