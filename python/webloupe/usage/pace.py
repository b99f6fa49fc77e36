"""When an allowance ends at the pace of its window. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from .readings import Reading

_POINTS = 40
_PARTS = 8
_LEAST = 3
_SOONEST_S = 120.0  # the readings of a forecast span so much at least


def runs_dry_at(readings: Sequence[Reading], until: float, now: float) -> float | None:
    """When the allowance ends at the pace of this window (Unix time); None when it lasts until then.

    `readings` are of one window, oldest first. The pace is the median of the slopes between readings taken evenly
    over time, an eighth to a quarter of it apart (after Theil and Sen, robust against bursts and against other users
    of a shared pool): at most a quarter of them can see a single burst, so it does not cry wolf. Where pauses leave
    that median at nothing, it is the mean without the largest burst. A spent allowance ended with the first reading
    that said so.
    """
    if not readings or now >= until:
        return None
    last = readings[-1]
    if last.remaining == 0:
        return next(one.ts for at, one in enumerate(readings) if not any(later.remaining for later in readings[at:]))
    if last.ts - readings[0].ts < _SOONEST_S:
        return None  # a pace of seconds says nothing of hours
    points = _evenly(readings)
    if len(points) < _LEAST:
        return None
    slopes = [
        (late[1] - early[1]) / (late[0] - early[0])
        for gap in range(_POINTS // _PARTS, _POINTS // _PARTS * 2 + 1)
        for early, late in zip(points, points[gap:], strict=False)
    ]
    pace = median(slopes) or _mean_of_bursts(points)
    if pace >= 0:
        return None
    dry = max(now, last.ts - last.remaining / pace)
    return dry if dry < until else None


def _mean_of_bursts(points: Sequence[tuple[float, int]]) -> float:
    """Change a second over the eighths of the time but the one in which most was used, if two more had any use."""
    places = [round(part * (len(points) - 1) / _PARTS) for part in range(_PARTS + 1)]
    moves = sorted(points[late][1] - points[early][1] for early, late in pairwise(places))
    if moves[2] >= 0:
        return 0.0
    return sum(moves[1:]) / ((points[-1][0] - points[0][0]) * (_PARTS - 1) / _PARTS)


def _evenly(readings: Sequence[Reading]) -> list[tuple[float, int]]:
    """What was left at moments that lie evenly over the window's readings: a burst counts by its time."""
    times = [one.ts for one in readings]
    first, span = times[0], times[-1] - times[0]
    if span <= 0:
        return []
    moments = [first + span * number / (_POINTS - 1) for number in range(_POINTS)]
    return [(moment, readings[max(0, bisect_right(times, moment + 1e-6) - 1)].remaining) for moment in moments]
