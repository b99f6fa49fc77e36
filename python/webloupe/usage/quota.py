"""Quota windows out of what backends said and when they refused: how long, whose pool, when it runs dry. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from ..types import QuotaWindow, UsageRecord
from . import refusals
from .frames import Frame, Span, frame
from .pace import runs_dry_at
from .pools import Judge, Opinion, by_span, ceiling_of, stretches
from .readings import Calls, Reading, is_reading

__all__ = ["is_reading", "windows"]

SHOWN = 48
"""Windows a backend that are told at most: two days of hours."""

_LOW = 0.2  # of the ceiling: from here on a warning stands beside it
_OLDEST_S = 400 * 86_400.0  # what is older tells nothing of today's windows
_SKEW_S = 86_400.0
_PLAIN = 8.0  # nats: one window alone may speak against all others


def windows(records: Iterable[UsageRecord], *, now: datetime) -> tuple[QuotaWindow, ...]:
    """The windows of one backend, newest first, `SHOWN` at most; () when nothing was said and nothing refused.

    `now` without a zone is this machine's; warnings tell times in that zone.
    """
    moment = now.timestamp()
    calls = Calls(one for one in records if -_OLDEST_S < one.ts - moment < _SKEW_S)
    if not calls.readings:
        return refusals.windows(calls, now)[:SHOWN]
    found = frame(calls, moment)
    ceiling = ceiling_of(calls, found)
    seen = stretches(calls, found, ceiling)
    judge = Judge(seen, calls.ts[-1] - calls.ts[0], calls.surely(calls.ts[0] - 1, calls.ts[-1]))
    overall = judge.opinion(seen)
    newest = list(by_span(calls.readings, found))[-SHOWN:]
    told = []
    for span, group in reversed(newest):
        here = judge.opinion([one for one in seen if span[0] < one.at <= span[1]])
        judged = here if here.weight >= _PLAIN and here.verdict == "shared" else overall
        window = _window(calls, found, span, group, ceiling, judged, moment)
        told.append(msgspec.structs.replace(window, warning=_warning(window, now)))
    return tuple(told)


def _window(
    calls: Calls, found: Frame, span: Span, group: Sequence[Reading], ceiling: int | None, judged: Opinion, now: float
) -> QuotaWindow:
    start, end = span
    first, last = group[0], group[-1]
    resets = None if found.rolling or found.length_s is None else end
    dry = None
    if now < end or found.rolling:
        dry = runs_dry_at(_with_ends(found, span, group, ceiling, judged, now), _horizon(found, end, now), now)
    return QuotaWindow(
        backend=calls.records[0].backend,
        rolling=found.rolling,
        length_s=found.length_s,
        starts_at=start,
        resets_at=resets,
        ceiling=ceiling,
        remaining=last.remaining,
        own_calls=calls.from_on(start, max(end, last.ts + 1e-6)),
        drop=max(0, first.remaining - last.remaining),
        observations=len(group),
        verdict=judged.verdict,
        confidence=judged.confidence,
        runs_dry_at=dry,
    )


def _horizon(found: Frame, end: float, now: float) -> float:
    """Until when a forecast is worth telling: what rolls gives all back within its length."""
    return now + (found.length_s or 0.0) if found.rolling else end


def _with_ends(
    found: Frame, span: Span, group: Sequence[Reading], ceiling: int | None, judged: Opinion, now: float
) -> list[Reading]:
    """The readings, with the full allowance that a fixed window begins with, and with quiet time in an own pool."""
    whole = list(group)
    if not found.rolling and ceiling is not None and found.length_s is not None and span[0] < group[0].ts:
        whole.insert(0, Reading(span[0], max(ceiling, group[0].remaining)))
    if judged.verdict == "own" and not found.rolling and now > group[-1].ts:
        whole.append(Reading(now, group[-1].remaining))
    return whole


def _warning(window: QuotaWindow, now: datetime) -> str:
    """One line while something can still be done about it."""
    name, left, dry = window.backend, window.remaining or 0, window.runs_dry_at
    over = window.resets_at is not None and window.resets_at <= now.timestamp()
    if over:
        return ""
    if left == 0:
        return f"{name}: spent{_until(window, now)}"
    if dry is not None:
        return f"{name}: dry at {clock(dry, now)} at this pace{_until(window, now)}"
    if window.ceiling and left <= _LOW * window.ceiling:
        return f"{name}: {left:,} of {window.ceiling:,} left{_until(window, now)}"
    return ""


def _until(window: QuotaWindow, now: datetime) -> str:
    return f", full again at {clock(window.resets_at, now)}" if window.resets_at is not None else ""


def clock(ts: float, now: datetime) -> str:
    """A time of day in `now`'s zone, with the date when it is another day."""
    moment = datetime.fromtimestamp(ts, now.tzinfo)
    return f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y-%m-%d %H:%M}"
