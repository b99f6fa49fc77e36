"""A text as the parts that a model is asked about one by one, with its blocks numbered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from ...tokens import count_each
from ..chunks import chunks
from ..units import Unit, units

PART_TOKENS: Final = range(1_500, 3_001)
"""What goes out at once: a small model's window of 4,096 holds it with its instructions and an answer."""


class Part(NamedTuple):
    """`raw` from `start` of the whole text on; `shown` is it with each block under its number in `blocks`."""

    start: int
    raw: str
    shown: str
    blocks: Mapping[int, str]


def parts(text: str) -> list[Part]:
    """The parts of `text` in order, which join to it; each ends where a section or paragraph does, if it can.

    Blocks are numbered through the whole text, from 1.
    """
    found = units(text)
    sizes = count_each([text[unit.start : unit.end] for unit in found])
    numbers = count(1)
    return [_part(text, found[chunk.first : chunk.end], numbers) for chunk in chunks(found, sizes, PART_TOKENS)]


def _part(text: str, held: Sequence[Unit], numbers: Iterator[int]) -> Part:
    shown: list[str] = []
    blocks: dict[int, str] = {}
    for unit in held:
        piece = text[unit.start : unit.end]
        if unit.kind == "block":
            number = next(numbers)
            blocks[number] = piece
            piece = f"[[block {number}]]\n{piece}"
        shown.append(piece)
    start = held[0].start
    return Part(start, text[start : held[-1].end], "".join(shown), blocks)
