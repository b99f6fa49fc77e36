import { useRef } from 'preact/hooks';
import { Home } from '../api/client';
import { Live } from '../api/types.gen';
import { AddressBox } from './address-box';
import { OutcomeAt } from './outcome';
import { OwnView } from './own-view';
import { PanelState } from './panel-state';
import { Guard } from './root';
import { useTask } from './task';
import { Opened } from './view-props';

interface PageTabProps {
  home: Home;
  state: PanelState;
  live: Live | null;
  /** A page that follows the one shown. */
  open: (opened: Opened) => void;
  /** A page of the history, at its place. */
  show: (at: number, opened: Opened) => void;
}

/** The address box and the page: back and forward as in a browser, from memory where it is still there. */
export function PageTab({ home, state, live, open, show }: PageTabProps) {
  const task = useTask(home.client);
  const { visits, at, page } = state;
  const read = useRef(new WeakMap<object, Opened>());
  const visit = visits[at];
  if (visit && page) {
    read.current.set(visit, { drawn: page, live });
  }
  const go = (to: number) => {
    const wanted = visits[to];
    const known = read.current.get(wanted);
    if (known) {
      task.cancel();
      show(to, known);
    } else {
      void task.run('address', 'fetch', wanted, answer => show(to, answer));
    }
  };
  const again = () =>
    void task.run('address', 'fetch', { ...visit, refresh: true }, answer =>
      show(at, answer)
    );
  return (
    <div class="wl-browse">
      <AddressBox
        address={visit?.url ?? ''}
        reach={home.client.reach}
        busy={task.outcome?.busy !== undefined}
        onBack={at > 0 ? () => go(at - 1) : undefined}
        onForward={at < visits.length - 1 ? () => go(at + 1) : undefined}
        onReload={visit ? again : undefined}
        onStop={task.cancel}
        onGo={url => void task.run('address', 'fetch', { url }, open)}
      />
      <OutcomeAt task={task} where="address" />
      {page ? (
        <Guard of={page}>
          <OwnView home={home} opened={{ drawn: page, live }} open={open} />
        </Guard>
      ) : (
        !task.outcome && (
          <p class="wl-empty">
            {visit
              ? 'The page is not kept here; reload it to read it.'
              : 'Type an address, or read a result of a search.'}
          </p>
        )
      )}
    </div>
  );
}
