import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Client, Home } from '../api/client';
import { Drawn, Live } from '../api/types.gen';
import { ReachLine } from './reach-line';
import { Root } from './root';
import { ownState, useClient } from './shared';
import { Step } from './step';
import { View } from './view';
import { Opened } from './view-props';

export interface OutputProps {
  home: Home;
  drawn: Drawn;
  live?: Live | null;
}

/** What a cell shows. What is opened from it is shown in its place, with a way back. */
export function Output({ home, drawn, live }: OutputProps) {
  useClient(home.client);
  return (
    <Root name="output">
      <Trail
        key={drawn.id}
        home={home}
        drawn={drawn}
        live={home.client.live ?? live ?? null}
      />
      <ReachLine client={home.client} />
    </Root>
  );
}

/** Something opened, with values of its own: no object of Python's stands behind it. */
interface Placed {
  client: Client;
  opened: Opened;
}

function Trail({ home, drawn, live }: Required<OutputProps>) {
  const [steps, setSteps] = useState<Placed[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const depth = steps.length;
  const top = steps[depth - 1];
  /** Whoever works in here goes on working in what is shown next; others are not disturbed. */
  const change = (to: (steps: Placed[]) => Placed[]) => {
    takesFocus.current = !!box.current?.contains(document.activeElement);
    setSteps(to);
  };
  const open = (opened: Opened) => {
    const client = ownState(home.client, opened.drawn.state);
    change(before => [...before, { opened, client }]);
  };

  useLayoutEffect(() => {
    if (takesFocus.current) {
      takesFocus.current = false;
      focusFirst(box.current, depth > 0);
    }
  }, [depth]);

  return (
    <div ref={box}>
      <div hidden={depth > 0}>
        <View home={home} drawn={drawn} live={live} open={open} />
      </div>
      {top && (
        <Step
          key={depth}
          home={{ ...home, client: top.client }}
          opened={top.opened}
          open={open}
          back={() => change(before => before.slice(0, -1))}
          to={depth > 1 ? 'Back' : 'Back to the cell’s result'}
        />
      )}
    </div>
  );
}

function focusFirst(box: HTMLElement | null, inStep: boolean): void {
  const wanted = inStep
    ? ['.wl-step']
    : ['[role=listbox]', '[role=tab][aria-selected=true]'];
  const found = wanted.map(one => box?.querySelector<HTMLElement>(one));
  found.find(Boolean)?.focus({ preventScroll: true });
}
