"""What a backend said is left, call by call, beside how many calls of our own there were. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from ..types import UsageRecord

_OVERLAP_S = 10.0  # calls under way together may be logged in another order than they were counted in
_OVERLAP_CALLS = 20
_SAME_RESET_S = 5.0
_LONGEST_S = 120.0  # that a call may take
_SKEW_S = 120.0  # between the backend's clock and ours
_FARTHEST_S = 32 * 86_400.0  # no allowance is for longer than a month


@dataclass(frozen=True, slots=True)
class Reading:
    """`remaining` calls left at `ts`, of `limit`, full again at `resets_at`, as far as the backend said so."""

    ts: float
    remaining: int
    limit: int | None = None
    resets_at: float | None = None


def is_reading(record: UsageRecord) -> bool:
    """Whether it tells what is left. A limit of 0 says nothing: Exa sends it with every refusal, on purpose."""
    return record.remaining is not None and record.limit != 0


class Calls:
    """The calls of one backend by the time they were begun, which is about when the backend counted them.

    `surely` counts those that were answered, `maybe` all but those that were refused for their number: they may have
    been counted over there or not.
    """

    def __init__(self, records: Iterable[UsageRecord]) -> None:
        self.records = sorted(records, key=_begun)
        self.ts = [_begun(record) for record in self.records]
        answered = (record.outcome in ("ok", "empty", "payload") for record in self.records)
        counted = (record.outcome != "rate_limited" for record in self.records)
        self._sure = list(accumulate(answered, initial=0))
        self._maybe = list(accumulate(counted, initial=0))
        self.readings = _in_order(
            [
                Reading(_begun(one), one.remaining, one.limit, _reset(one))
                for one in self.records
                if one.remaining is not None and is_reading(one)
            ]
        )

    def surely(self, after: float, until: float) -> int:
        """Calls with after < ts <= until that were counted."""
        return self._sure[bisect_right(self.ts, until)] - self._sure[bisect_right(self.ts, after)]

    def maybe(self, after: float, until: float) -> int:
        """Calls with after < ts <= until that may have been counted."""
        return self._maybe[bisect_right(self.ts, until)] - self._maybe[bisect_right(self.ts, after)]

    def from_on(self, start: float, end: float) -> int:
        """Calls with start <= ts < end that may have been counted."""
        return self._maybe[bisect_left(self.ts, end)] - self._maybe[bisect_left(self.ts, start)]


def _begun(record: UsageRecord) -> float:
    return record.ts - min(max(record.elapsed_ms or 0.0, 0.0) / 1000, _LONGEST_S)


def _reset(record: UsageRecord) -> float | None:
    """When all is back, if that can be meant."""
    ahead = None if record.resets_at is None else record.resets_at - record.ts
    return record.resets_at if ahead is not None and -_SKEW_S < ahead < _FARTHEST_S else None


def _in_order(readings: list[Reading]) -> list[Reading]:
    """The readings with what overlapping calls were told sorted as the backend counted down."""
    for end in range(1, len(readings)):
        place = end
        while place and _overtook(readings[place - 1], readings[place]):
            early, late = readings[place - 1], readings[place]
            readings[place - 1], readings[place] = replace(late, ts=early.ts), replace(early, ts=late.ts)
            place -= 1
    return readings


def _overtook(early: Reading, late: Reading) -> bool:
    gap, rise = late.ts - early.ts, late.remaining - early.remaining
    if not 0 < rise <= _OVERLAP_CALLS or gap > _OVERLAP_S:
        return False
    if early.resets_at is None or late.resets_at is None:
        return True
    return abs(late.resets_at - early.resets_at) <= gap + _SAME_RESET_S


def rises(readings: Sequence[Reading]) -> list[tuple[float, float]]:
    """Between which two moments something came back: (the reading before, the reading with more left)."""
    return [(before.ts, after.ts) for before, after in pairwise(readings) if after.remaining > before.remaining]
