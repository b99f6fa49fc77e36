import { useMemo } from 'preact/hooks';
import { Home } from '../api/client';
import { ownState, useClient } from './shared';
import { View } from './view';
import { Opened } from './view-props';

interface OwnViewProps {
  home: Home;
  opened: Opened;
  open: (opened: Opened) => void;
}

/** A view that no object of Python's stands behind, with values of its own. */
export function OwnView({ home, opened, open }: OwnViewProps) {
  const { drawn, live } = opened;
  const client = useMemo(
    () => ownState(home.client, drawn.state),
    [home.client, drawn]
  );
  useClient(client);
  return (
    <View
      // Another answer is another view: nothing of the last one's stays.
      key={drawn.id}
      home={{ ...home, client }}
      drawn={drawn}
      live={live}
      open={open}
    />
  );
}
