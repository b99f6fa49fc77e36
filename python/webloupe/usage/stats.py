"""Tables out of usage records, block by block: a log of a million lines leaves only counts behind. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from itertools import accumulate, repeat
from math import gcd
from operator import attrgetter, floordiv
from typing import TypeAlias, get_args

from ..errors import BadInput
from ..types import BackendUsage, By, Outcome, OwnSums, QuotaStatus, UsageRecord, UsageRow, UsageSummary
from .quota import is_reading, windows

MAX_DAYS = 3_660
NEWEST = 10_000
"""Calls of each backend that quota windows are inferred from: as many as a month of heavy use has."""

_GRAIN_S = 900  # every clock on Earth stands a multiple of this beside UTC, so hours and days are made of it
_COLUMNS: dict[Outcome, str] = {
    "ok": "ok",
    "empty": "empty",
    "rate_limited": "rate_limited",
    "http": "errors",
    "transport": "errors",
    "timeout": "errors",
    "payload": "errors",
}
_ts, _backend, _outcome, _action = map(attrgetter, ("ts", "backend", "outcome", "action"))
_elapsed_ms, _usd = map(attrgetter, ("elapsed_ms", "usd"))

Cell: TypeAlias = tuple[float, str]
"""A row's day or hour: when it begins (Unix time), and what to call it."""


def summarise(
    records: Iterable[UsageRecord],
    *,
    days: int,
    now: datetime,
    backend: str | None = None,
    by: By = "day",
    skipped: int = 0,
) -> UsageSummary:
    """What these records come to; see `Tally`. `skipped` is handed through: lines of the log that could not be read."""
    tally = Tally(days=days, now=now, backend=backend, by=by)
    tally.add(list(records))
    return tally.summary(skipped=skipped)


class Tally:
    """Searches by local day or hour and backend, over the last `days` days, today included.

    Days begin at midnight in `now`'s zone (this machine's when it has none). `backend` keeps only that one. Calls
    that read pages count for quota windows alone. BadInput unless `days` is 1–3,660 and `by` is one of `By`.
    """

    def __init__(self, *, days: int, now: datetime, backend: str | None = None, by: By = "day") -> None:
        if not 1 <= days <= MAX_DAYS:
            raise BadInput(f"{days} days is out of range.", f"Ask for 1 to {MAX_DAYS:,} days.")
        if by not in get_args(By):
            raise BadInput(f"by cannot be {by!r}.", f"Choose {', '.join(get_args(By))}.")
        self._days, self._now, self._only, self._by = days, now, backend, by
        dates = [now.date() + timedelta(days=offset) for offset in range(1 - days, 2)]  # the last one ends today
        self._starts = [datetime.combine(date, time(), now.tzinfo).timestamp() for date in dates]
        self._labels = [date.isoformat() for date in dates]
        self._grain = gcd(_GRAIN_S, *map(int, self._starts))
        self._cells: dict[float, Cell] = {}
        self._counts: defaultdict[tuple[Cell, str], Counter[Outcome]] = defaultdict(Counter)
        self._lows: dict[tuple[Cell, str], int] = {}
        self._ms: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._usd: dict[str, float] = {}
        self._newest: defaultdict[str, deque[UsageRecord]] = defaultdict(lambda: deque(maxlen=NEWEST))

    @property
    def since_ts(self) -> float:
        """When the first day begins (Unix time)."""
        return self._starts[0]

    def add(self, records: Sequence[UsageRecord]) -> None:
        """Count a block of records; those outside of the days are passed over."""
        records = self._within(records)
        for backend in set(map(_backend, records)):
            calls = [one for one in records if one.backend == backend]
            self._newest[backend].extend(calls)
            if costs := list(filter(None, map(_usd, calls))):
                self._usd[backend] = self._usd.get(backend, 0.0) + sum(costs)
            for cell, some in self._by_cell(calls):
                key = cell, backend
                if said := [one.remaining for one in some if one.remaining is not None and is_reading(one)]:
                    self._lows[key] = min(*said, self._lows.get(key, said[0]))
                if not all(map(is_search, set(map(_action, some)))):
                    some = [one for one in some if is_search(one.action)]
                self._counts[key].update(map(_outcome, some))
                self._ms[backend].update(map(round, filter(None, map(_elapsed_ms, some))))

    def summary(self, *, skipped: int = 0, own: OwnSums | None = None) -> UsageSummary:
        """What was added so far. Handed through: `skipped` lines of the log, and what the ledger came to (`own`)."""
        counted = (key for key, outcomes in self._counts.items() if _columns(outcomes))
        keys = sorted(counted, key=lambda key: (-key[0][0], key[1]))
        found = [windows(calls, now=self._now) for _, calls in sorted(self._newest.items())]
        return UsageSummary(
            days=self._days,
            by=self._by,
            rows=tuple(self._row(key) for key in keys),
            left=tuple(self._left()),
            skipped_lines=skipped,
            own=own,
            backends=tuple(self._backend(name) for name in sorted({backend for _, backend in keys})),
            windows=tuple(
                [one[0] for one in found if one]
                + sorted((old for one in found for old in one[1:]), key=lambda window: -window.starts_at)
            ),
        )

    def _within(self, records: Sequence[UsageRecord]) -> Sequence[UsageRecord]:
        start, end, only = self._starts[0], self._starts[-1], self._only
        if only is None and records and start <= min(map(_ts, records)) and max(map(_ts, records)) < end:
            return records
        return [one for one in records if start <= one.ts < end and (only is None or one.backend == only)]

    def _by_cell(self, calls: Sequence[UsageRecord]) -> Iterable[tuple[Cell, Sequence[UsageRecord]]]:
        """The calls of each day or hour. A block is written within minutes or hours, so mostly there is one."""
        first, last = (self._cell(moment // self._grain) for moment in (min(map(_ts, calls)), max(map(_ts, calls))))
        if first == last:
            return ((first, calls),)
        cells: defaultdict[Cell, list[UsageRecord]] = defaultdict(list)
        for call, grain in zip(calls, map(floordiv, map(_ts, calls), repeat(float(self._grain))), strict=True):
            cells[self._cell(grain)].append(call)
        return cells.items()

    def _cell(self, grain: float) -> Cell:
        """The day or hour that a stretch of `_grain` seconds lies in."""
        found = self._cells.get(grain)
        if found is None:
            found = self._cells[grain] = self._cell_of(grain * self._grain)
        return found

    def _cell_of(self, ts: float) -> Cell:
        if self._by == "backend":
            return 0.0, ""
        if self._by == "day":
            day = bisect_right(self._starts, ts) - 1
            return self._starts[day], self._labels[day]
        moment = datetime.fromtimestamp(ts, self._now.tzinfo)
        hour = moment.replace(minute=0, second=0)
        twice = hour.replace(fold=0).timestamp() != hour.replace(fold=1).timestamp()
        label = f"{hour:%Y-%m-%d %H:%M}" + (f"{hour.astimezone(hour.tzinfo):%z}" if twice else "")
        return hour.timestamp(), label

    def _row(self, key: tuple[Cell, str]) -> UsageRow:
        counts, ((_, label), backend) = _columns(self._counts[key]), key
        return UsageRow(
            day=label,
            backend=backend,
            ok=counts["ok"],
            empty=counts["empty"],
            rate_limited=counts["rate_limited"],
            errors=counts["errors"],
            total=counts.total(),
            quota_low=self._lows.get(key),
        )

    def _backend(self, name: str) -> BackendUsage:
        counts: Counter[str] = Counter()
        for (_, backend), more in self._counts.items():
            if backend == name:
                counts.update(_columns(more))
        return BackendUsage(
            backend=name,
            calls=counts.total(),
            errors=counts["errors"],
            error_share=counts["errors"] / counts.total(),
            p50_ms=_percentile(self._ms[name], 0.50),
            p95_ms=_percentile(self._ms[name], 0.95),
            usd=self._usd.get(name),
        )

    def _left(self) -> Iterable[QuotaStatus]:
        for name, calls in sorted(self._newest.items()):
            said = [one for one in calls if is_reading(one)]
            if not said:
                continue
            last = max(reversed(said), key=_ts)  # of two at one time, the one that was logged later
            yield QuotaStatus(
                backend=name,
                remaining=last.remaining or 0,
                limit=last.limit,
                resets_at=last.resets_at,
                at=last.ts,
            )


def _columns(outcomes: Counter[Outcome]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for outcome, count in outcomes.items():
        if column := _COLUMNS.get(outcome):
            counts[column] += count
    return counts


def is_search(action: str | None) -> bool:
    """Whether a record is of a search; older lines do not tell and are."""
    return action is None or action == "search"


def _percentile(durations: Counter[int], share: float) -> float | None:
    """The least duration (ms, to the millisecond) that so large a share of the calls stayed within."""
    ordered = sorted(durations.items())
    reached = list(accumulate(count for _, count in ordered))
    if not reached:
        return None
    return float(ordered[bisect_left(reached, share * reached[-1])][0])
