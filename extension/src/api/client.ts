import { ComponentType } from 'preact';
import { ComparisonProps } from '../ui/comparison-props';
import {
  Answered,
  ConfigShape,
  DiffShape,
  ErrorInfo,
  FileShape,
  HealthShape,
  Live,
  Operation,
  PageShape,
  QuotaShape,
  SourceShape
} from './types.gen';

/** What each operation answers. */
export interface Answers {
  search: Answered;
  fetch: Answered;
  usage: Answered;
  usage_csv: FileShape;
  quota: QuotaShape;
  diff: DiffShape;
  restore: PageShape;
  source: SourceShape;
  compress: DiffShape;
  health: HealthShape;
  config: ConfigShape;
}

/** Who would answer a call now, and why nobody does. `waits`: the answer comes after the running cell. */
export type Reach =
  | { by: 'kernel'; waits: boolean }
  | { by: 'server' }
  | { by: 'connecting' }
  | { by: 'nobody'; reason: string };

/** Keyword arguments of an operation, named as in Python. */
export type Arguments = Record<string, unknown>;

export interface CallOptions {
  /** Told each step, in words for people. */
  progress?: (text: string) => void;
  /** Ends the call; the promise then rejects with code "cancelled". */
  signal?: AbortSignal;
}

/**
 * What a component can ask for, whoever answers: the kernel by comm, the server by HTTP, a fake in tests.
 * A failed call rejects with a `CallError`.
 */
export interface Client {
  readonly reach: Reach;
  call<O extends Operation>(
    operation: O,
    args: Arguments,
    options?: CallOptions
  ): Promise<Answers[O]>;
  /** The values that the view and its Python object share. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Takes hold here at once, and on the other side where there is one. */
  set(name: string, value: unknown): void;
  /** What only the answering side knows of a drawn result (duration, cache, what is left). */
  readonly live?: Live | null;
  /** Why the view and its Python object do not follow each other; null while they do. */
  readonly unlinked?: string | null;
  /** Called after any change of `reach` or `state`; returns the way to stop. */
  subscribe(callback: () => void): () => void;
}

/** A failure as the other side told it: two lines, what and what to do next. */
export class CallError extends Error {
  constructor(readonly info: ErrorInfo) {
    super(info.message);
  }
}

/** How a piece of a diff is given back. */
export interface Restore {
  /** `start` is that of the piece's segment. */
  act(start: number): void;
  /** Why it cannot be done now; "" where it can. */
  hindered: string;
}

/** What the place where components are shown does for them; components import nothing of JupyterLab. */
export interface Home {
  client: Client;
  /** Draws a plotly figure into `node`; returns the way to take it out. Colours are the home's matter. */
  drawFigure(node: HTMLElement, figure: Record<string, unknown>): () => void;
  /**
   * Draws raw against compressed into `node`, with a button at each piece that is not there any more where `restore`
   * is given; returns the way to take it out.
   */
  drawDiff(node: HTMLElement, diff: DiffShape, restore?: Restore): () => void;
  /** What stands under the token bar of a compression; left out where the diff alone does. */
  Comparison?: ComponentType<ComparisonProps>;
  /** Puts a code cell below the active one; null where there is no notebook. */
  insertCell: ((code: string) => void) | null;
  /** Puts a markdown cell below the active one; null or left out where there is no notebook. */
  insertMarkdown?: ((markdown: string) => void) | null;
  copy(text: string): Promise<void>;
  /** Hands a text to the person as a file; left out where the home has no way to. */
  saveFile?(file: FileShape): void;
}
