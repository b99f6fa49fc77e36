"""A page: its text, its parts, and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from .base import ErrorInfo, Wire
from .compression import Compression
from .searches import Attempt

if TYPE_CHECKING:
    import pandas

Kind: TypeAlias = Literal[
    "narrative", "index", "api_list", "table", "code", "legal", "config", "data", "empty", "blocked"
]
Format: TypeAlias = Literal["markdown", "text", "html", "json", "raw"]
Engine: TypeAlias = Literal["fast", "markdownify", "trafilatura"]
Main: TypeAlias = Literal["auto", "precision", "recall", "full"]


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
    """One page: `text` is what the budget admits, `full` all of it (at most 2,000,000 characters).

    `url` was asked for, `hops` redirected, first to last, and `final_url` answered.
    """

    url: str
    final_url: str
    hops: tuple[str, ...] = ()
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

    def to_json(self) -> str:
        """Every field as JSON, but for `full`, which the budget is there to spare, and a compression's segments."""
        fields = msgspec.structs.asdict(self)
        del fields["full"]
        if self.compression:
            fields["compression"] = msgspec.structs.replace(self.compression, segments=())
        return msgspec.json.encode(fields).decode()


class Failed(Wire, frozen=True, kw_only=True):
    """A page of a batch that could not be read."""

    url: str
    error: ErrorInfo
    elapsed_ms: float = 0.0


# --- usage -----------------------------------------------------------------------------------------------------------
