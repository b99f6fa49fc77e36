import { ResultsShape, SearchesShape, SHAPE_VERSION } from '../api/types.gen';
import { Choices } from './choices';
import { place } from './shared';
import { Opened, ViewProps } from './view-props';
import { counted } from './words';

/** Several searches: what came of each, and one opened in place. */
export function Searches(props: ViewProps<SearchesShape>) {
  const { home, data, state, open } = props;
  return (
    <Choices
      label="Searches"
      title={counted(data.searches.length, 'search', 'searches')}
      notes={data.notes}
      chosen={place(state.selected, data.searches.length)}
      onChoose={at => home.client.set('selected', at)}
      choices={data.searches.map(search => ({
        title: search.query,
        failed: search.hits.length === 0,
        verdict: verdict(search),
        onOpen: () => open(alone(search))
      }))}
    />
  );
}

function verdict(search: ResultsShape): string {
  const tries = search.tries.map(one => one.text);
  return [
    counted(search.hits.length, 'result'),
    ...tries,
    counted(search.tokens, 'token')
  ].join(' · ');
}

/** One part of a batch as a drawing of its own: no object of Python's stands behind it. */
export function alone(data: Opened['drawn']['data']): Opened {
  return {
    drawn: { v: SHAPE_VERSION, id: '', data, state: { selected: 0 } },
    live: null
  };
}
