"""What no rule may touch: code and tables, hidden from the rules behind a veil of equal length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

Span: TypeAlias = tuple[int, int]

# Each pattern fails at once or runs on: none may look along a run of blanks twice.
_FENCE: Final = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}(?=[^`]*$)|~{3,})")
_INDENTED: Final = re.compile(r"(?: {4}|\t)\s*\S")
_RULE: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\Z")
_ELEMENT: Final = re.compile(r"<(/?)(table|pre|code|math|textarea)(?=[\s/>])", re.IGNORECASE)
_TICKS: Final = re.compile(r"`+|\n[ \t\r]*(?=\n)")


class Veiled(NamedTuple):
    """A text whose code and tables are runs of `veil`, a character found nowhere else in it. Offsets are unchanged."""

    text: str
    veil: str


def veiled(text: str) -> Veiled:
    """`text` with every code fence, indented block, inline code span, table and preformatted element hidden."""
    veil = next(mark for mark in map(chr, range(0x10FFFD, 0, -1)) if mark not in text)
    parts: list[str] = []
    at = 0
    for start, end in _joined([*_blocks(text), *_elements(text), *_inline_code(text)]):
        parts += (text[at:start], veil * (end - start))
        at = end
    return Veiled("".join([*parts, text[at:]]), veil)


def whole_blocks(text: str) -> list[Span]:
    """Code, tables and preformatted elements that fill lines of their own, each with its last line end, in order.

    Rows of one table, and blocks that touch, are one span. Code inside a sentence is none.
    """
    spans = [
        *_blocks(text),
        *(span for span in _elements(text) if not text[_line_start(text, span[0]) : span[0]].strip()),
    ]
    return _joined((_line_start(text, start), text.find("\n", end) + 1 or len(text)) for start, end in spans)


def _line_start(text: str, place: int) -> int:
    return text.rfind("\n", 0, place) + 1


def _joined(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _blocks(text: str) -> Iterator[Span]:
    lines = text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for spans in (_fences(lines), _indented(lines), _tables(lines)):
        yield from ((starts[first], starts[last] + len(lines[last])) for first, last in spans)


def _fences(lines: list[str]) -> Iterator[Span]:
    """First and last line of each code fence; one that is never closed runs to the end."""
    fence, opened = "", 0
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if not mark:
            continue
        if not fence:
            fence, opened = mark[1], number
        elif mark[1].startswith(fence) and not line[mark.end() :].strip():
            yield opened, number
            fence = ""
    if fence:
        yield opened, len(lines) - 1


def _indented(lines: list[str]) -> Iterator[Span]:
    """First and last line of each run of lines indented by four columns that follows a blank line."""
    first: int | None = None
    last = 0
    after_blank = True
    for number, line in enumerate(lines):
        blank = not line.strip()
        if not blank and _INDENTED.match(line) and (first is not None or after_blank):
            first = number if first is None else first
            last = number
        elif not blank and first is not None:
            yield first, last
            first = None
        after_blank = blank
    if first is not None:
        yield first, last


def _tables(lines: list[str]) -> Iterator[Span]:
    """Each row of each markdown table: lines that open with a bar, and the block around a rule of dashes and bars."""
    inside = False
    for number, line in enumerate(lines):
        bare = line.strip(" \t\r>")
        if "|" not in bare:
            inside = False
        elif _RULE.match(bare):
            inside = True
            yield max(0, number - 1), number
        elif inside or bare.startswith("|"):
            yield number, number


def _elements(text: str) -> Iterator[Span]:
    """HTML elements whose inside is data or code; an element that is never closed is none."""
    depth, opened, name = 0, 0, ""
    for tag in _ELEMENT.finditer(text):
        if depth and tag[2].lower() != name:
            continue
        if tag[1]:
            depth -= depth > 0
            if name and not depth:
                end = text.find(">", tag.end())
                yield opened, end + 1 if end >= 0 else tag.end()
                name = ""
        else:
            if not depth:
                opened, name = tag.start(), tag[2].lower()
            depth += 1


def _inline_code(text: str) -> Iterator[Span]:
    """Code spans: from a run of backticks to the next run of the same length in the same paragraph."""
    runs = list(_TICKS.finditer(text))
    partner: dict[int, int] = {}  # run -> the next run of its length
    upcoming: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        ticks = runs[number][0]
        if ticks.startswith("\n"):
            upcoming.clear()
            continue
        if len(ticks) in upcoming:
            partner[number] = upcoming[len(ticks)]
        upcoming[len(ticks)] = number
    number = 0
    while number < len(runs):
        closing = partner.get(number)
        if closing is None:
            number += 1
            continue
        yield runs[number].start(), runs[closing].end()
        number = closing + 1
