import { FailedShape, PageShape, PagesShape } from '../api/types.gen';
import { Choice, Choices } from './choices';
import { alone } from './searches';
import { place } from './shared';
import { Opened, ViewProps } from './view-props';
import { counted } from './words';

/** A batch of pages: a verdict each, in the order asked, and one opened in place. */
export function Pages(props: ViewProps<PagesShape>) {
  const { home, data, state, open } = props;
  return (
    <Choices
      label="Pages"
      title={counted(data.pages.length, 'page')}
      notes={data.notes}
      chosen={place(state.selected, data.pages.length)}
      onChoose={at => home.client.set('selected', at)}
      choices={data.pages.map(page =>
        page.view === 'failed' ? failed(page) : read(page, open)
      )}
    />
  );
}

function read(page: PageShape, open: (opened: Opened) => void): Choice {
  const facts = [page.host, page.kind, counted(page.total_tokens, 'token')];
  return {
    title: page.title || page.final_url,
    failed: false,
    verdict: facts.join(' · '),
    onOpen: () => open(alone(page))
  };
}

function failed({ url, error }: FailedShape): Choice {
  return {
    title: url,
    failed: true,
    verdict: (
      <>
        <p>{error.message}</p>
        {error.hint && <p>{error.hint}</p>}
      </>
    )
  };
}
