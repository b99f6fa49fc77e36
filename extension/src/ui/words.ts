/** Numbers as people read them. Pure. */

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1234567 as "1,234,567". */
export function count(number: number): string {
  return WHOLE.format(number);
}

/** "1 result", "2,000 results". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Milliseconds as "340 ms", "1.2 s" or "75 s". */
export function duration(ms: number): string {
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  return ms < 9950
    ? `${(ms / 1000).toFixed(1)} s`
    : `${count(Math.round(ms / 1000))} s`;
}

/** Seconds since something was stored: "just now", "3 min old", "2 h old", "5 days old". */
export function age(seconds: number): string {
  if (seconds < 60) {
    return 'just now';
  }
  if (seconds < 3600) {
    return `${Math.floor(seconds / 60)} min old`;
  }
  return seconds < 48 * 3600
    ? `${Math.floor(seconds / 3600)} h old`
    : `${counted(Math.floor(seconds / 86400), 'day')} old`;
}

/** The change from `before` to `after` in whole percent with its sign: "−54 %"; "" when there was nothing. */
export function change(before: number, after: number): string {
  if (before === 0) {
    return '';
  }
  const percent = Math.round(((after - before) / before) * 100);
  return percent === 0
    ? '±0 %'
    : `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };

/** A Unix time in seconds as local time, with its day where that is another one than today. */
export function clock(seconds: number): string {
  const then = new Date(seconds * 1000);
  const isToday = then.toDateString() === new Date().toDateString();
  const parts = isToday ? TIME : { ...DAY, ...TIME };
  return then.toLocaleString(undefined, { ...parts, hourCycle: 'h23' });
}
