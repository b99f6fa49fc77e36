/** Citations, made here: what a saved notebook calls a citation may be any markup. Pure. */

import { webHref } from './links';

interface Cited {
  title: string;
  url: string;
  host: string;
  published?: string;
}

const UNDATED = 'undated';

/** A markdown link, the host, and the date where it is known. No image, HTML or formula can come of it. */
export function citation({ title, url, host, published }: Cited): string {
  const shown = plain(title) || plain(host) || 'Untitled';
  const href = typeof url === 'string' ? webHref(url) : undefined;
  const date = published === UNDATED ? '' : plain(published);
  const link = href ? `[${shown}](<${address(href)}>)` : shown;
  return [link, hostOf(host), date].filter(Boolean).join(', ');
}

/** A host that is plainly one may stay as it is, for it makes a link to itself at most. */
function hostOf(host: unknown): string {
  return typeof host === 'string' && /^[a-z0-9.:-]+$/i.test(host)
    ? host
    : plain(host);
}

/**
 * One line of text with every sign of markdown escaped. Signs whose escape can be undone, by formulas or by an address
 * that swallows the backslash, become others that look like them; nothing becomes a link by itself.
 */
function plain(text: unknown): string {
  return typeof text === 'string'
    ? text
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .replace(/\\/g, '＼')
        .replace(/</g, '‹')
        .replace(/>/g, '›')
        .replace(/:(?=\/\/)|@|(?<=www)\./gi, '\\$&')
        .replace(/[`*_{}[\]()#!|~&$]/g, '\\$&')
        .replace(/^[-+=]|(?<=^\d+)\./, '\\$&')
    : '';
}

/** Percent-encoded where a sign could end the address or begin something else. */
function address(url: string): string {
  return url
    .trim()
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\x21-\x7e]|[<>()\\`"'{}$]/gu, percent)
    .replace(/&/g, '&amp;');
}

function percent(sign: string): string {
  return encodeURIComponent(sign).replace(
    /['()]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`
  );
}
