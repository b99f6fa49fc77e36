/** The messages of the comm, and of a widget's custom messages alike. */
import { Arguments } from './client';
import { ErrorInfo, Live, Operation } from './types.gen';

export type State = Record<string, unknown>;

export type Asked =
  | { op: 'call'; operation: Operation; args: Arguments }
  | { op: 'ping'; id: string }
  | { op: 'set'; id: string; name: string; value: unknown };

export type Outgoing = (Asked | { op: 'cancel' }) & { rid: string };

export interface Hello {
  op: 'hello';
  v: number;
  version: string;
  /** Whether messages are read by the kernel's main thread, behind a running cell. */
  main: boolean;
}

export type Reply =
  | { op: 'ack'; rid: string }
  | { op: 'progress'; rid: string; text: string }
  | { op: 'result'; rid: string; value: unknown }
  | { op: 'error'; rid: string; error: ErrorInfo };

/** Pushed when Python changed what both sides share. */
export interface Changed {
  op: 'changed';
  id: string;
  state: State;
}

export type Incoming = Hello | Reply | Changed;

/** What a ping answers: the object is there, and this is how it stands. */
export interface Pong {
  state: State;
  live: Live | null;
}
