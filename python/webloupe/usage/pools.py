"""Whose pool it is: whether `remaining` falls by more than our own calls explain. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ..types import Pool
from .frames import Frame
from .readings import Calls, Reading

LOST = (0.002, 0.005, 0.01, 0.02, 0.04, 0.06, 0.09)
"""Shares of our own calls that a log may lack: killed processes, a full disk."""
WORTH_TELLING = 0.06
"""Others' calls against ours from which on a pool is called shared."""

_MOST = 6.0  # what one stretch may say at most (nats): a hole in the log is one stretch
_SURE = math.log(2)  # two to one
# A shared pool has one number more to fit by. In made-up months (benchmarks/usage.py) own pools stay below so many
# nats, others' calls worth telling lie above.
_BY_CHANCE = 3.0
_AT_LEAST = 5
_PAUSE_S = 60.0
_WOULD_SHOW = 3.0  # seen none of three: 95 in 100 that there were not as many


class Stretch(NamedTuple):
    """Between two readings: calls that are not ours, calls of ours, seconds; `at` is when it ended."""

    others: int
    own: int
    seconds: float
    at: float


class Opinion(NamedTuple):
    """What `seen` stretches say: `weight` in nats, above 0 for a shared pool.

    `expected`: calls of others that would have shown in them if there were just as many as are worth telling.
    """

    weight: float
    seen: int
    expected: float

    @property
    def verdict(self) -> Pool:
        """Unknown with few readings, when both are about as likely, or when others would hardly have shown."""
        if self.seen < _AT_LEAST or abs(self.weight) < _SURE or (self.weight < 0 and self.expected < _WOULD_SHOW):
            return "unknown"
        return "shared" if self.weight > 0 else "own"

    @property
    def confidence(self) -> float:
        """How likely the verdict is right (0.67–0.99) as if both were equally likely before; 0 without one."""
        if self.verdict == "unknown":
            return 0.0
        likely = 1 / (1 + math.exp(-min(abs(self.weight), 50.0)))
        unseen = math.exp(-self.expected) if self.weight < 0 else 0.0
        return round(min(0.99, likely, 1 - unseen), 2)


class Model(NamedTuple):
    """`lost` of our calls are missing in the log; others make `rate` calls a second."""

    lost: float
    rate: float


def stretches(calls: Calls, frame: Frame, ceiling: int | None) -> list[Stretch]:
    """What happened between the readings, never across the end of a window."""
    found = _rolling(calls, frame, ceiling) if frame.rolling else _fixed(calls, frame, ceiling)
    return list(found)


class Judge:
    """Knows the likeliest own pool and the likeliest shared one, given all stretches; judges all of them or some.

    `own` calls were made in `span_s` seconds: others who make fewer than `WORTH_TELLING` of them are not told.
    """

    def __init__(self, seen: Sequence[Stretch], span_s: float, own: int) -> None:
        groups = _grouped(seen)
        self._least = WORTH_TELLING * max(own, 1) / max(span_s, 1.0)
        self._own = max(
            (Model(share, 0.0) for share in LOST),
            key=lambda model: sum(count * _likelihood(one, model) for one, count in groups),
        )
        self._shared = max(
            (Model(share, self._least * 2.0**power) for share in LOST for power in range(14)),
            key=lambda model: _weight(groups, self._own, model),
        )

    def opinion(self, seen: Sequence[Stretch]) -> Opinion:
        """How much likelier the shared pool is than the own one, less what fits by chance."""
        weight = _weight(_grouped(seen), self._own, self._shared) - _BY_CHANCE
        return Opinion(weight, len(seen), self._least * sum(one.seconds for one in seen))


def _weight(groups: Sequence[tuple[Stretch, int]], own: Model, shared: Model) -> float:
    return sum(
        count * max(-_MOST, min(_MOST, _likelihood(one, shared) - _likelihood(one, own))) for one, count in groups
    )


def _grouped(seen: Iterable[Stretch]) -> list[tuple[Stretch, int]]:
    """Stretches that are about as long, counted together."""
    alike = Counter((min(one.others, 200), min(one.own, 50), round(4 * math.log(max(one.seconds, 1)))) for one in seen)
    return [(Stretch(others, own, math.exp(size / 4), 0.0), count) for (others, own, size), count in alike.items()]


def _likelihood(one: Stretch, model: Model) -> float:
    """Log of the chance of so many foreign calls: geometric, since people search in bursts."""
    # A lost call splits a stretch in two, so a pause has two ends at which one may be lost.
    losable = max(one.own, 1) + (one.seconds > _PAUSE_S)
    expected = model.lost * losable + model.rate * one.seconds
    return one.others * math.log(expected / (1 + expected)) - math.log1p(expected)


def ceiling_of(calls: Calls, frame: Frame) -> int | None:
    """How many calls a window allows: what was said last, else what the first readings of windows agree on."""
    said = next((one.limit for one in reversed(calls.readings) if one.limit), None)
    if said is not None:
        return said
    if frame.rolling and frame.length_s:
        size = frame.length_s
        whole = [one for one in calls.readings if one.ts - size >= calls.ts[0]]
        return max(_calm([one.remaining + calls.surely(one.ts - size, one.ts) for one in whole]), default=None)
    seen = [
        group[0].remaining + calls.surely(start - 1e-6, group[0].ts)
        for (start, _), group in by_span(calls.readings, frame)
        if start >= calls.ts[0]
    ]
    if not seen:
        return max((one.remaining for one in calls.readings), default=None)
    often = [value for value, count in Counter(seen).items() if count >= max(2, 0.1 * len(seen))]
    return max(often) if often else max(seen)


def by_span(readings: Sequence[Reading], frame: Frame) -> Iterator[tuple[tuple[float, float], list[Reading]]]:
    """The windows in which something was read, with what."""
    groups: dict[int, list[Reading]] = {}
    for one in readings:
        place = frame.place(one)
        if place is not None:
            groups.setdefault(place, []).append(one)
    for place in sorted(groups):
        yield frame.spans[place], groups[place]


def _fixed(calls: Calls, frame: Frame, ceiling: int | None) -> Iterator[Stretch]:
    for (start, _), group in by_span(calls.readings, frame):
        if ceiling is not None and start >= calls.ts[0] and frame.length_s is not None:
            yield _stretch(calls, start - 1e-6, group[0].ts, ceiling - group[0].remaining)
        for before, after in pairwise(group):
            yield _stretch(calls, before.ts, after.ts, before.remaining - after.remaining)


def _stretch(calls: Calls, after: float, until: float, drop: int) -> Stretch:
    return Stretch(max(0, drop - calls.maybe(after, until)), calls.surely(after, until), until - after, until)


def _rolling(calls: Calls, frame: Frame, ceiling: int | None) -> Iterator[Stretch]:
    """Each call of ours comes back after the window's length; what is missing beyond them is others'."""
    size = frame.length_s or 0.0
    known = [one for one in calls.readings if one.ts - size >= calls.ts[0]]
    missing = [(ceiling or 0) - one.remaining - calls.maybe(one.ts - size, one.ts) for one in known]
    calm = _calm(missing)
    for at, one in enumerate(known):
        gap = one.ts - known[at - 1].ts if at else size
        others = max(0, calm[at] if gap >= size / 2 else calm[at] - calm[at - 1])
        seconds = size if gap >= size / 2 else gap
        yield Stretch(others, calls.surely(one.ts - seconds, one.ts), seconds, one.ts)


def _calm(levels: Sequence[int]) -> list[int]:
    """Without blips of one reading: when a call comes back is known to some seconds only."""
    return [int(median(levels[max(0, at - 1) : at + 2])) for at in range(len(levels))]
