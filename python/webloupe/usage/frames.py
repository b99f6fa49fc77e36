"""Over which stretches of time a backend counts calls: fixed windows or a rolling one, and how long. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from .readings import Calls, Reading, rises

HOUR_S, DAY_S, MONTH_S = 3_600.0, 86_400.0, 2_678_400.0  # a month has 31 days at most
LENGTHS_S = (60.0, HOUR_S, DAY_S, MONTH_S)

_SKEW_S = 120.0  # between the backend's clock and ours
_SAME_RESET_S = 5.0
_CONTRADICTED = 0.05  # share of rises that may lie where no window ends: a log has holes
_PHASE_S = 900.0
_FEW = 4

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """`spans` are fixed windows (start, end) in order; of a rolling one they are slices of its length.

    `length_s` is None where the log is too short to tell; the only span then begins with the log.
    """

    rolling: bool
    length_s: float | None
    spans: tuple[Span, ...]

    def place(self, reading: Reading) -> int | None:
        """Which span it lies in: by the backend's own word, where it gave one, not by our clock."""
        told = reading.resets_at is not None and not self.rolling
        ts = (reading.resets_at or 0.0) - 1.0 if told else reading.ts
        place = bisect_right(self.spans, (ts, float("inf"))) - 1
        return place if place >= 0 and ts < self.spans[place][1] else None


def frame(calls: Calls, now: float) -> Frame:
    """The windows that the readings of one backend (at least one) lie in, up to `now`."""
    readings = calls.readings
    told = [one for one in readings if one.resets_at is not None]
    if 2 * len(told) >= len(readings):
        return _told(calls, told, now)
    return _guessed(calls, now)


def _told(calls: Calls, readings: Sequence[Reading], now: float) -> Frame:
    """From the moments at which backends say that all is back."""
    resets = [one.resets_at or 0.0 for one in readings]
    ahead = sorted(reset - one.ts for reset, one in zip(resets, readings, strict=True))
    longest = ahead[int(0.98 * (len(ahead) - 1))]
    length = next((size for size in LENGTHS_S if longest <= size + _SKEW_S), MONTH_S)
    fixed = Frame(False, length, tuple(_by_ends(sorted(resets), length)))
    # Of a rolling window some tell when the oldest call comes back, which looks like an end until it has passed.
    # Where many call, the oldest one is old: the moment is near, however long the window.
    rolling = min((size for size in LENGTHS_S[1:] if size >= length), key=lambda size: _rolling_unrest(calls, size))
    if _rolling_unrest(calls, rolling) < 0.9 * _fixed_unrest(calls, fixed):
        return Frame(True, rolling, _slices(readings[0].ts, now, rolling))
    return fixed


def _by_ends(ends: Sequence[float], length: float) -> Iterator[Span]:
    last = float("-inf")
    for number, end in enumerate(ends):
        if number + 1 == len(ends) or ends[number + 1] - end > _SAME_RESET_S:
            yield max(end - length, last), end
            last = end


def _guessed(calls: Calls, now: float) -> Frame:
    """From what came back when. The longest windows that explain it are taken: a shorter one would show inside."""
    readings = calls.readings
    came_back = rises(readings)
    first, last = readings[0].ts, readings[-1].ts
    if not came_back:
        if last - first < 2 * HOUR_S:
            return Frame(False, None, ((first, float("inf")),))
        length = DAY_S if last - first <= DAY_S else MONTH_S
        return Frame(False, length, tuple(_grid(first, now, length)))
    for length in (MONTH_S, DAY_S, HOUR_S):
        if fixed := _fixed(calls, came_back, now, length):
            return fixed
    length = min((HOUR_S, DAY_S, MONTH_S), key=lambda size: _rolling_unrest(calls, size))
    return Frame(True, length, _slices(first, now, length))


def _fixed(calls: Calls, came_back: Sequence[Span], now: float, length: float) -> Frame | None:
    """Windows of that length that explain what came back: by the clock (UTC, else another), or begun by calls."""
    first = calls.readings[0].ts

    def fitting(some: Iterable[Iterable[Span]]) -> Frame | None:
        frames = (Frame(False, length, tuple(spans)) for spans in some)
        fits = [one for one in frames if _explains(one.spans, came_back)]
        return min(fits, key=lambda fit: _fixed_unrest(calls, fit), default=None)

    by_clock = fitting([_grid(first, now, length)])
    if by_clock is None and len(came_back) >= _FEW and length != MONTH_S:
        step = _PHASE_S if length == DAY_S else _PHASE_S / 3
        by_clock = fitting(_grid(first, now, length, number * step) for number in range(1, int(length / step)))
    by_calls = fitting([_begun_by_calls(came_back, first, length)])
    if by_clock is None or by_calls is None:
        return by_clock or by_calls
    # Windows that begin wherever something came back fit somewhat better even where they are wrong.
    return by_calls if _fixed_unrest(calls, by_calls) < 0.5 * _fixed_unrest(calls, by_clock) else by_clock


def _begun_by_calls(came_back: Sequence[Span], first: float, length: float) -> Iterator[Span]:
    """A window for each rise; none where rises stand closer than a window is long."""
    close = sum(late - early < length for (early, _), (_, late) in pairwise(came_back))
    if close > _CONTRADICTED * len(came_back):
        return
    start = first
    for _, after in came_back:
        yield start, min(start + length, after)
        start = after
    yield start, start + length


def _grid(first: float, now: float, length: float, phase: float = 0.0) -> Iterator[Span]:
    if length == MONTH_S:
        yield from _months(first, now)
        return
    start = first - (first - phase) % length
    while start <= now:
        yield start, start + length
        start += length


def _months(first: float, now: float) -> Iterator[Span]:
    start = datetime.fromtimestamp(first, UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    while start.timestamp() <= now:
        end = (start + timedelta(days=32)).replace(day=1)
        yield start.timestamp(), end.timestamp()
        start = end


def _explains(spans: Sequence[Span], came_back: Sequence[Span]) -> bool:
    """Whether a window begins wherever something came back."""
    starts = [start for start, _ in spans]
    within = sum(
        bisect_right(starts, before - _SKEW_S / 2) == bisect_right(starts, after + _SKEW_S / 2)
        for before, after in came_back
    )
    return within <= _CONTRADICTED * len(came_back)


def _fixed_unrest(calls: Calls, fixed: Frame) -> int:
    """How much the readings move beside our own calls of the window so far: nothing while nobody else calls."""
    places = ((one, fixed.place(one)) for one in calls.readings)
    return _moves(
        one.remaining + calls.surely(fixed.spans[place][0] - 1e-6, one.ts) for one, place in places if place is not None
    )


def _rolling_unrest(calls: Calls, length: float) -> int:
    """The same where each call comes back after `length` seconds."""
    return _moves(one.remaining + calls.surely(one.ts - length, one.ts) for one in calls.readings)


def _moves(levels: Iterable[int]) -> int:
    return sum(abs(late - early) for early, late in pairwise(levels))


def _slices(first: float, now: float, length: float) -> tuple[Span, ...]:
    """Slices of a rolling window: the last one ends now."""
    many = max(1, int((now - first) // length) + 1)
    return tuple((now - (many - place) * length, now - (many - place - 1) * length) for place in range(many))
