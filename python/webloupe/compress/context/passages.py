"""Items cleaned by the rules of level 1 and cut into passages, which are chosen or left whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from ...tokens import count_each, count_tokens
from ...types import ContextItem
from ..chunks import TOKENS, chunks
from ..gate import kind_of
from ..level_one import clean
from ..ruleset import USUAL
from ..segments import Piece
from ..units import Unit, units
from ..work import Work

SHARE: Final = 8  # a budget has room for about so many passages: fewer cover too little, more say too little each
LEAST: Final = 64  # tokens; shorter passages lose what they speak of
_REMEMBERED: Final = 512  # texts, so that a further query on the same items costs no cutting


class Passage(NamedTuple):
    """A run of an item's cleaned text; `start` is its place in the item's own text, `heading` the nearest above it.

    `is_prose` says that it may be narrowed to some of its sentences; all else is in as a whole or not at all.
    """

    item: ContextItem
    text: str
    start: int
    tokens: int
    heading: str
    is_prose: bool


class _Cut(NamedTuple):
    """A passage of a text, whosever it is."""

    text: str
    start: int
    tokens: int
    heading: str = ""
    is_prose: bool = False


def size_for(budget_tokens: int) -> range:
    """How many tokens a passage should have where so many are to be filled."""
    most = min(TOKENS.stop - 1, max(LEAST, budget_tokens // SHARE))
    return range(most // 2, most + 1)


def passages(item: ContextItem, size: range = TOKENS) -> list[Passage]:
    """The passages of one item, in order. What is pinned is one, word for word; only the web's texts are cleaned."""
    if item.pinned:
        found: Sequence[_Cut] = [_Cut(item.text, 0, count_tokens(item.text))] if item.text.strip() else []
    else:
        found = _cuts(item.text, size, item.authority == "web")
    return [Passage(item, *cut) for cut in found]


@lru_cache(_REMEMBERED)
def _cuts(text: str, size: range, to_clean: bool) -> tuple[_Cut, ...]:
    if len(text) <= 4 * size.stop and (tokens := count_tokens(text)) < size.stop:
        return (_Cut(text.strip("\n"), len(text) - len(text.lstrip("\n")), tokens),) if text.strip() else ()
    kind = kind_of(text)
    work = Work(text)
    if to_clean and kind.lossy_ok:
        clean(work, USUAL)
    place = _Places(work.pieces)
    found = units(work.text)
    sizes = count_each([work.text[unit.start : unit.end] for unit in found])
    headings = _headings(work.text, found)
    done: list[_Cut] = []
    for chunk in chunks(found, sizes, size):
        held = found[chunk.first : chunk.end]
        start, end = held[0].start, held[-1].end
        shown = work.text[start:end]
        if shown.strip():
            start += len(shown) - len(shown.lstrip("\n"))
            prose = kind.lossy_ok and all(unit.kind != "block" for unit in held)
            done.append(_Cut(shown.strip("\n"), place.of(start), chunk.tokens, headings[chunk.first], prose))
    return tuple(done)


class _Places:
    """Where in the raw text a place of the cleaned one is."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        self._after = [0, *accumulate(len(piece.after) for piece in pieces)]
        self._before = [0, *accumulate(len(piece.before) for piece in pieces)]

    def of(self, place: int) -> int:
        """The raw place; the start of what was rewritten to what stands there."""
        number = bisect_right(self._after, place) - 1
        if number >= len(self._pieces):
            return self._before[-1]
        within = place - self._after[number] if not self._pieces[number].reason else 0
        return self._before[number] + within


def _headings(text: str, found: Sequence[Unit]) -> list[str]:
    """The heading above each unit, "" before the first."""
    told, heading = [], ""
    for unit in found:
        if unit.kind == "heading":
            heading = text[unit.start : unit.end].strip().lstrip("#").strip()
        told.append(heading)
    return told
