"""Word documents: headings, paragraphs, lists, tables, notes and links."""

from __future__ import annotations

import re
from itertools import pairwise

from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..signatures import DOCX
from ..written import written

MEDIA_TYPES = (DOCX, "application/vnd.ms-word.document.macroenabled.12")

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>-|\d+\.) ")


def read(source: Source, options: ReadOptions) -> Document:
    """The document as markdown. Raises Unreadable for a broken, locked, huge or empty one, TooLarge for a torn one."""
    from ..office.package import Package
    from ..office.word import WordText

    package = Package(source, "Word document")
    text = WordText(package, source.url)
    blocks: list[str] = []
    chars = 0
    for block in text.blocks():
        if block:
            blocks.append(block)
            chars += len(block)
        if chars > MAX_CHARS:
            break
    if not blocks:
        raise package.unreadable("has no text in it")
    return written(
        source,
        options,
        _spaced(blocks),
        title=package.property("title") or _first_heading(blocks),
        lang=package.property("language"),
        links=tuple(text.links.values()),
        tables=tuple(text.tables),
    )


def _spaced(blocks: list[str]) -> str:
    """The blocks apart by a blank line, but for the items of a list."""
    gaps = ["\n" if _goes_on(one, other) else "\n\n" for one, other in pairwise(blocks)]
    return "".join(block + gap for block, gap in zip(blocks, [*gaps, "\n"], strict=True))


def _goes_on(one: str, other: str) -> bool:
    """Whether these are items of one list: of the same mark, or one within the other."""
    first, second = _ITEM.match(one), _ITEM.match(other)
    if not first or not second:
        return False
    return first["mark"][-1] == second["mark"][-1] or first["indent"] != second["indent"]


def _first_heading(blocks: list[str]) -> str:
    return next((block.lstrip("# ") for block in blocks[:20] if block.startswith("#")), "")
