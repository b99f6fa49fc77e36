"""What crosses between Python and the views: shapes ready to draw, and the calls that views make.

Everything that takes thought is done here already: titles are one harmless line, page text is sanitised HTML, a
diff is segments, a chart is a figure. The TypeScript twins are generated (`extension/src/api/types.gen.ts`).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from webloupe.types import (
    By,
    ErrorInfo,
    FactClass,
    Kind,
    Method,
    Mode,
    Outcome,
    Safe,
    SegmentOp,
    Topic,
    TraceAction,
    UsageRow,
    Wire,
)

MIME_TYPE = "application/vnd.webloupe.v1+json"
COMM_TARGET = "webloupe.v1"
SHAPE_VERSION = 1
SEARCH_WORDS = {"topic": Topic, "mode": Mode, "safe": Safe}
"""The filters of a search whose values are words, and which."""

Operation: TypeAlias = Literal[
    "search", "fetch", "diff", "restore", "source", "compress", "usage", "usage_csv", "quota", "health", "config"
]
Level: TypeAlias = Literal["fine", "low", "critical"]
"""How an allowance stands: 20 % left or less is low, 5 % or a warning is critical."""


class TableShape(Wire, frozen=True, kw_only=True):
    """Cells as text: the first `words` columns read as words, the others are numbers."""

    label: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


class MarkShape(Wire, frozen=True, kw_only=True):
    """A short word beside a hit, and what it means."""

    text: str
    title: str


class HitShape(Wire, frozen=True, kw_only=True):
    """One hit. `host` and `published` are for people ("undated"); `citation` is markdown; `url` is http or https.

    `backend` names all that had it where several were asked; `marks` tell of a description that was replaced;
    `magic` is the line that reads it.
    """

    position: int
    title: str
    url: str
    host: str
    description: str
    published: str
    backend: str
    marks: tuple[MarkShape, ...]
    citation: str
    magic: str


class TryShape(Wire, frozen=True, kw_only=True):
    """One attempt in words: "exa answered", "keenable: rate limited"."""

    backend: str
    outcome: Outcome
    text: str


class SentenceShape(Wire, frozen=True, kw_only=True):
    """A sentence of an answer: `quote` out of the hit at `position` holds it; None where no hit does."""

    text: str
    quote: str
    position: int | None


class AnswerShape(Wire, frozen=True, kw_only=True):
    """An answer in sentences, and who gave it."""

    source: str
    sentences: tuple[SentenceShape, ...]


class ResultsShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="results"):
    """One search. `tables` compare the backends where that was asked, `asked` are the keywords beside the query.

    `magic` is the line that repeats it. Whether it came from memory is live: an output run again stays the same.
    """

    query: str
    hits: tuple[HitShape, ...]
    tries: tuple[TryShape, ...]
    notes: tuple[str, ...]
    tokens: int
    answer: AnswerShape | None
    tables: tuple[TableShape, ...]
    asked: dict[str, Any]
    magic: str


class SearchesShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="searches"):
    """Several searches, in the order asked."""

    searches: tuple[ResultsShape, ...]
    notes: tuple[str, ...]


class SegmentShape(Wire, frozen=True, kw_only=True):
    """A run of the diff; `start` is its place in the raw text in code points, by which it is given back. A long kept
    run in a saved output is shortened: `elided` characters are missing at its middle, where `before` and `after` hold
    a line that says so."""

    op: SegmentOp
    before: str
    after: str
    reason: str
    start: int
    elided: int = 0


class LostShape(Wire, frozen=True, kw_only=True):
    """A fact that the short text has no longer; `at` is the start of the segment that took it, None where none did."""

    text: str
    at: int | None


class FactsShape(Wire, frozen=True, kw_only=True):
    """The facts of one class: how many the raw text has, how many of them the short one, the first that it lost."""

    name: FactClass
    total: int
    kept: int
    lost: tuple[LostShape, ...]


class InventedShape(Wire, frozen=True, kw_only=True):
    """What only the short text says, of one class: how many, and the first of them."""

    name: str
    total: int
    texts: tuple[str, ...]


class TouchedShape(Wire, frozen=True, kw_only=True):
    """A piece that a step dropped, merged with `partner` or kept apart from it. `score` is in words, "" for none; `at`
    is the start of the segment that took it, None where none did."""

    action: TraceAction
    text: str
    reason: str
    score: str
    partner: str
    at: int | None


class StepShape(Wire, frozen=True, kw_only=True):
    """A step of a level, its tokens in and out; `touched` holds the first of its `pieces`. Level 0 is the reader's own
    hand."""

    level: int
    name: str
    tokens_in: int
    tokens_out: int
    pieces: int
    touched: tuple[TouchedShape, ...]


class DiffShape(Wire, frozen=True, kw_only=True):
    """Raw against compressed. `whole` is False where long kept runs were shortened or the end is missing.

    `facts` has the classes that the raw text has any of, `restored` the starts of the segments given back.
    """

    method: Method
    tokens_before: int
    tokens_after: int
    refused: str | None
    segments: tuple[SegmentShape, ...]
    whole: bool
    dropped: int
    rewritten: int
    notes: tuple[str, ...] = ()
    model: str = ""
    facts: tuple[FactsShape, ...] = ()
    invented: tuple[InventedShape, ...] = ()
    steps: tuple[StepShape, ...] = ()
    restored: tuple[int, ...] = ()


class PageShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="page"):
    """One page. `read_html` is sanitised; `more` says where the rest is; `magic` is the line that repeats it,
    `magic_on` the one that reads on ("" at the end). `options` are the keywords of the fetch that shaped it."""

    url: str
    final_url: str
    title: str
    host: str
    media_type: str
    kind: Kind
    kind_reason: str
    total_chars: int
    total_tokens: int
    notes: tuple[str, ...]
    read_html: str
    more: str
    diff: DiffShape | None
    links: int
    backends: tuple[str, ...]
    page_hash: str
    citation: str
    magic: str
    magic_on: str
    next_start: int | None
    options: dict[str, Any]


class FailedShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="failed"):
    """A page of a batch that could not be read."""

    url: str
    error: ErrorInfo


class PagesShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="pages"):
    """A batch, in the order asked; each place holds one of the two."""

    pages: tuple[PageShape | FailedShape, ...]
    notes: tuple[str, ...]


class LeftShape(Wire, frozen=True, kw_only=True):
    """What a backend last said is left of its allowance; `text` is "924/1,000" or "924"."""

    backend: str
    remaining: int
    limit: int | None
    at: float
    resets_at: float | None
    text: str


class WindowShape(Wire, frozen=True, kw_only=True):
    """A backend's newest quota window in words. `share` is what is left of its ceiling, 0–1, None where unknown."""

    backend: str
    text: str
    warning: str
    share: float | None
    level: Level


class SumShape(Wire, frozen=True, kw_only=True):
    """What the answers of these days came to, in one respect."""

    name: str
    text: str


class UsageShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="usage"):
    """Calls by day, hour or backend, with a plotly figure of them. A dated snapshot: `taken` is local time in words."""

    days: int
    by: By
    rows: tuple[UsageRow, ...]
    windows: tuple[WindowShape, ...]
    backends: TableShape
    sums: tuple[SumShape, ...]
    figure: dict[str, Any]
    notes: tuple[str, ...]
    taken: str
    magic: str


class Drawn(Wire, frozen=True, kw_only=True):
    """What an output carries under our MIME type and what an operation answers: a shape, and which (`data.view`).

    `id` names the kernel's object by content, so that the same run gives the same bytes. `state` is what both
    sides may change: `selected` (a place in the list), `tab`, `days`, `by`, `restored` (starts of segments given back).
    """

    v: int
    id: str
    data: ResultsShape | SearchesShape | PageShape | PagesShape | UsageShape
    state: dict[str, Any]


class Live(Wire, frozen=True, kw_only=True):
    """What travels only while someone answers, never in a saved output: duration, cache, waits, what is left.

    `tries` and `tables` are those of a search, with their times.
    """

    elapsed_ms: float
    cached: bool
    age_s: float | None
    left: tuple[LeftShape, ...]
    tries: tuple[TryShape, ...] = ()
    tables: tuple[TableShape, ...] = ()


class Answered(Wire, frozen=True, kw_only=True):
    """The answer of the operations that draw: the drawing and its live part."""

    drawn: Drawn
    live: Live


class Progress(Wire, frozen=True, kw_only=True):
    """A step of an operation under way, in words for people."""

    text: str


class SourceShape(Wire, frozen=True, kw_only=True):
    """The text of a page as the budget admits it, and whether it is markdown."""

    text: str
    is_markdown: bool


class FileShape(Wire, frozen=True, kw_only=True):
    """A text to be saved as a file."""

    name: str
    media_type: str
    text: str


class QuotaShape(Wire, frozen=True, kw_only=True):
    """The allowance that is nearest to its end. `backend` is "" when no backend says what is left.

    `resets_at` is a Unix time in seconds.
    """

    backend: str = ""
    remaining: int = 0
    limit: int | None = None
    resets_at: float | None = None
    warning: str = ""
    level: Level = "fine"


class HealthShape(Wire, frozen=True, kw_only=True):
    """That someone is there, and who."""

    version: str
    home: str
    offline: bool
    backends: tuple[str, ...]


class ConfigRowShape(Wire, frozen=True, kw_only=True):
    """A setting, its value as shown and where it comes from; keys only as "set by …"."""

    name: str
    value: str
    origin: str


class ConfigShape(Wire, frozen=True, kw_only=True):
    """Every setting, the backends that can be asked by name as things stand, and what is odd about the settings."""

    rows: tuple[ConfigRowShape, ...]
    askable: tuple[str, ...]
    warnings: tuple[str, ...]
