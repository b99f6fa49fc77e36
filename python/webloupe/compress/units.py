"""A text as the units of a choice: sentences, headings, and blocks that are kept whole or dropped whole."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from ..language import sentences
from .line_runs import RunKind, line_runs
from .paragraphs import Line, lines
from .veil import whole_blocks

UnitKind: TypeAlias = Literal["sentence", "heading", "block", "blank"]
BlockKind: TypeAlias = RunKind | Literal["table", ""]

PLAIN_HEADING: Final = 7  # the level of a heading that no sign marks, below those of markdown
_TITLE_CHARS: Final = 100
_ATX: Final = re.compile(r" {0,3}(#{1,6})(?:\s|$)")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-{3,})\s*\Z")
_BOLD: Final = re.compile(r"(\*\*|__)(?!\s)[^*_\n]+\1\s*\Z")
_NO_TITLE: Final = re.compile(r"[-*+•>|]\s|\d+[.)]\s|.*[.!?…。！？；;，,：:、]\s*\Z", re.DOTALL)
_STOP: Final = re.compile(r"[.!?。！？]")
_TABLE: Final = re.compile(r"[ \t>]*(?:\||<table\b)", re.IGNORECASE)


class Unit(NamedTuple):
    """A run of text, `text[start:end]`, in code points. Units cover their text without gap and overlap.

    A sentence keeps the blanks after it, but the white space after a paragraph, and before the first, is a "blank"
    of its own. `paragraph` counts from 0. `section` is 0 before the first heading, and goes up by one at each;
    a heading belongs to the section it opens. `level` is 1 to 6 for headings of markdown, 7 for a plain line that
    reads as one, 0 for all else. `block` says what a block is.
    """

    start: int
    end: int
    kind: UnitKind
    paragraph: int
    section: int
    level: int = 0
    block: BlockKind = ""


class _Paragraph(NamedTuple):
    """Lines that stand together; `block` is set where they are one block."""

    lines: list[Line]
    block: BlockKind = ""


def units(text: str) -> list[Unit]:
    """The units of `text`, in order. Joined they are the text, whatever it holds."""
    found: list[Unit] = []
    section = at = 0
    told = _paragraphs(text)
    for number, paragraph in enumerate(told):
        start = paragraph.lines[0].start
        if at < start:
            found.append(Unit(at, start, "blank", max(0, number - 1), section))
        at = start
        for end, kind, level in _parts(text, paragraph, told[number + 1] if number + 1 < len(told) else None):
            section += kind == "heading"
            found.append(Unit(at, end, kind, number, section, level, paragraph.block if kind == "block" else ""))
            at = end
    if at < len(text):
        found.append(Unit(at, len(text), "blank", max(0, len(told) - 1), section))
    return found


def _paragraphs(text: str) -> list[_Paragraph]:
    """Blocks, and between them the lines up to each blank one."""
    told = list(lines(text))
    starts = [line.start for line in told]
    block_of: dict[int, tuple[int, BlockKind]] = {}  # first line -> the line after the last, what it is
    hidden = [False] * len(told)
    for start, end in whole_blocks(text):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1)
        block_of[first] = last, "table" if _TABLE.match(text, start) else "code"
        hidden[first:last] = [True] * (last - first)
    block_of |= {run.first: (run.end, run.kind) for run in line_runs(told, hidden)}
    return list(_gathered(told, block_of))


def _gathered(told: list[Line], block_of: dict[int, tuple[int, BlockKind]]) -> Iterator[_Paragraph]:
    number = 0
    open_lines: list[Line] = []
    while number < len(told):
        block = block_of.get(number)
        line = told[number]
        if open_lines and (block or not line.text.strip()):
            yield _Paragraph(open_lines)
            open_lines = []
        if block:
            filled = [line for line in told[number : block[0]] if line.text.strip()]
            if filled:
                whole = told[number : block[0]]
                while not whole[-1].text.strip():
                    whole.pop()
                yield _Paragraph(whole, block[1])
        elif line.text.strip():
            open_lines.append(line)
        number = block[0] if block else number + 1
    if open_lines:
        yield _Paragraph(open_lines)


def _parts(text: str, paragraph: _Paragraph, following: _Paragraph | None) -> Iterator[tuple[int, UnitKind, int]]:
    """Where each unit of a paragraph ends, what it is, and its level. The last line end is left to the gap after."""
    end = paragraph.lines[-1].start + len(paragraph.lines[-1].text.rstrip())
    if paragraph.block:
        yield end, "block", 0
        return
    at = paragraph.lines[0].start
    count, level = _heading(paragraph, following)
    if count:
        at = paragraph.lines[count - 1].end if count < len(paragraph.lines) else end
        yield at, "heading", level
    rest = _Paragraph(paragraph.lines[count:])
    body: list[Line] = []
    for line in rest.lines:
        atx = _ATX.match(line.text)
        if atx:
            yield from ((stop, "sentence", 0) for stop in _sentence_ends(text, body))
            yield min(line.end, end), "heading", len(atx[1])
            body = []
        else:
            body.append(line)
    yield from ((min(stop, end), "sentence", 0) for stop in _sentence_ends(text, body))


def _sentence_ends(text: str, body: list[Line]) -> Iterator[int]:
    if not body:
        return
    at = body[0].start
    pieces = sentences(text[at : body[-1].end])
    for number, piece in enumerate(pieces):
        at += len(piece)
        # A piece of white space alone goes with the one before it.
        if number + 1 == len(pieces) or pieces[number + 1].strip():
            yield at


def _heading(paragraph: _Paragraph, following: _Paragraph | None) -> tuple[int, int]:
    """How many first lines of a paragraph are its heading, and the level; (0, 0) where it has none."""
    first, *others = (line.text.rstrip() for line in paragraph.lines)
    if atx := _ATX.match(first):
        return 1, len(atx[1])
    if others and (rule := _UNDERLINE.match(others[0])) and len(first) <= _TITLE_CHARS:
        return 2, 1 if rule[1][0] == "=" else 2
    if len(first) > _TITLE_CHARS:
        return 0, 0
    if not others:
        alone = _BOLD.match(first) or (following and not following.block and _titles(first, following.lines[0].text))
        return (1, PLAIN_HEADING) if alone else (0, 0)
    return (1, PLAIN_HEADING) if _BOLD.match(first) or _titles(first, others[0]) else (0, 0)


def _titles(line: str, under: str) -> bool:
    """Whether a line reads as the title of what stands under it: short beside it, without a stop, over sentences.

    The first line of a wrapped paragraph is as long as the others.
    """
    under = under.strip()
    if _NO_TITLE.match(line) or _NO_TITLE.match(under[:2]) or under[0].islower():
        return False
    return len(line) < 0.6 * len(under) and _STOP.search(under) is not None
