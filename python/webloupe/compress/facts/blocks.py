"""Facts with a form of their own in markdown: fenced code, table rows, headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .found import Found
from .phrases import words
from .source import Source

_RULE: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_ROW: Final = re.compile(r"^[ ]{0,3}(\|[^\n]*\|)[ \t]*$", re.MULTILINE)
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_LABEL: Final = re.compile(r"^[ \t]{0,3}([^\n]{1,200})$", re.MULTILINE)
_SPAN: Final = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]{1,400})\1(?!`)")
_BEFORE_TITLE: Final = 16  # characters that the sign of a heading and the blanks after it take at most, as a rule
_TAG: Final = re.compile(r"</?[A-Za-z][\w:.-]{0,60}(?:\s[^<>\n]{0,200})?/?>")


def code_blocks(source: Source) -> Iterator[Found]:
    """Every fenced block; blanks at line ends, the depth of the whole and the fences make no difference."""
    for block in source.outline.code:
        if key := code_key(block.text):
            yield Found(source.text.find("\n", block.start or 0) + 1, block.text, key)


def code_key(code: str) -> str:
    """The lines of a block from its own margin, without blank edges."""
    lines = [line.rstrip() for line in code.expandtabs(4).split("\n")]
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return "\n".join(line[margin:] for line in lines).strip("\n")


def code_spans(source: Source) -> Iterator[Found]:
    """Code in a sentence, and tags: what a text may not make up although it is no block."""
    for found in _SPAN.finditer(source.without_code):
        said = source.text[found.start(2) : found.end(2)].strip()
        yield Found(found.start(2), said, said)
    for found in _TAG.finditer(source.without_code):
        said = source.text[found.start() : found.end()]
        yield Found(found.start(), said, said)


def table_rows(source: Source) -> Iterator[Found]:
    """Every row of every table, the header too; each is its cells, whatever the spaces around them."""
    for table in source.outline.tables:
        yield from _rows(source, table.start or 0, len(table.rows) + 1)


def loose_rows(source: Source) -> Iterator[Found]:
    """Every line that looks like a row, also where a table lost its header."""
    text = source.without_code
    if "|" in text:
        yield from (
            _row(source, found.start(1), found.end(1)) for found in _ROW.finditer(text) if not _is_rule(found[1])
        )


def _rows(source: Source, start: int, lines: int) -> Iterator[Found]:
    text = source.text
    for _ in range(lines):
        stop = text.find("\n", start)
        end = len(text) if stop < 0 else stop
        if not _is_rule(text[start:end]):
            yield _row(source, start, end)
        start = end + 1


def _row(source: Source, start: int, end: int) -> Found:
    line = source.text[start:end]
    bare = source.folded[start:end].strip().strip("|")
    return Found(start + len(line) - len(line.lstrip()), line.strip(), "|".join(cells(bare)))


def cells(row: str) -> list[str]:
    """The cells of a row without its outer bars."""
    return [" ".join(cell.split()) for cell in _CELL_END.split(row)]


def _is_rule(line: str) -> bool:
    return _RULE.fullmatch(line.strip()) is not None


def headings(source: Source) -> Iterator[Found]:
    """Every heading; case, marks of emphasis and links make no difference."""
    for heading in source.outline.headings:
        if heading.text:
            # The text as shown may miss marks of the source: then the place is that of the heading's sign.
            place = source.text.find(heading.text, heading.start, heading.start + len(heading.text) + _BEFORE_TITLE)
            yield Found(max(place, heading.start), heading.text, heading_key(heading.text))


def heading_key(text: str) -> str:
    """The words of a heading, or the signs where it has no words."""
    return words(text) or text.strip()


def labels(source: Source) -> set[str]:
    """The lines that may stand for a heading: short ones, by key, whatever marks they carry."""
    return {words(found[1]) for found in _LABEL.finditer(source.bare)} - {""}
