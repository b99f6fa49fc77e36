// Generated from webloupe.types and webloupe_jupyter.shapes by extension/generate_types.py; do not edit.

export const MIME_TYPE = 'application/vnd.webloupe.v1+json';
export const COMM_TARGET = 'webloupe.v1';
export const SHAPE_VERSION = 1;
export type Operation = 'search' | 'fetch' | 'diff' | 'source' | 'compress' | 'usage' | 'health' | 'config';

/** The answer of the operations that draw: the drawing and its live part. */
export interface Answered {
  drawn: Drawn;
  live: Live;
}

/** A setting, its value as shown and where it comes from; keys only as "set by …". */
export interface ConfigRowShape {
  name: string;
  value: string;
  origin: string;
}

/** Every setting, and what is odd about them. */
export interface ConfigShape {
  rows: ConfigRowShape[];
  warnings: string[];
}

/** Raw against compressed. `whole` is False where long kept runs were shortened or the end is missing. */
export interface DiffShape {
  method: 'none' | 'rules';
  tokens_before: number;
  tokens_after: number;
  refused: string | null;
  segments: SegmentShape[];
  whole: boolean;
  dropped: number;
  rewritten: number;
}

/** What an output carries under our MIME type and what an operation answers: a shape, and which (`data.view`). `id` names the kernel's object by content, so that the same run gives the same bytes. `state` is what both sides may change: `selected` (a place in the list), `tab`, `days`. */
export interface Drawn {
  v: number;
  id: string;
  data: ResultsShape | SearchesShape | PageShape | PagesShape | UsageShape;
  state: Record<string, unknown>;
}

/** A failure as data: what failed, why, what to do next. */
export interface ErrorInfo {
  code: 'bad_input' | 'config' | 'bad_key' | 'quota_spent' | 'rate_limited' | 'backend_down' | 'bad_answer' | 'all_backends_failed' | 'not_found' | 'blocked' | 'host_down' | 'refused' | 'too_large' | 'unreadable' | 'address_refused' | 'timed_out' | 'model_unavailable' | 'bad_model_answer' | 'extra_missing' | 'cancelled' | 'offline' | 'bug';
  message: string;
  hint: string;
  retryable: boolean;
  retry_after_s: number | null;
  backend: string | null;
  url: string | null;
}

/** A page of a batch that could not be read. */
export interface FailedShape {
  view: 'failed';
  url: string;
  error: ErrorInfo;
}

/** That someone is there, and who. */
export interface HealthShape {
  version: string;
  home: string;
  offline: boolean;
  backends: string[];
}

/** One hit. `host` and `published` are for people ("undated"); `citation` is markdown; `url` is http or https. `magic` is the line that reads it. */
export interface HitShape {
  position: number;
  title: string;
  url: string;
  host: string;
  description: string;
  published: string;
  backend: string;
  citation: string;
  magic: string;
}

/** What a backend last said is left of its allowance; `text` is "924/1,000" or "924". */
export interface LeftShape {
  backend: string;
  remaining: number;
  limit: number | null;
  at: number;
  resets_at: number | null;
  text: string;
}

/** What travels only while someone answers, never in a saved output: duration, cache, what is left. */
export interface Live {
  elapsed_ms: number;
  cached: boolean;
  age_s: number | null;
  left: LeftShape[];
}

/** One page. `read_html` is sanitised; `more` says where the rest is; `magic` is the line that repeats it, `magic_on` the one that reads on ("" at the end). `options` are the keywords of the fetch that shaped it. */
export interface PageShape {
  view: 'page';
  url: string;
  final_url: string;
  title: string;
  host: string;
  media_type: string;
  kind: 'narrative' | 'index' | 'api_list' | 'table' | 'code' | 'legal' | 'config' | 'data' | 'empty' | 'blocked';
  kind_reason: string;
  total_chars: number;
  total_tokens: number;
  notes: string[];
  read_html: string;
  more: string;
  diff: DiffShape | null;
  links: number;
  backends: string[];
  page_hash: string;
  citation: string;
  magic: string;
  magic_on: string;
  next_start: number | null;
  options: Record<string, unknown>;
}

/** A batch, in the order asked; each place holds one of the two. */
export interface PagesShape {
  view: 'pages';
  pages: (PageShape | FailedShape)[];
  notes: string[];
}

/** A step of an operation under way, in words for people. */
export interface Progress {
  text: string;
}

/** One search. `magic` is the line that repeats it. */
export interface ResultsShape {
  view: 'results';
  query: string;
  hits: HitShape[];
  tries: TryShape[];
  notes: string[];
  tokens: number;
  magic: string;
}

/** Several searches, in the order asked. */
export interface SearchesShape {
  view: 'searches';
  searches: ResultsShape[];
  notes: string[];
}

/** A run of the diff. A long kept run in a saved output is shortened: `elided` characters are missing at its middle, where `before` and `after` hold a line that says so. */
export interface SegmentShape {
  op: 'kept' | 'dropped' | 'rewritten';
  before: string;
  after: string;
  reason: string;
  elided: number;
}

/** The text of a page as the budget admits it, and whether it is markdown. */
export interface SourceShape {
  text: string;
  is_markdown: boolean;
}

/** One attempt in words: "exa answered", "keenable: rate limited". */
export interface TryShape {
  backend: string;
  outcome: 'ok' | 'empty' | 'rate_limited' | 'http' | 'transport' | 'timeout' | 'payload' | 'skipped';
  text: string;
}

/** Calls of one backend on one local day. `quota_low` is the least remaining seen that day. */
export interface UsageRow {
  day: string;
  backend: string;
  ok: number;
  empty: number;
  rate_limited: number;
  errors: number;
  total: number;
  quota_low: number | null;
}

/** Calls by day and backend, with a plotly figure of them. A dated snapshot: `taken` is local time in words. */
export interface UsageShape {
  view: 'usage';
  days: number;
  rows: UsageRow[];
  left: LeftShape[];
  figure: Record<string, unknown>;
  notes: string[];
  taken: string;
  magic: string;
}
