"""What a reader is given and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass

from ..store import STORED_CHARS
from ..types import CodeBlock, Engine, Format, Hidden, Link, Main, Table, Wire
from .metadata import Metadata

MAX_CHARS = STORED_CHARS
"""A document keeps this many characters; what lies beyond is counted, not kept."""


class ReadOptions(Wire, frozen=True, kw_only=True):
    """What shapes the text of a page, and so its stored form. `select` and `remove` are CSS selectors."""

    format: Format = "markdown"
    main: Main = "auto"
    engine: Engine = "fast"
    select: str = ""
    remove: str = ""


TABLE_CELLS = 200_000
"""Cells of all tables together that a document keeps as rows; its text may show more."""


class Document(Wire, frozen=True, kw_only=True):
    """One body turned into text.

    `text` is at most `MAX_CHARS` long, `chars_total` counts what there was before that cap. `blocked` is the reason
    when a robot check or consent wall came in place of the page. `notes` are remarks for the reader of the page.
    `tables` and `code` are what of the text is rows and source, where the format tells it. `metadata` is what
    a web page says of itself.
    """

    text: str
    media_type: str
    charset: str = ""
    format: Format = "markdown"
    title: str = ""
    lang: str = ""
    chars_total: int
    links: tuple[Link, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    left_out: tuple[str, ...] = ()
    blocked: str | None = None
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    code: tuple[CodeBlock, ...] = ()
    metadata: Metadata = Metadata()


@dataclass(frozen=True, slots=True)
class Source:
    """One body as it came: `label` is the charset that its header names, `over_cap` says that it was cut."""

    body: bytes
    url: str
    media_type: str
    label: str | None = None
    over_cap: bool = False
