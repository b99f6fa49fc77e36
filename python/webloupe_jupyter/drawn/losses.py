"""What a compression lost, made up and did, by class and by step, as much of it as has room. Pure."""

from __future__ import annotations

from bisect import bisect_right
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


WHOLE = Room(200, 60, 300)
"""For who asks now: more than a person reads."""
# Tried in this order; the first that fits is taken.
_SAVED = (Room(40, 12, 160), Room(15, 6, 120), Room(8, 2, 80), Room(4, 0, 60), Room(0, 0, 0))


class Account(Wire, frozen=True, kw_only=True):
    """The part of a `DiffShape` that tells what became of the facts, and by which steps."""

    facts: tuple[FactsShape, ...]
    invented: tuple[InventedShape, ...]
    steps: tuple[StepShape, ...]


def account(done: Compression) -> Account:
    """What was lost, made up and done, for who asks now."""
    return _account(done, _Taken(done.segments), WHOLE)


def _account(done: Compression, taken: _Taken, room: Room) -> Account:
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
    taken = _Taken(done.segments)
    for room in _SAVED:
        told = _account(done, taken, room)
        if account_bytes(told) <= room_bytes:
            break
    return told


def account_bytes(told: Account) -> int:
    """What an account takes in a saved notebook."""
    written = msgspec.json.format(msgspec.json.encode(told), indent=1)
    return len(written) + _LINE_BYTES * written.count(b"\n")


class _Taken:
    """The segments that were dropped or rewritten, by place and by words: `start` of each is that in the raw text."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        starts = accumulate((len(one.before) for one in segments), initial=0)
        taken = [(start, one.before) for start, one in zip(starts, segments, strict=False) if one.op != "kept"]
        lines = [one_line(before) for _, before in taken]
        self._starts = [start for start, _ in taken]
        self._ends = [start + len(before) for start, before in taken]
        # One text to look in, as a search in each of many segments would take seconds; "\n" is in no line.
        self._text = "\n".join(lines)
        self._places = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._found: dict[str, int | None] = {}

    def of(self, fact: Fact) -> int | None:
        """The start of the first segment that took some of the fact."""
        at = bisect_right(self._ends, fact.start)
        reaches = at < len(self._starts) and self._starts[at] < fact.start + max(1, len(fact.text))
        return self._starts[at] if reaches else None

    def with_words(self, words: str) -> int | None:
        """The start of the first segment that holds them, None for no words."""
        if words not in self._found:
            place = self._text.find(words) if words else -1
            self._found[words] = None if place < 0 else self._starts[bisect_right(self._places, place) - 1]
        return self._found[words]


def _facts(loss: LossReport, taken: _Taken, room: Room) -> Iterator[FactsShape]:
    """The classes that the raw text has any of, in the order of their names."""
    for name in get_args(FactClass):
        facts, lost = getattr(loss, name), loss.lost[name]
        if facts:
            shown = tuple(LostShape(text=_short(fact.text, room), at=taken.of(fact)) for fact in lost[: room.facts])
            yield FactsShape(name=name, total=len(facts), kept=len(facts) - len(lost), lost=shown)


def _step(row: TraceRow, taken: _Taken, room: Room) -> StepShape:
    return StepShape(
        level=row.level,
        name=one_line(row.name),
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        pieces=row.pieces,
        touched=tuple(_touched(piece, taken, room) for piece in row.touched[: room.pieces]),
    )


def _touched(piece: TracedPiece, taken: _Taken, room: Room) -> TouchedShape:
    """A step counts places in the text that it got; in the raw text a piece is found by its words."""
    return TouchedShape(
        action=piece.action,
        text=_short(piece.text, room),
        reason=one_line(piece.reason),
        score="" if piece.score is None else f"{piece.score:.2f}",
        partner=_short(piece.partner, room),
        at=None if piece.action == "kept_apart" else taken.with_words(one_line(piece.text)),
    )


def _short(text: str, room: Room) -> str:
    line = one_line(text)
    return line if len(line) <= room.chars else f"{line[: room.chars]}…"
