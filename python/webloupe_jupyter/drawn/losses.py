"""What a compression lost, made up and did, by class and by step, as much of it as has room. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import get_args

import msgspec

from webloupe.types import Compression, Fact, FactClass, LossReport, Segment, TracedPiece, TraceRow, Wire

from ..shapes import FactsShape, InventedShape, LostShape, StepShape, TouchedShape
from ..text import one_line

_LINE_BYTES = 9  # the indentation and the comma that a saved notebook adds to each line


@dataclass(frozen=True, slots=True)
class Room:
    """How many facts of a class and how many pieces of a step are told, and how many characters of each."""

    facts: int
    pieces: int
    chars: int


WHOLE = Room(200, 200, 300)
"""For who asks now: more than a person reads."""
# Tried in this order; the first that fits is taken.
_SAVED = (Room(40, 12, 160), Room(15, 6, 120), Room(8, 2, 80), Room(4, 0, 60), Room(0, 0, 0))


class Account(Wire, frozen=True, kw_only=True):
    """The part of a `DiffShape` that tells what became of the facts, and by which steps."""

    facts: tuple[FactsShape, ...]
    invented: tuple[InventedShape, ...]
    steps: tuple[StepShape, ...]


def account(done: Compression, room: Room = WHOLE) -> Account:
    """What was lost, made up and done, within `room`."""
    taken = tuple(_taken(done.segments))
    return Account(
        facts=tuple(_facts(done.loss, taken, room)) if done.loss else (),
        invented=tuple(
            InventedShape(
                name=one_line(name),
                total=len(texts),
                texts=tuple(_short(text, room) for text in texts[: room.facts]),
            )
            for name, texts in done.invented.items()
            if texts
        ),
        steps=tuple(_step(row, taken, room) for row in done.trace),
    )


def saved_account(done: Compression, room_bytes: int) -> Account:
    """The same in about `room_bytes` of a notebook; where even numbers alone take more, these."""
    for room in _SAVED:
        told = account(done, room)
        if account_bytes(told) <= room_bytes:
            break
    return told


def account_bytes(told: Account) -> int:
    """What an account takes in a saved notebook."""
    written = msgspec.json.format(msgspec.json.encode(told), indent=1)
    return len(written) + _LINE_BYTES * written.count(b"\n")


@dataclass(frozen=True, slots=True)
class _Taken:
    """A segment that was dropped or rewritten: `start` and `end` in the raw text, and its text there."""

    start: int
    end: int
    text: str


def _taken(segments: Sequence[Segment]) -> Iterator[_Taken]:
    starts = accumulate((len(one.before) for one in segments), initial=0)
    for start, segment in zip(starts, segments, strict=False):
        if segment.op != "kept":
            yield _Taken(start, start + len(segment.before), one_line(segment.before))


def _facts(loss: LossReport, taken: Sequence[_Taken], room: Room) -> Iterator[FactsShape]:
    """The classes that the raw text has any of, in the order of their names."""
    for name in get_args(FactClass):
        facts, lost = getattr(loss, name), loss.lost[name]
        if facts:
            shown = tuple(
                LostShape(text=_short(fact.text, room), at=_taker(fact, taken)) for fact in lost[: room.facts]
            )
            yield FactsShape(name=name, total=len(facts), kept=len(facts) - len(lost), lost=shown)


def _taker(fact: Fact, taken: Sequence[_Taken]) -> int | None:
    """The start of the first segment that took some of the fact."""
    end = fact.start + max(1, len(fact.text))
    return next((one.start for one in taken if one.start < end and one.end > fact.start), None)


def _step(row: TraceRow, taken: Sequence[_Taken], room: Room) -> StepShape:
    return StepShape(
        level=row.level,
        name=one_line(row.name),
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        pieces=row.pieces,
        touched=tuple(_touched(piece, taken, room) for piece in row.touched[: room.pieces]),
    )


def _touched(piece: TracedPiece, taken: Sequence[_Taken], room: Room) -> TouchedShape:
    """A step counts places in the text that it got; in the raw text a piece is found by its words."""
    words = one_line(piece.text)
    gone = words and piece.action != "kept_apart"
    return TouchedShape(
        action=piece.action,
        text=_short(piece.text, room),
        reason=one_line(piece.reason),
        score="" if piece.score is None else f"{piece.score:.2f}",
        partner=_short(piece.partner, room),
        at=next((one.start for one in taken if words in one.text), None) if gone else None,
    )


def _short(text: str, room: Room) -> str:
    line = one_line(text)
    return line if len(line) <= room.chars else f"{line[: room.chars]}…"
