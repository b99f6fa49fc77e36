import { Drawn, SHAPE_VERSION } from '../api/types.gen';
import { Page } from './page';
import { Pages } from './pages';
import { Results } from './results';
import { Searches } from './searches';
import { Usage } from './usage';
import { ViewProps } from './view-props';

interface DrawnProps extends Omit<ViewProps<never>, 'data' | 'state' | 'id'> {
  drawn: Drawn;
}

/** The component for what was drawn. */
export function View({ drawn, ...rest }: DrawnProps) {
  const { data } = drawn;
  const state = { ...drawn.state, ...rest.home.client.state };
  const props = { ...rest, state, id: drawn.id };
  if (drawn.v > SHAPE_VERSION) {
    return <Newer />;
  }
  switch (data.view) {
    case 'results':
      return <Results {...props} data={data} />;
    case 'searches':
      return <Searches {...props} data={data} />;
    case 'page':
      return <Page {...props} data={data} />;
    case 'pages':
      return <Pages {...props} data={data} />;
    case 'usage':
      return <Usage {...props} data={data} />;
    default:
      return <Newer />;
  }
}

function Newer() {
  return (
    <p class="wl-empty">
      This was made by a newer webloupe; update it to see this here.
    </p>
  );
}
