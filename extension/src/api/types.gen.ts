// Generated from webloupe.types and webloupe_jupyter.shapes by extension/generate_types.py; do not edit.

export const MIME_TYPE = 'application/vnd.webloupe.v1+json';
export const COMM_TARGET = 'webloupe.v1';
export const SHAPE_VERSION = 1;
export type Operation = 'search' | 'fetch' | 'diff' | 'restore' | 'source' | 'compress' | 'usage' | 'usage_csv' | 'quota' | 'health' | 'config';
export const SEARCH_WORDS = { topic: ['news', 'paper', 'code', 'images'], mode: ['fast', 'deep'], safe: ['off', 'moderate', 'strict'] };

/** An answer in sentences, and who gave it. */
export interface AnswerShape {
  source: string;
  sentences: SentenceShape[];
}

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

/** Every setting, the backends that can be asked by name as things stand, and what is odd about the settings. */
export interface ConfigShape {
  rows: ConfigRowShape[];
  askable: string[];
  warnings: string[];
}

/** Raw against compressed. `whole` is False where long kept runs were shortened or the end is missing. `facts` has the classes that the raw text has any of, `restored` the starts of the segments given back. */
export interface DiffShape {
  method: 'none' | 'auto' | 'lossless' | 'rules' | 'extract' | 'instruct';
  tokens_before: number;
  tokens_after: number;
  refused: string | null;
  segments: SegmentShape[];
  whole: boolean;
  dropped: number;
  rewritten: number;
  notes: string[];
  model: string;
  facts: FactsShape[];
  invented: InventedShape[];
  steps: StepShape[];
  restored: number[];
}

/** What an output carries under our MIME type and what an operation answers: a shape, and which (`data.view`). `id` names the kernel's object by content, so that the same run gives the same bytes. `state` is what both sides may change: `selected` (a place in the list), `tab`, `days`, `by`, `restored` (starts of segments given back). */
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

/** The facts of one class: how many the raw text has, how many of them the short one, the first that it lost. */
export interface FactsShape {
  name: 'urls' | 'numbers' | 'dates' | 'code_blocks' | 'table_rows' | 'headings' | 'negations' | 'names' | 'quotes';
  total: number;
  kept: number;
  lost: LostShape[];
}

/** A page of a batch that could not be read. */
export interface FailedShape {
  view: 'failed';
  url: string;
  error: ErrorInfo;
}

/** A text to be saved as a file. */
export interface FileShape {
  name: string;
  media_type: string;
  text: string;
}

/** That someone is there, and who. */
export interface HealthShape {
  version: string;
  home: string;
  offline: boolean;
  backends: string[];
}

/** One hit. `host` and `published` are for people ("undated"); `citation` is markdown; `url` is http or https. `backend` names all that had it where several were asked; `marks` tell of a description that was replaced; `magic` is the line that reads it. */
export interface HitShape {
  position: number;
  title: string;
  url: string;
  host: string;
  description: string;
  published: string;
  backend: string;
  marks: MarkShape[];
  citation: string;
  magic: string;
}

/** What only the short text says, of one class: how many, and the first of them. */
export interface InventedShape {
  name: string;
  total: number;
  texts: string[];
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

/** What travels only while someone answers, never in a saved output: duration, cache, waits, what is left. `tries` and `tables` are those of a search, with their times. */
export interface Live {
  elapsed_ms: number;
  cached: boolean;
  age_s: number | null;
  left: LeftShape[];
  tries: TryShape[];
  tables: TableShape[];
}

/** A fact that the short text has no longer; `at` is the start of the segment that took it, None where none did. */
export interface LostShape {
  text: string;
  at: number | null;
}

/** A short word beside a hit, and what it means. */
export interface MarkShape {
  text: string;
  title: string;
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

/** The allowance that is nearest to its end. `backend` is "" when no backend says what is left. `resets_at` is a Unix time in seconds. */
export interface QuotaShape {
  backend: string;
  remaining: number;
  limit: number | null;
  resets_at: number | null;
  warning: string;
  level: 'fine' | 'low' | 'critical';
}

/** One search. `tables` compare the backends where that was asked, `asked` are the keywords beside the query. `magic` is the line that repeats it. Whether it came from memory is live: an output run again stays the same. */
export interface ResultsShape {
  view: 'results';
  query: string;
  hits: HitShape[];
  tries: TryShape[];
  notes: string[];
  tokens: number;
  answer: AnswerShape | null;
  tables: TableShape[];
  asked: Record<string, unknown>;
  magic: string;
}

/** Several searches, in the order asked. */
export interface SearchesShape {
  view: 'searches';
  searches: ResultsShape[];
  notes: string[];
}

/** A run of the diff; `start` is its place in the raw text in code points, by which it is given back. A long kept run in a saved output is shortened: `elided` characters are missing at its middle, where `before` and `after` hold a line that says so. */
export interface SegmentShape {
  op: 'kept' | 'dropped' | 'rewritten';
  before: string;
  after: string;
  reason: string;
  start: number;
  elided: number;
}

/** A sentence of an answer: `quote` out of the hit at `position` holds it; None where no hit does. */
export interface SentenceShape {
  text: string;
  quote: string;
  position: number | null;
}

/** The text of a page as the budget admits it, and whether it is markdown. */
export interface SourceShape {
  text: string;
  is_markdown: boolean;
}

/** A step of a level, its tokens in and out; `touched` holds the first of its `pieces`. Level 0 is the reader's own hand. */
export interface StepShape {
  level: number;
  name: string;
  tokens_in: number;
  tokens_out: number;
  pieces: number;
  touched: TouchedShape[];
}

/** What the answers of these days came to, in one respect. */
export interface SumShape {
  name: string;
  text: string;
}

/** Cells as text: the first `words` columns read as words, the others are numbers. */
export interface TableShape {
  label: string;
  head: string[];
  rows: string[][];
  words: number;
}

/** A piece that a step dropped, merged with `partner` or kept apart from it. `score` is in words, "" for none; `at` is the start of the segment that took it, None where none did. */
export interface TouchedShape {
  action: 'dropped' | 'merged' | 'kept_apart' | 'set_aside' | 'rewritten';
  text: string;
  reason: string;
  score: string;
  partner: string;
  at: number | null;
}

/** One attempt in words: "exa answered", "keenable: rate limited". */
export interface TryShape {
  backend: string;
  outcome: 'ok' | 'empty' | 'rate_limited' | 'http' | 'transport' | 'timeout' | 'payload' | 'skipped';
  text: string;
}

/** Searches of one backend on one local day. `quota_low` is the least remaining seen then. By hour, `day` is "2026-10-06 15:00" (with its offset where a clock change makes it come twice); by backend it is "". */
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

/** Calls by day, hour or backend, with a plotly figure of them. A dated snapshot: `taken` is local time in words. */
export interface UsageShape {
  view: 'usage';
  days: number;
  by: 'day' | 'backend' | 'hour';
  rows: UsageRow[];
  windows: WindowShape[];
  backends: TableShape;
  sums: SumShape[];
  figure: Record<string, unknown>;
  notes: string[];
  taken: string;
  magic: string;
}

/** A backend's newest quota window in words. `share` is what is left of its ceiling, 0–1, None where unknown. */
export interface WindowShape {
  backend: string;
  text: string;
  warning: string;
  share: number | null;
  level: 'fine' | 'low' | 'critical';
}
