import { Live, PageShape } from '../api/types.gen';
import { Facts } from './facts';
import { OUTSIDE, webHref } from './links';
import { Notes } from './notes';
import { counted } from './words';

/** What the page is. Text only: the title comes from the web. */
export function PageHead({
  page,
  live
}: {
  page: PageShape;
  live: Live | null;
}) {
  const facts = [
    <a
      class="wl-address"
      href={webHref(page.final_url)}
      title={page.final_url}
      {...OUTSIDE}
    >
      {page.host}
    </a>,
    <span class={`wl-kind wl-kind-${page.kind}`} title={page.kind_reason}>
      {page.kind.replace('_', ' ')}
    </span>,
    counted(page.total_tokens, 'token'),
    counted(page.total_chars, 'character'),
    counted(page.links, 'link')
  ];
  return (
    <header class="wl-head">
      <h3 class="wl-title">{page.title || page.final_url}</h3>
      <Facts facts={facts} live={live} />
      <Notes notes={page.notes} />
    </header>
  );
}
