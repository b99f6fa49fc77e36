"""Items cleaned by the rules of level 1 and cut into passages, which are chosen or left whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...tokens import count_each
from ...types import ContextItem
from ..chunks import TOKENS, chunks
from ..gate import kind_of
from ..level_one import clean
from ..ruleset import USUAL
from ..units import Unit, units
from ..work import Work


class Passage(NamedTuple):
    """A run of an item's cleaned text; `start` is its place there, `heading` the nearest above it.

    `is_prose` says that it may be narrowed to some of its sentences; all else is in as a whole or not at all.
    """

    item: ContextItem
    text: str
    start: int
    tokens: int
    heading: str
    is_prose: bool


def passages(item: ContextItem, size: range = TOKENS) -> list[Passage]:
    """The passages of one item, in order."""
    kind = kind_of(item.text)
    text = _cleaned(item.text) if kind.lossy_ok else item.text
    found = units(text)
    sizes = count_each([text[unit.start : unit.end] for unit in found])
    headings = _headings(text, found)
    done: list[Passage] = []
    for chunk in chunks(found, sizes, size):
        held = found[chunk.first : chunk.end]
        start, end = held[0].start, held[-1].end
        if text[start:end].strip():
            prose = kind.lossy_ok and all(unit.kind != "block" for unit in held)
            done.append(Passage(item, text[start:end].strip("\n"), start, chunk.tokens, headings[chunk.first], prose))
    return done


def _cleaned(text: str) -> str:
    work = Work(text)
    clean(work, USUAL)
    return work.text


def _headings(text: str, found: Sequence[Unit]) -> list[str]:
    """The heading above each unit, "" before the first."""
    told, heading = [], ""
    for unit in found:
        if unit.kind == "heading":
            heading = text[unit.start : unit.end].strip().lstrip("#").strip()
        told.append(heading)
    return told
