/** Whether an action can be done now, and what to say about it. Pure. */

import { Home, Reach } from '../api/client';
import { isOwnLine } from '../cells';
import { webHref } from './links';

/** `note` is the reason where it can not be done, or what to expect where it can ("" for nothing). */
export interface Ready {
  can: boolean;
  note: string;
}

export const READY: Ready = { can: true, note: '' };

/** For all that somebody must answer: searches, pages, quota. */
export function answerable(reach: Reach): Ready {
  switch (reach.by) {
    case 'kernel':
      return {
        can: true,
        note: reach.waits ? 'Waits for the running cell.' : ''
      };
    case 'server':
      return READY;
    case 'connecting':
      return { can: true, note: 'Connecting to the kernel…' };
    case 'nobody':
      return { can: false, note: reach.reason };
  }
}

/** For "insert as cell". `code` is "" where no magic line can say it. */
export function insertable(home: Home, code: string): Ready {
  if (!home.insertCell) {
    return { can: false, note: 'No notebook is open here.' };
  }
  if (!code) {
    return { can: false, note: 'No magic line can say this one.' };
  }
  return isOwnLine(code)
    ? READY
    : { can: false, note: 'This line cannot be inserted.' };
}

/** For what needs an address to read. */
export function readable(reach: Reach, url: string): Ready {
  return webHref(url)
    ? answerable(reach)
    : { can: false, note: 'This address is no web link.' };
}
