"""The document of a body that is text already: decoded, and otherwise left as it is."""

from __future__ import annotations

from ..types import Link
from . import charset
from .document import MAX_CHARS, Document, ReadOptions, Source
from .written import written

_TORN_CHARS = 4_096  # a last line longer than this is kept although the byte cap tore it


def untouched(
    source: Source, options: ReadOptions, *, text: str, encoding: str, title: str = "", links: tuple[Link, ...] = ()
) -> Document:
    """The document of a decoded text. Asked for HTML, the text comes escaped in a `pre` element."""
    if source.over_cap and len(text) <= MAX_CHARS:
        text = whole_lines(text)
    return written(source, options, text, encoding=encoding, title=title, links=links)


def decoded(source: Source, *, markup: bool = False) -> tuple[str, str]:
    """(text, encoding) of a source; `markup` lets it declare its encoding as HTML and XML do."""
    return charset.decode(source.body, label=source.label, markup=markup, cut=source.over_cap)


def whole_lines(text: str) -> str:
    """The text without the last line, which a byte cap tore."""
    end = text.rfind("\n", max(0, len(text) - _TORN_CHARS)) + 1
    return text[:end] if end else text
