"""Every shape that crosses a wire, written once. Frozen; snake_case; units in names.

Nothing here computes or does I/O beyond building a data frame from its own fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    import pandas

ErrorCode: TypeAlias = Literal[
    "bad_input", "config", "bad_key", "quota_spent", "rate_limited", "backend_down", "bad_answer",
    "all_backends_failed", "not_found", "blocked", "host_down", "refused", "too_large", "unreadable",
    "address_refused", "timed_out", "model_unavailable", "bad_model_answer", "extra_missing",
    "cancelled", "offline", "bug",
]  # fmt: skip
Outcome: TypeAlias = Literal["ok", "empty", "rate_limited", "http", "transport", "timeout", "payload", "skipped"]
Kind: TypeAlias = Literal[
    "narrative", "index", "api_list", "table", "code", "legal", "config", "data", "empty", "blocked"
]
Format: TypeAlias = Literal["markdown", "text", "html", "raw"]
Engine: TypeAlias = Literal["fast", "markdownify"]
Main: TypeAlias = Literal["auto", "precision", "recall", "full"]
Method: TypeAlias = Literal["none", "rules"]
Face: TypeAlias = Literal["python", "notebook", "cli"]
SegmentOp: TypeAlias = Literal["kept", "dropped", "rewritten"]
Safe: TypeAlias = Literal["off", "moderate", "strict"]
Topic: TypeAlias = Literal["news", "paper", "code", "images"]
Mode: TypeAlias = Literal["fast", "deep"]
Unsupported: TypeAlias = Literal["warn", "ignore", "error"]
Tier: TypeAlias = Literal["auto", "free", "paid"]
By: TypeAlias = Literal["day", "backend", "hour"]
Pool: TypeAlias = Literal["own", "shared", "unknown"]


class Wire(msgspec.Struct, frozen=True):
    """Base of all wire types: immutable, fields by name. msgspec inherits `frozen` only, type checkers neither."""


class ErrorInfo(Wire, frozen=True, kw_only=True):
    """A failure as data: what failed, why, what to do next."""

    code: ErrorCode
    message: str
    hint: str = ""
    retryable: bool = False
    retry_after_s: float | None = None
    backend: str | None = None
    url: str | None = None


# --- search ----------------------------------------------------------------------------------------------------------


class SearchQuery(Wire, frozen=True, kw_only=True):
    """What one search asks for. `limit` is 1–10, `page` from 1.

    `sites` and `not_sites` are domains, domains with a path, or top-level domains (".edu"); `since` and `until` are
    days, YYYY-MM-DD, both included; `lang` is ISO 639-1, `country` ISO 3166-1 alpha-2. "" and None ask for nothing.
    `answer` asks for an answer in sentences beside the hits.
    """

    text: str
    limit: int = 5
    sites: tuple[str, ...] = ()
    not_sites: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    lang: str = ""
    country: str = ""
    safe: Safe | None = None
    topic: Topic | None = None
    mode: Mode | None = None
    page: int = 1
    answer: bool = False


class SearchResult(Wire, frozen=True, kw_only=True):
    """One hit. Text comes from the web: never markup. `published` is ISO 8601 or "" when unknown.

    `description_source` says where the description was taken from: "backend", "peer:keenable" (another backend's for
    the same address), "page" (the stored page) or "excerpt" (a later part of what the backend sent); `description_note`
    why the first one was not good enough. `found_by` names every backend that had this address, best rank first, as
    "exa#1", where several were asked.
    """

    title: str
    url: str
    description: str = ""
    published: str = ""
    backend: str = ""
    position: int = 0
    description_source: str = "backend"
    description_note: str = ""
    found_by: tuple[str, ...] = ()


class DescriptionQuality(Wire, frozen=True, kw_only=True):
    """Whether a description is page furniture instead of content: `score` 0 (sentences) to 1 (furniture), and why.

    `clean` is the part that reads like sentences, "" when there is none.
    """

    is_chrome: bool
    score: float
    reason: str
    clean: str


class Attempt(Wire, frozen=True, kw_only=True):
    """One try at one backend. `error` tells a failure's cause; `remaining` only where the backend reports it.

    `keyed` says that a key went along; `usd` is what the call cost, None when nobody said.
    """

    backend: str
    outcome: Outcome
    elapsed_ms: float = 0.0
    error: ErrorInfo | None = None
    retry_after_s: float | None = None
    remaining: int | None = None
    keyed: bool = False
    usd: float | None = None


class ComparedBackend(Wire, frozen=True, kw_only=True):
    """One backend among several that were asked the same: `unique` hits that no other had, `tokens` of its hits.

    `quality` is the share of its descriptions that read like sentences, 0–1; None without hits.
    """

    backend: str
    outcome: Outcome
    elapsed_ms: float
    hits: int
    unique: int
    tokens: int
    quality: float | None


class ComparedPair(Wire, frozen=True, kw_only=True):
    """Two backends: how many addresses both have, and how alike their rankings are.

    `agreement` is the average overlap at depths 1 to k (Fagin, Kumar, Sivakumar 2003): 0 nothing shared, 1 same order.
    """

    first: str
    second: str
    shared: int
    agreement: float


class Comparison(Wire, frozen=True, kw_only=True):
    """Several backends side by side for one query."""

    backends: tuple[ComparedBackend, ...]
    pairs: tuple[ComparedPair, ...]


class AnswerSentence(Wire, frozen=True, kw_only=True):
    """One sentence of an answer: tied to a `quote` out of result `position`, or unsupported (both empty)."""

    text: str
    quote: str = ""
    position: int | None = None


class SearchAnswer(Wire, frozen=True, kw_only=True):
    """An answer in sentences, and who gave it: a backend's name or a model's."""

    sentences: tuple[AnswerSentence, ...]
    source: str


class SearchResponse(Wire, frozen=True, kw_only=True):
    """Ranked hits and how they were got. Behaves as a sequence of its results.

    `asked_at` is when the backends were asked (Unix time): with `cached` it is the age of the memory.
    `comparison` is there when several backends were asked on purpose.
    """

    query: str
    results: tuple[SearchResult, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    cached: bool = False
    elapsed_ms: float = 0.0
    tokens: int = 0
    asked_at: float = 0.0
    answer: SearchAnswer | None = None
    comparison: Comparison | None = None

    def __repr__(self) -> str:
        hits = "\n".join(f"  {hit.position}. {hit.title}  {hit.url}" for hit in self)
        return f"<SearchResponse {self.query!r}: {len(self)} results, {self.tokens:,} tokens>\n{hits}".rstrip()

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> SearchResult:
        return self.results[index]

    def __iter__(self) -> Iterator[SearchResult]:
        return iter(self.results)

    @property
    def df(self) -> pandas.DataFrame:
        """One row a hit, columns position, title, url, description, published, backend."""
        import pandas

        columns = ["position", "title", "url", "description", "published", "backend"]
        return pandas.DataFrame([{name: getattr(hit, name) for name in columns} for hit in self], columns=columns)

    def to_json(self) -> str:
        """The contract JSON; the key order is part of the contract."""
        keys = ("position", "title", "url", "description", "published")
        return json.dumps({"results": [{key: getattr(hit, key) for key in keys} for hit in self]}, ensure_ascii=False)


# --- fetch -----------------------------------------------------------------------------------------------------------


class Link(Wire, frozen=True, kw_only=True):
    """A link as the page has it: its text and its absolute address."""

    text: str
    url: str


class Truncated(Wire, frozen=True, kw_only=True):
    """What was left behind at a cap. Totals are None where the sender did not tell."""

    kept_bytes: int
    total_bytes: int | None
    kept_chars: int
    total_chars: int | None


class Omitted(Wire, frozen=True, kw_only=True):
    """The gap between head and tail: it starts at `start` (code points into `full`) and is `chars` long."""

    start: int
    chars: int


class Hidden(Wire, frozen=True, kw_only=True):
    """Text withheld because a reader of the page would not see it. `channel` says how it was hidden."""

    channel: str
    text: str


class ContentKind(Wire, frozen=True, kw_only=True):
    """What sort of text this is, and whether shortening it with loss is acceptable. `confidence` is 0–1."""

    kind: Kind
    lossy_ok: bool
    reason: str
    confidence: float


class Segment(Wire, frozen=True, kw_only=True):
    """A run of text: joined `before` is the input, joined `after` is the output."""

    op: SegmentOp
    before: str
    after: str
    reason: str = ""


class TraceRow(Wire, frozen=True, kw_only=True):
    """What one level or rule did: tokens in and out, milliseconds, pieces touched."""

    level: int
    name: str
    tokens_in: int
    tokens_out: int
    elapsed_ms: float
    pieces: int


class Compression(Wire, frozen=True, kw_only=True):
    """A shortened text that still knows its source."""

    method: Method
    text: str
    tokens_before: int
    tokens_after: int
    segments: tuple[Segment, ...]
    trace: tuple[TraceRow, ...] = ()
    refused: str | None = None


class Heading(Wire, frozen=True, kw_only=True):
    """A heading of a page: `start` is its place in `full`, `chars` and `tokens` go to the next heading of any level."""

    level: int
    text: str
    start: int
    chars: int
    tokens: int


class Table(Wire, frozen=True, kw_only=True):
    """A table of a page as rows of cells, the header first; `start` is its place in `full`, None where it is not known.

    `name` is a caption or a sheet's name.
    """

    rows: tuple[tuple[str, ...], ...]
    start: int | None = None
    name: str = ""

    @property
    def df(self) -> pandas.DataFrame:
        """The rows below the header, as text; a column without a name, or with one that is taken, is numbered."""
        import pandas

        header, *rows = self.rows or ((),)
        names: list[str] = []
        for place, name in enumerate(header):
            names.append(name if name and name not in names else f"{name or 'column'}_{place + 1}")
        width = len(names)
        filled = [(*row, *[""] * (width - len(row)))[:width] for row in rows]
        return pandas.DataFrame(filled, columns=names)


class CodeBlock(Wire, frozen=True, kw_only=True):
    """A code block of a page: its lines, its language or ""; `start` is its place in `full`, None if not known."""

    text: str
    language: str = ""
    start: int | None = None


class FetchResult(Wire, frozen=True, kw_only=True):
    """One page: `text` is what the budget admits, `full` all of it (at most 2,000,000 characters)."""

    url: str
    final_url: str
    status: int
    media_type: str
    charset: str
    format: Format
    text: str
    full: str
    title: str = ""
    author: str = ""
    published: str = ""
    modified: str = ""
    lang: str = ""
    site: str = ""
    canonical: str = ""
    kind: ContentKind
    total_chars: int
    total_tokens: int
    omitted: Omitted | None = None
    truncated: Truncated | None = None
    left_out: tuple[str, ...] = ()
    stored_path: str | None = None
    page_hash: str
    links: tuple[Link, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    code: tuple[CodeBlock, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    compression: Compression | None = None
    blocked: str | None = None
    via: str = "direct"
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    cached: bool = False
    fetched_at: float = 0.0
    elapsed_ms: float = 0.0

    def __repr__(self) -> str:
        size = f"{self.total_chars:,} characters, {self.total_tokens:,} tokens"
        return f"<FetchResult {self.title!r} {self.final_url}: {self.kind.kind}, {size}>"

    @property
    def markdown(self) -> str:
        """Alias of `text`: the page as the budget admits it."""
        return self.text


class Failed(Wire, frozen=True, kw_only=True):
    """A page of a batch that could not be read."""

    url: str
    error: ErrorInfo
    elapsed_ms: float = 0.0


# --- usage -----------------------------------------------------------------------------------------------------------


class UsageRecord(Wire, frozen=True, kw_only=True, gc=False):
    """One line of the usage log: an attempt that left the machine. `ts` is a Unix time in seconds."""

    ts: float
    backend: str
    outcome: Outcome
    remaining: int | None = None
    elapsed_ms: float | None = None
    action: str | None = None
    limit: int | None = None
    resets_at: float | None = None
    face: str | None = None
    usd: float | None = None


class UsageRow(Wire, frozen=True, kw_only=True):
    """Searches of one backend on one local day. `quota_low` is the least remaining seen then.

    By hour, `day` is "2026-10-06 15:00" (with its offset where a clock change makes it come twice); by backend it
    is "".
    """

    day: str
    backend: str
    ok: int = 0
    empty: int = 0
    rate_limited: int = 0
    errors: int = 0
    total: int = 0
    quota_low: int | None = None


class QuotaStatus(Wire, frozen=True, kw_only=True):
    """What a backend last said is left: calls, of how many, full again when; `at` is when it said so (Unix times)."""

    backend: str
    remaining: int
    limit: int | None = None
    resets_at: float | None = None
    at: float


class QuotaWindow(Wire, frozen=True, kw_only=True):
    """One stretch of time over which a backend counts calls, as the log shows it. Times are Unix times in seconds.

    `rolling`: each call comes back `length_s` after it was made; else all come back at `resets_at`. `remaining` is
    the last reading, `own_calls` are calls of this log from the window's start on, `drop` is how far `remaining`
    fell while `observations` readings were taken. `verdict` tells whose pool it is, with a `confidence` of 0–1.
    `runs_dry_at` is when it is spent at the pace of this window; None when it lasts. `warning` is one line, or "".
    """

    backend: str
    rolling: bool
    length_s: float | None
    starts_at: float
    resets_at: float | None
    ceiling: int | None
    remaining: int | None
    own_calls: int
    drop: int | None
    observations: int
    verdict: Pool
    confidence: float
    runs_dry_at: float | None = None
    warning: str = ""


class BackendUsage(Wire, frozen=True, kw_only=True):
    """One backend's searches of these days: how long they took (median and 95th percentile), the share of errors.

    `usd` is what its calls, reading pages too, cost; None where no call said so.
    """

    backend: str
    calls: int
    errors: int
    error_share: float
    p50_ms: float | None = None
    p95_ms: float | None = None
    usd: float | None = None


class OwnSums(Wire, frozen=True, kw_only=True):
    """What the answers of these days came to. `memo` were served from memory and cost nothing.

    `tokens` is what was returned; of it `measured_tokens` stand against `full_tokens`, what the full pages would have
    been, where that is known. `usd` is None where nothing said a price.
    """

    calls: int = 0
    memo: int = 0
    memo_share: float | None = None
    tokens: int = 0
    measured_tokens: int = 0
    full_tokens: int | None = None
    usd: float | None = None


class UsageSummary(Wire, frozen=True, kw_only=True):
    """Newest day first, then backend. `left` is each backend's last reading, where it gives any, in these days.

    `windows` begins with each backend's newest window; older ones follow, newest first. `own` comes from the ledger,
    None without one. `skipped_lines` counts torn or foreign lines of the log.
    """

    days: int
    rows: tuple[UsageRow, ...] = ()
    left: tuple[QuotaStatus, ...] = ()
    skipped_lines: int = 0
    by: By = "day"
    backends: tuple[BackendUsage, ...] = ()
    windows: tuple[QuotaWindow, ...] = ()
    own: OwnSums | None = None

    @property
    def df(self) -> pandas.DataFrame:
        """One row a day and backend, the fields of `UsageRow` as columns."""
        import pandas

        rows: list[dict[str, Any]] = [msgspec.structs.asdict(row) for row in self.rows]
        return pandas.DataFrame(rows, columns=list(UsageRow.__struct_fields__))

    def table(self) -> str:
        """The fixed-width table that `webloupe usage` prints; "-" where no quota was reported.

        By backend, durations and the share of errors stand in the place of the date.
        """
        wide = max([10, *(len(row.backend) for row in self.rows)])
        long = max([11, *(len(row.day) for row in self.rows)])
        more = {one.backend: one for one in self.backends} if self.by == "backend" else None

        def line(day: str, backend: str, *counts: object) -> str:
            columns = zip(counts, (6, 7, 6, 8, 7, 11), strict=True)
            head = f"{day:<{long}}  {backend:<{wide}}" if more is None else f"{backend:<{wide}}"
            return head + "".join(f" {count:>{width - 1}}" for count, width in columns) + _times(more, backend)

        head = line("hour" if self.by == "hour" else "date", "backend", *_COUNTS)
        body = [
            line(
                row.day,
                row.backend,
                row.ok,
                row.empty,
                row.rate_limited,
                row.errors,
                row.total,
                _or_dash(row.quota_low),
            )
            for row in self.rows
        ]
        return "\n".join([head, "-" * len(head), *body])


_COUNTS = ("ok", "empty", "429", "errors", "total", "quota_low")


def _times(known: dict[str, BackendUsage] | None, backend: str) -> str:
    """The columns that a table by backend has at its end: none in another, names in its head."""
    if known is None:
        return ""
    one = known.get(backend)
    if one is None:
        return f"{'p50_ms':>9}{'p95_ms':>9}{'errors%':>9}"
    return f"{_or_dash(one.p50_ms):>9}{_or_dash(one.p95_ms):>9}{one.error_share:>9.1%}"


def _or_dash(count: float | None) -> str:
    return "-" if count is None else f"{count:.0f}"


class LedgerEntry(Wire, frozen=True, kw_only=True, gc=False):
    """One line of the ledger: an answered call. `ts` is a Unix time in seconds, `key` a hash of what was asked.

    `memo`: served from memory, which costs nothing. `full_tokens` is what the full pages would have been. `cell` and
    `notebook` are "" outside of a notebook.
    """

    ts: float
    action: Literal["search", "fetch"]
    key: str
    tokens: int
    face: str = "python"
    notebook: str = ""
    cell: str = ""
    usd: float | None = None
    memo: bool = False
    full_tokens: int | None = None


class Spend(Wire, frozen=True, kw_only=True):
    """Calls that were not served from memory, their tokens and US$."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0


class Spent(Wire, frozen=True, kw_only=True):
    """What is spent so far: by this cell, by this notebook (both today), by everything on this machine today."""

    cell: Spend = Spend()
    notebook: Spend = Spend()
    day: Spend = Spend()


class Caps(Wire, frozen=True, kw_only=True):
    """Most that may be spent a cell, a notebook and a day; None is no cap. Tokens are those of the answers."""

    cell_calls: int | None = None
    cell_tokens: int | None = None
    cell_usd: float | None = None
    notebook_calls: int | None = None
    notebook_tokens: int | None = None
    notebook_usd: float | None = None
    day_calls: int | None = None
    day_tokens: int | None = None
    day_usd: float | None = None
