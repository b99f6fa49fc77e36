"""What crosses between Python and the views: shapes ready to draw, and the calls that views make.

Everything that takes thought is done here already: titles are one harmless line, page text is sanitised HTML, a
diff is segments, a chart is a figure. The TypeScript twins are generated (`extension/src/api/types.gen.ts`).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from webloupe.types import ErrorInfo, Kind, Method, Outcome, SegmentOp, UsageRow, Wire

MIME_TYPE = "application/vnd.webloupe.v1+json"
COMM_TARGET = "webloupe.v1"
SHAPE_VERSION = 1

Operation: TypeAlias = Literal["search", "fetch", "diff", "source", "compress", "usage", "health", "config"]


class HitShape(Wire, frozen=True, kw_only=True):
    """One hit. `host` and `published` are for people ("undated"); `citation` is markdown; `url` is http or https.

    `magic` is the line that reads it.
    """

    position: int
    title: str
    url: str
    host: str
    description: str
    published: str
    backend: str
    citation: str
    magic: str


class TryShape(Wire, frozen=True, kw_only=True):
    """One attempt in words: "exa answered", "keenable: rate limited"."""

    backend: str
    outcome: Outcome
    text: str


class ResultsShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="results"):
    """One search. `magic` is the line that repeats it."""

    query: str
    hits: tuple[HitShape, ...]
    tries: tuple[TryShape, ...]
    notes: tuple[str, ...]
    tokens: int
    magic: str


class SearchesShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="searches"):
    """Several searches, in the order asked."""

    searches: tuple[ResultsShape, ...]
    notes: tuple[str, ...]


class SegmentShape(Wire, frozen=True, kw_only=True):
    """A run of the diff. A long kept run in a saved output is shortened: `elided` characters are missing at its
    middle, where `before` and `after` hold a line that says so."""

    op: SegmentOp
    before: str
    after: str
    reason: str
    elided: int = 0


class DiffShape(Wire, frozen=True, kw_only=True):
    """Raw against compressed. `whole` is False where long kept runs were shortened or the end is missing."""

    method: Method
    tokens_before: int
    tokens_after: int
    refused: str | None
    segments: tuple[SegmentShape, ...]
    whole: bool
    dropped: int
    rewritten: int


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


class UsageShape(Wire, frozen=True, kw_only=True, tag_field="view", tag="usage"):
    """Calls by day and backend, with a plotly figure of them. A dated snapshot: `taken` is local time in words."""

    days: int
    rows: tuple[UsageRow, ...]
    left: tuple[LeftShape, ...]
    figure: dict[str, Any]
    notes: tuple[str, ...]
    taken: str
    magic: str


class Drawn(Wire, frozen=True, kw_only=True):
    """What an output carries under our MIME type and what an operation answers: a shape, and which (`data.view`).

    `id` names the kernel's object by content, so that the same run gives the same bytes. `state` is what both
    sides may change: `selected` (a place in the list), `tab`, `days`.
    """

    v: int
    id: str
    data: ResultsShape | SearchesShape | PageShape | PagesShape | UsageShape
    state: dict[str, Any]


class Live(Wire, frozen=True, kw_only=True):
    """What travels only while someone answers, never in a saved output: duration, cache, what is left."""

    elapsed_ms: float
    cached: bool
    age_s: float | None
    left: tuple[LeftShape, ...]


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
    """Every setting, and what is odd about them."""

    rows: tuple[ConfigRowShape, ...]
    warnings: tuple[str, ...]
