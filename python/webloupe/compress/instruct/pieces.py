"""Answers about parts as pieces of the new text, so that each part can be given back as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ...types import TracedPiece
from ..segments import Piece
from . import fitting, writing
from .asking import Schema
from .parts import Part

CHANGED: Final = "put into the structure by the model"
_SHOWN: Final = 200
_TABLE: Final = ["columns", "rows"]


@dataclass(slots=True)
class Answer:
    """About one part: what the model said of it as far as it is true, or why there is nothing."""

    part: Part
    value: Mapping[str, Any] = field(default_factory=dict)
    failure: str = ""


def pieces(answers: Sequence[Answer], schema: Schema, *, own: bool) -> list[Piece]:
    """The parts in order, the answered ones rewritten, the others as they are.

    A structure of one list goes on from part to part. One of several fields is one answer about the whole text, and so
    one piece, with the parts that have no answer behind it; so is one of the caller's own (`own`), which is JSON.
    """
    fields = list(schema.get("properties", {}))
    blocks = {number: block for one in answers for number, block in one.part.blocks.items()}
    if len(answers) == 1 or (not own and (len(fields) == 1 or fields == _TABLE)):
        return list(_in_turn(answers, blocks, own=own))
    answer = fitting.merged([one.value for one in answers if one.value], schema)
    shown = writing.as_json(answer) if own else writing.with_blocks(writing.markdown(answer, with_titles=True), blocks)
    rest = "".join(f"\n\n{one.part.raw.strip()}" for one in answers if not one.value)
    return [Piece("".join(one.part.raw for one in answers), f"{shown}{rest}", CHANGED)]


def _in_turn(answers: Sequence[Answer], blocks: Mapping[int, str], *, own: bool) -> Iterator[Piece]:
    is_first = True
    for number, one in enumerate(answers, 1):
        if not one.value:
            yield Piece(one.part.raw, one.part.raw, "")
            continue
        written = writing.as_json(one.value) if own else writing.markdown(one.value, with_titles=is_first)
        shown = writing.with_blocks(written, blocks)
        yield Piece(one.part.raw, f"{shown}\n" if number < len(answers) else shown, CHANGED)
        is_first = False


def dropped_blocks(answers: Sequence[Answer], text: str) -> list[TracedPiece]:
    """The blocks of answered parts that are not in the new text, letter for letter."""
    return [
        TracedPiece(action="dropped", text=block[:_SHOWN], start=one.part.start, reason="no part of the answer")
        for one in answers
        if one.value
        for block in one.part.blocks.values()
        if block not in text
    ]


def unanswered(answers: Sequence[Answer]) -> list[str]:
    """A note on the parts that stay as they are, where there are any."""
    failed = [one for one in answers if not one.value]
    if not failed:
        return []
    return [f"{len(failed):,} of {len(answers):,} parts stay as they are: {failed[0].failure}."]
