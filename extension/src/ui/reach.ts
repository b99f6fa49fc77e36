/** Whether an action can be done now, and what to say about it. Pure. */

import { Home, Reach } from '../api/client';

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
      return { can: false, note: 'Connecting to the kernel…' };
    case 'nobody':
      return { can: false, note: reach.reason };
  }
}

/** For "insert as cell". */
export function insertable(home: Home): Ready {
  return home.insertCell
    ? READY
    : { can: false, note: 'No notebook is open here.' };
}
