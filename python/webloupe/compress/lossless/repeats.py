"""Where the parts of a text stand that may come again: beginnings of addresses, paragraphs, lines, cells of tables.

White space is not among them: the tokenizer has one token for a run of blanks or of line ends, however long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from ..facts.found import Span

_ADDRESS: Final = re.compile(r"(?:https?://|(?<=\]\()\.{0,2}/)[^\s<>()\"'\]|]+")
_BAR: Final = re.compile(r"\|")
_LINE: Final = re.compile(r"[^\n]+")
_INDENTED: Final = re.compile(r"(?: {4}|\t)[ \t]*(?![-*+] )")
_SHORTEST: Final = 8  # characters
_LEVELS: Final = 8  # of a path; hostile ones have thousands
_CELLS: Final = 12  # of a row, of which runs are looked at


def repeats(text: str, code: Sequence[Span]) -> Iterator[Span]:
    """Candidates in no order, overlapping; none touches `code` (in order, apart), nor an indented line as a whole."""
    starts = [span.start for span in code]
    ends = [span.end for span in code]

    def is_code(start: int, end: int) -> bool:
        before = bisect_right(starts, start)
        return (before > 0 and ends[before - 1] > start) or (before < len(starts) and starts[before] < end)

    for span in (*_beginnings(text), *_lines(text)):
        if span.end - span.start >= _SHORTEST and not is_code(*span):
            yield span


def _beginnings(text: str) -> Iterator[Span]:
    """Addresses up to each of their slashes, which stay in place: what follows a name is never a digit."""
    for found in _ADDRESS.finditer(text):
        at = text.find("//", found.start(), found.end())
        at = found.start() if at < 0 else at + 2
        for _ in range(_LEVELS):
            at = text.find("/", at + 1, found.end())
            if at < 0:
                break
            yield Span(found.start(), at)


def _lines(text: str) -> Iterator[Span]:
    """Lines, the cells in them, and runs of lines between blank ones; nothing that is indented as code is."""
    first, last, lines = 0, -1, 0  # the paragraph so far
    for found in _LINE.finditer(text):
        line, start, end = found[0], found.start(), found.end()
        blank, indented = not line.strip(), _INDENTED.match(line) is not None
        if start != last + 1 or blank or indented:  # line ends in between are not matched
            if lines > 1:
                yield Span(first, last)
            first, lines = start, 0
        last = end
        if blank or indented:
            last = -1
            continue
        lines += 1
        yield Span(start, end)
        if line[0] == "|":
            yield from _cells(line, start)
    if lines > 1:
        yield Span(first, last)


def _cells(row: str, start: int) -> Iterator[Span]:
    """Cells and runs of neighbouring ones, each from its first to its last sign."""
    bars = [found.start() for found in islice(_BAR.finditer(row), _CELLS)]
    inner = [
        (at + 1 + len(row[at + 1 : end]) - len(row[at + 1 : end].lstrip()), at + len(row[at:end].rstrip()))
        for at, end in pairwise(bars)
    ]
    for first, (begin, _) in enumerate(inner):
        for _, end in inner[first:]:
            yield Span(start + begin, start + end)
