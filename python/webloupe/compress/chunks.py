"""Units joined to chunks, on borders that the text itself has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .units import Unit

TOKENS: Final = range(256, 513)  # what is clustered and given to a model: a few paragraphs


class Chunk(NamedTuple):
    """Units `first` to before `end`, with their tokens."""

    first: int
    end: int
    tokens: int


def chunks(units: Sequence[Unit], tokens: Sequence[int], size: range = TOKENS) -> list[Chunk]:
    """The units in order as chunks of `size` tokens, where the text lets them.

    A chunk ends before a heading, and after a paragraph, once it has the least size; it ends anywhere rather than
    pass the most. A unit larger than that is a chunk by itself; a short section or the last chunk may hold less.
    """
    done: list[Chunk] = []
    first = held = 0
    for number, unit in enumerate(units):
        if held and _ends(units[number - 1], unit, held, held + _together(units, tokens, number), size):
            done.append(Chunk(first, number, held))
            first, held = number, 0
        held += tokens[number]
    if first < len(units):
        done.append(Chunk(first, len(units), held))
    return done


def _together(units: Sequence[Unit], tokens: Sequence[int], number: int) -> int:
    """The tokens of a unit; of a heading those of what stands under it as well, since they stay together."""
    last = number
    while units[last].kind == "heading" and last + 1 < len(units):
        last += 1
        while units[last].kind == "blank" and last + 1 < len(units):
            last += 1
    return sum(tokens[number : last + 1])


def _ends(before: Unit, unit: Unit, held: int, then: int, size: range) -> bool:
    """Whether a chunk that holds so many tokens, and would hold `then`, ends before `unit`."""
    if before.kind == "heading":  # a heading stays with what stands under it
        return False
    if unit.kind == "blank":  # and a gap with what stands before it
        return False
    if then >= size.stop:
        return True
    border = unit.kind == "heading" or unit.paragraph != before.paragraph or before.kind == "blank"
    return border and held >= size.start
