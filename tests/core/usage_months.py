"""Made-up months of calls against a backend that counts them: what the log of such a month holds, and the truth."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from webloupe.types import Outcome, UsageRecord

HOUR_S, DAY_S = 3_600.0, 86_400.0
BEGIN = 1_790_812_800.0  # 2026-10-01 00:00 UTC


@dataclass
class Meter:
    """What the backend counts: a fixed window from `phase` on, one that begins with a call, or a rolling one."""

    kind: str  # aligned, anchored, rolling
    length: float
    ceiling: int
    phase: float = 0.0
    _used: int = 0
    _end: float = 0.0
    _times: deque[float] = field(default_factory=deque)

    def call(self, ts: float) -> bool:
        """Count a call; whether it was allowed."""
        self.left(ts)
        if self._used >= self.ceiling:
            return False
        if self.kind == "rolling":
            self._times.append(ts)
        elif self.kind == "anchored" and self._end <= ts:
            self._end = ts + self.length
        self._used += 1
        return True

    def left(self, ts: float) -> int:
        """Calls left at that moment; time does not run backwards."""
        if self.kind == "rolling":
            while self._times and self._times[0] <= ts - self.length:
                self._times.popleft()
            self._used = len(self._times)
        elif ts >= self._end:
            self._used = 0
            if self.kind == "aligned":
                self._end = ts - (ts - self.phase) % self.length + self.length
        return self.ceiling - self._used

    def resets_at(self, ts: float) -> float:
        """When all is back, or the oldest call."""
        if self.kind == "rolling":
            return (self._times[0] if self._times else ts) + self.length
        return self._end or ts + self.length


@dataclass(frozen=True)
class Month:
    """`share`: calls of others against our own, 0 for a pool of our own. `says` is what an answer tells."""

    seed: int
    kind: str = "aligned"
    length: float = HOUR_S
    share: float = 0.0
    lost: float = 0.02
    errors: float = 0.03
    overlap: bool = True
    says: str = "remaining limit resets"
    days: int = 30
    ceiling: int | None = None
    use: str = "bursts"  # or steady

    def records(self) -> list[UsageRecord]:
        """The log of the month."""
        rng = random.Random(self.seed)
        own = sorted(_sessions(rng, self.days) if self.use == "bursts" else _steadily(rng, self.days))
        others = sorted(_others(rng, self.days, self.share * len(own)))
        meter = Meter(self.kind, self.length, self.ceiling or _ceiling(own, others, self.length))
        calls = sorted([(ts, True) for ts in own] + [(ts, False) for ts in others])
        log = [self._record(rng, meter, ts) if mine else meter.call(ts) for ts, mine in calls]
        return [one for one in log if isinstance(one, UsageRecord) and rng.random() >= self.lost]

    def _record(self, rng: random.Random, meter: Meter, ts: float) -> UsageRecord:
        allowed = meter.call(ts)
        took = rng.lognormvariate(-0.3, 0.6) if self.overlap else 0.01
        outcome: Outcome = "ok" if allowed else "rate_limited"
        if allowed and rng.random() < self.errors:
            # A call that timed out was counted over there, one that did not get through was not; here it was.
            return UsageRecord(ts=ts + 10, backend="keenable", outcome="timeout", elapsed_ms=10_000.0)
        told = self.says.split()
        return UsageRecord(
            ts=ts + took,
            backend="keenable",
            outcome=outcome,
            remaining=meter.left(ts) if "remaining" in told else None,
            limit=meter.ceiling if "limit" in told else None,
            resets_at=meter.resets_at(ts) if "resets" in told else None,
            elapsed_ms=1000 * took,
            action=rng.choice(["search", "search", "search", "fetch"]),
        )


def _sessions(rng: random.Random, days: int) -> Iterator[float]:
    """Sittings of bursts, most by day, some days none; now and then a loop over many queries."""
    for day in range(days):
        for _ in range(rng.choice([0, 1, 2, 3, 4])):
            ts = BEGIN + day * DAY_S + rng.triangular(7, 23, 14) * HOUR_S
            for _ in range(rng.randint(1, 12)):
                for _ in range(rng.choice([1, 1, 2, 3, 5, 8, 25])):
                    yield ts
                    ts += rng.expovariate(1 / rng.choice([0.5, 4.0, 20.0]))
                ts += rng.expovariate(1 / 400.0)


def _steadily(rng: random.Random, days: int) -> Iterator[float]:
    """A program that searches at its own pace, another one each day."""
    for day in range(days):
        ts, end = BEGIN + day * DAY_S, BEGIN + (day + 1) * DAY_S
        pace = rng.choice([20.0, 60.0, 300.0])
        while (ts := ts + rng.expovariate(1 / pace)) < end:
            yield ts


def _others(rng: random.Random, days: int, count: float) -> Iterator[float]:
    """Other users: some steady, some by day, some in bursts."""
    left, way = count, rng.choice(["steady", "day", "bursts"])
    while left > 0:
        hour = rng.uniform(0, 24) if way == "steady" else rng.triangular(6, 24, 14)
        ts = BEGIN + rng.randrange(days) * DAY_S + hour * HOUR_S
        for _ in range(1 if way != "bursts" else rng.randint(1, 10)):
            yield ts
            left -= 1
            ts += rng.expovariate(1 / 30.0)


def _ceiling(own: list[float], others: list[float], length: float) -> int:
    """So many that most windows last."""
    counts: dict[int, int] = {}
    for ts in own + others:
        counts[int(ts // length)] = counts.get(int(ts // length), 0) + 1
    most = max(counts.values(), default=1)
    return next((size for size in (50, 150, 1_000, 10_000) if size >= 0.9 * most), 100_000)
