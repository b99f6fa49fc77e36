"""A shortened text as runs that know their source, so that a diff is true for every character.

Joined `before` of the segments is the input, joined `after` the output. Rules speak in edits of the text in front of
them; `revise` carries those back to the input, whatever earlier rules did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..types import Segment, SegmentOp

REASONS: Final = ", "
"""Between the reasons of a piece that several steps changed."""


class Edit(NamedTuple):
    """Replace the code points from `start` to before `end` by `new`; an empty `new` drops them."""

    start: int
    end: int
    new: str = ""


class Piece(NamedTuple):
    """A segment while rules still work on it; `reason` is "" for kept text."""

    before: str
    after: str
    reason: str


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """The edits by place, without empty ones and without any that overlaps one before it."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit[:2]):
        if edit.start < edit.end and (not kept or edit.start >= kept[-1].end):
            kept.append(edit)
    return kept


def apply(text: str, edits: Sequence[Edit]) -> str:
    """`text` with the edits (in order, apart) made."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.new)
        at = edit.end
    return "".join([*parts, text[at:]])


def revise(pieces: Sequence[Piece], edits: Sequence[Edit], reasons: Sequence[str]) -> list[Piece]:
    """The pieces after edits (in order, apart) of their joined `after`, with one reason an edit.

    Kept text is cut at the edges of an edit. What was already rewritten has no inner places that could be told, so
    an edit that takes part of it changes it as a whole and both reasons are named.
    """
    done: list[Piece] = []
    place = 0
    pending = iter(zip(edits, reasons, strict=True))
    edit, reason = next(pending, _NO_MORE)
    unsaid = edit.new if edit else ""
    for piece in pieces:
        if not piece.after:  # dropped before: no edit can mean it
            done.append(piece)
            continue
        end = place + len(piece.after)
        cuts: list[Edit] = []
        why: list[str] = []
        while edit and edit.start < end:
            # The replacement goes with the first piece that the edit touches; the rest of its range is dropped.
            cuts.append(Edit(max(edit.start, place) - place, min(edit.end, end) - place, unsaid))
            why.append(reason)
            unsaid = ""
            if edit.end > end:
                break
            edit, reason = next(pending, _NO_MORE)
            unsaid = edit.new if edit else ""
        done += _cut(piece, cuts, why) if cuts else [piece]
        place = end
    return done


_NO_MORE: Final[tuple[Edit | None, str]] = (None, "")


def _cut(piece: Piece, cuts: Sequence[Edit], reasons: Sequence[str]) -> Iterator[Piece]:
    """One piece with edits of its own `after` made."""
    if piece.reason:
        named = dict.fromkeys([*piece.reason.split(REASONS), *reasons])
        yield Piece(piece.before, apply(piece.after, cuts), REASONS.join(named))
        return
    at = 0
    for cut, reason in zip(cuts, reasons, strict=True):
        yield Piece(piece.before[at : cut.start], piece.before[at : cut.start], "")
        yield Piece(piece.before[cut.start : cut.end], cut.new, reason)
        at = cut.end
    yield Piece(piece.before[at:], piece.before[at:], "")


def merged(pieces: Iterable[Piece]) -> tuple[Segment, ...]:
    """The pieces as segments: empty ones gone, neighbours of one kind and reason joined."""
    runs: list[tuple[SegmentOp, list[Piece]]] = []
    for piece in pieces:
        if not piece.before:
            continue
        op = _op(piece)
        if runs and runs[-1][0] == op and (op == "kept" or runs[-1][1][0].reason == piece.reason):
            runs[-1][1].append(piece)
        else:
            runs.append((op, [piece]))
    return tuple(_segment(op, run) for op, run in runs)


def _segment(op: SegmentOp, run: Sequence[Piece]) -> Segment:
    before = "".join([piece.before for piece in run])
    if op == "kept":
        return Segment(op=op, before=before, after=before)
    return Segment(op=op, before=before, after="".join([piece.after for piece in run]), reason=run[0].reason)


def _op(piece: Piece) -> SegmentOp:
    if piece.before == piece.after:
        return "kept"
    return "rewritten" if piece.after else "dropped"
