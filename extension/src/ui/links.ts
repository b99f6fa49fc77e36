/** Addresses of the web in the notebook's page: which may become links, and how they open. */

/** A link that gives the other side neither a handle on this page nor its address. */
export const OUTSIDE = {
  target: '_blank',
  rel: 'noopener noreferrer'
} as const;

/** `url` where it may become a link: http and https only, for a saved notebook may hold anything. */
export function webHref(url: string): string | undefined {
  return /^https?:\/\/[^/]/i.test(url) ? url : undefined;
}

/** Whether a click means "here": with a modifier or another button, the browser opens the link outside. */
export function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  );
}

/** Opens an address in a tab of its own; false where it may not be opened. */
export function openOutside(url: string): boolean {
  const href = webHref(url);
  if (href) {
    window.open(href, '_blank', 'noopener,noreferrer');
  }
  return href !== undefined;
}

/** What a person typed as an address: the scheme may be left out, also before "host:port". */
export function typedAddress(text: string): string {
  const typed = text.trim();
  return typed === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
    ? typed
    : `https://${typed}`;
}
