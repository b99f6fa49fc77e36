"""Raw against compressed as runs, whole or short enough for a notebook. Pure.

Line ends are made one kind first: the editor that shows a diff counts `\\r\\n` as one character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import msgspec

from webloupe.types import Compression, Segment

from ..shapes import DiffShape, SegmentShape
from ..text import one_line, plain
from .losses import Account, account, account_bytes, saved_account

_ACCOUNT_SHARE = 0.4  # the most of a saved diff that tells of losses and steps; the rest is its runs
_FRAME_BYTES = 165  # names, quotes and indentation of one segment in a saved notebook


@dataclass(frozen=True, slots=True)
class _Shortening:
    """How many characters stay of a run: at each side of a kept one, and at most of a changed one."""

    context: int
    changed: int


# Tried in this order; the first that fits is taken.
_SHORTENINGS = (_Shortening(600, 20_000), _Shortening(200, 4_000), _Shortening(80, 1_000), _Shortening(40, 240))


def whole_diff(done: Compression, restored: Sequence[int] = ()) -> DiffShape:
    """Every character of both texts; `restored` are the starts of the segments that were given back."""
    return _diff(done, _segments(done), account(done), restored, whole=True)


def saved_diff(done: Compression, room_bytes: int, restored: Sequence[int] = ()) -> DiffShape:
    """A diff of at most `room_bytes` in a notebook: long runs lose their middle, and at last the end is left out."""
    segments = _segments(done)
    told = saved_account(done, int(room_bytes * _ACCOUNT_SHARE))
    room_bytes -= account_bytes(told)
    if _fits(segments, room_bytes):
        return _diff(done, segments, told, restored, whole=True)
    for shortening in _SHORTENINGS:
        shortened = [_shortened(one, shortening) for one in segments]
        if _fits(shortened, room_bytes):
            break
    return _diff(done, list(_first(shortened, room_bytes)), told, restored, whole=False)


def diff_bytes(diff: DiffShape) -> int:
    """What a diff takes in a saved notebook."""
    told = Account(facts=diff.facts, invented=diff.invented, steps=diff.steps)
    return sum(map(size_bytes, diff.segments)) + account_bytes(told)


def size_bytes(segment: SegmentShape) -> int:
    """What a segment takes in a saved notebook."""
    return len(msgspec.json.encode((segment.before, segment.after, segment.reason))) + _FRAME_BYTES


def _diff(
    done: Compression, segments: Sequence[SegmentShape], told: Account, restored: Sequence[int], *, whole: bool
) -> DiffShape:
    return DiffShape(
        method=done.method,
        tokens_before=done.tokens_before,
        tokens_after=done.tokens_after,
        refused=None if done.refused is None else one_line(done.refused),
        segments=tuple(segments),
        whole=whole,
        dropped=sum(one.op == "dropped" for one in done.segments),
        rewritten=sum(one.op == "rewritten" for one in done.segments),
        notes=tuple(map(one_line, done.notes)),
        model=one_line(done.model),
        facts=told.facts,
        invented=told.invented,
        steps=told.steps,
        restored=tuple(restored),
    )


def _segments(done: Compression) -> list[SegmentShape]:
    starts = accumulate((len(one.before) for one in done.segments), initial=0)
    return [_segment(one, start) for one, start in zip(done.segments, starts, strict=False)]


def _segment(one: Segment, start: int) -> SegmentShape:
    before, after = plain(one.before), plain(one.after)
    return SegmentShape(op=one.op, before=before, after=after, reason=one_line(one.reason), start=start)


def _fits(segments: Sequence[SegmentShape], room_bytes: int) -> bool:
    return sum(map(size_bytes, segments)) <= room_bytes


def _first(segments: Sequence[SegmentShape], room_bytes: int) -> Iterator[SegmentShape]:
    """As many of the segments as have room."""
    for segment in segments:
        room_bytes -= size_bytes(segment)
        if room_bytes < 0:
            return
        yield segment


def _shortened(one: SegmentShape, by: _Shortening) -> SegmentShape:
    if one.op == "kept":
        text, elided = _without_middle(one.before, by.context, by.context)
        return msgspec.structs.replace(one, before=text, after=text, elided=elided)
    side = by.changed // 2
    before, elided = _without_middle(one.before, side, side)
    after, _ = _without_middle(one.after, side, side)
    return msgspec.structs.replace(one, before=before, after=after, elided=elided)


def _without_middle(text: str, head: int, tail: int) -> tuple[str, int]:
    """The text with a line in place of its middle, and how many characters that stands for; cut at line ends."""
    if len(text) <= head + tail + 80:  # the line itself takes as much
        return text, 0
    start = text.rfind("\n", head // 2, head) + 1 or head
    end = text.find("\n", len(text) - tail, len(text) - tail // 2)
    end = len(text) - tail if end < 0 else end
    elided = end - start
    before, after = ("" if text[start - 1] == "\n" else "\n"), ("" if text[end] == "\n" else "\n")
    return f"{text[:start]}{before}[… {elided:,} characters …]{after}{text[end:]}", elided
