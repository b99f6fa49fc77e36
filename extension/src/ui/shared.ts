/** The values that a view shares with its Python object, or keeps for itself where it has none. */

import { useLayoutEffect, useReducer } from 'preact/hooks';
import { Client } from '../api/client';

type Values = Readonly<Record<string, unknown>>;

/** Draws again whenever the client tells of a change; at once, so that none is missed before the first paint. */
export function useClient(client: Client): void {
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  useLayoutEffect(() => client.subscribe(() => redraw(undefined)), [client]);
}

/** The same client for a view that no Python object stands behind: what it sets stays here. */
export function ownState(client: Client, initial: Values): Client {
  let state: Values = { ...initial };
  const callbacks = new Set<() => void>();
  return {
    get reach() {
      return client.reach;
    },
    get state() {
      return state;
    },
    call: (operation, args, options) => client.call(operation, args, options),
    set(name, value) {
      state = { ...state, [name]: value };
      callbacks.forEach(callback => callback());
    },
    subscribe(callback) {
      callbacks.add(callback);
      const stop = client.subscribe(callback);
      return () => {
        callbacks.delete(callback);
        stop();
      };
    }
  };
}

/** A place in a list of `length`; -1 where none is chosen or the value is none. */
export function place(value: unknown, length: number): number {
  return typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= 0 &&
    value < length
    ? value
    : -1;
}

/** One of `names`; the first where the value is none of them. */
export function oneOf<T extends string>(
  value: unknown,
  names: readonly T[]
): T {
  return names.find(name => name === value) ?? names[0];
}
