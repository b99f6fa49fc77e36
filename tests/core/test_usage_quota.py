"""Quota windows: how long, when they reset, whose pool, when they run dry; judged by made-up months."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from usage_months import BEGIN, DAY_S, HOUR_S, Month

from webloupe.types import Outcome, QuotaWindow, UsageRecord
from webloupe.usage import told
from webloupe.usage.pace import runs_dry_at
from webloupe.usage.quota import windows
from webloupe.usage.readings import Reading

END = datetime.fromtimestamp(BEGIN + 30 * DAY_S, UTC)
SAYS = ("remaining limit resets", "remaining")


def newest(month: Month, now: datetime = END) -> QuotaWindow:
    return windows(month.records(), now=now)[0]


def call(ts: float, remaining: int | None = None, outcome: Outcome = "ok", **fields: float) -> UsageRecord:
    return UsageRecord(ts=ts, backend="keenable", outcome=outcome, remaining=remaining, **fields)  # type: ignore[arg-type]


# --- whose pool ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize("length", [HOUR_S, DAY_S])
@pytest.mark.parametrize("kind", ["aligned", "rolling"])
@pytest.mark.parametrize(("share", "truth"), [(0.0, "own"), (0.1, "shared"), (1.0, "shared"), (5.0, "shared")])
def test_the_pool_of_a_month_is_told_apart(kind: str, length: float, says: str, share: float, truth: str) -> None:
    told = [newest(Month(seed, kind=kind, length=length, share=share, says=says)) for seed in range(3)]
    assert [one.verdict for one in told] == [truth] * 3
    assert all(0.66 < one.confidence < 1 and one.length_s == length for one in told)
    assert all(one.rolling == (kind == "rolling") for one in told)


def test_lines_that_the_log_lost_are_nobody_elses_calls() -> None:
    verdicts = [newest(Month(seed, length=DAY_S, lost=0.05, errors=0.05)).verdict for seed in range(5)]
    assert verdicts == ["own"] * 5


def test_a_few_readings_tell_nothing() -> None:
    window = windows([call(BEGIN + at, 100 - at, limit=100, resets_at=BEGIN + HOUR_S) for at in range(4)], now=END)[0]
    assert (window.verdict, window.confidence) == ("unknown", 0.0)


def test_calls_under_way_together_may_be_told_in_any_order() -> None:
    lefts = [99, 97, 98, 95, 96, 94, 90, 93, 92, 91] * 1
    records = [call(BEGIN + 60 + at / 10, left, limit=100, resets_at=BEGIN + HOUR_S) for at, left in enumerate(lefts)]
    (window,) = windows(records, now=END)
    assert (window.drop, window.own_calls, window.observations) == (9, 10, 10)


# --- windows ---------------------------------------------------------------------------------------------------------


def test_a_window_is_what_the_backend_says_it_is() -> None:
    reset = BEGIN + 13 * HOUR_S
    records = [call(reset - 1_800 + 60 * at, 940 - 2 * at, limit=1_000, resets_at=reset) for at in range(9)]
    now = datetime.fromtimestamp(reset - 1_200, UTC)
    (window,) = windows([*records, call(reset - 1_799, None, "timeout")], now=now)
    assert (window.starts_at, window.resets_at, window.length_s) == (reset - HOUR_S, reset, HOUR_S)
    assert (window.ceiling, window.remaining, window.drop) == (1_000, 924, 16)
    assert (window.own_calls, window.observations, window.rolling) == (10, 9, False)


@pytest.mark.parametrize("zone_h", [0, -8, 9])
def test_days_are_those_of_the_backends_own_zone(zone_h: int) -> None:
    month = Month(3, length=DAY_S, says="remaining")
    records = [
        UsageRecord(
            **{name: getattr(one, name) for name in ("backend", "outcome", "remaining")}, ts=one.ts - zone_h * HOUR_S
        )
        for one in month.records()
    ]
    found = windows(records, now=END - timedelta(hours=zone_h))
    (off,) = {round((one.starts_at + zone_h * HOUR_S) % DAY_S / HOUR_S) % 24 for one in found}
    assert len(found) > 15 and {one.length_s for one in found} == {DAY_S}
    assert off <= 8 or off >= 23  # few calls are made by night


def test_windows_come_newest_first_and_are_not_endless() -> None:
    found = windows(Month(1).records(), now=END)
    assert [one.starts_at for one in found] == sorted((one.starts_at for one in found), reverse=True)
    assert 20 < len(found) <= 48


def test_a_refusal_that_says_zero_of_zero_says_nothing() -> None:
    records = [call(BEGIN + at, 0, "rate_limited", limit=0) for at in range(20)]
    assert windows(records, now=END) == ()


def refused(days: int, answered: list[int]) -> list[UsageRecord]:
    """So many answers a day from nine on, then refusals until the evening."""
    found = []
    for day in range(days):
        start = BEGIN + day * DAY_S + 9 * HOUR_S
        found += [call(start + 30 * at) for at in range(answered[day % len(answered)])]
        found += [call(start + 4 * HOUR_S + 600 * at, None, "rate_limited") for at in range(12)]
    return found


@pytest.mark.parametrize(("answered", "verdict"), [([50], "own"), ([50, 12, 31], "shared")])
def test_a_backend_that_only_refuses_shows_a_day_and_a_ceiling(answered: list[int], verdict: str) -> None:
    now = datetime.fromtimestamp(BEGIN + 6 * DAY_S - 3_600, UTC)
    window = windows(refused(6, answered), now=now)[0]
    assert (window.length_s, window.ceiling, window.verdict) == (DAY_S, 50, verdict)
    assert window.resets_at == BEGIN + 6 * DAY_S and window.remaining == 0 and "refused" in window.warning


def test_refusals_that_are_over_at_once_are_no_window() -> None:
    records = [call(BEGIN + 60 * at, None, "rate_limited" if at % 5 == 0 else "ok") for at in range(200)]
    assert windows(records, now=END) == ()


# --- when it runs dry ------------------------------------------------------------------------------------------------


def steady(count: int, pace: float) -> list[Reading]:
    return [Reading(60.0 * at, round(1_000 - pace * 60 * at)) for at in range(count)]


def test_a_steady_pace_is_carried_on() -> None:
    dry = runs_dry_at(steady(30, 0.5), until=3_600.0, now=1_740.0)
    assert dry is not None and abs(dry - 2_000) < 20
    assert runs_dry_at(steady(30, 0.2), until=3_600.0, now=1_740.0) is None


def test_one_burst_does_not_cry_wolf() -> None:
    quiet = [Reading(60.0 * at, 1_000 - (700 if at > 15 else 0)) for at in range(30)]
    assert runs_dry_at(quiet, until=3_600.0, now=1_740.0) is None
    burst = [Reading(one.ts, one.remaining - (150 if one.ts > 900 else 0)) for one in steady(30, 0.2)]
    assert runs_dry_at(burst, until=3_600.0, now=1_740.0) is None


def test_several_bursts_with_pauses_are_a_pace() -> None:
    stairs = [Reading(60.0 * at, 1_000 - 150 * (at // 6)) for at in range(30)]
    dry = runs_dry_at(stairs, until=86_400.0, now=1_740.0)
    assert dry is not None and 1_800 < dry < 4_000


def test_what_is_spent_ran_dry_when_it_was_first_said() -> None:
    spent = [Reading(0.0, 2), Reading(10.0, 0), Reading(20.0, 0)]
    assert runs_dry_at(spent, until=3_600.0, now=30.0) == 10.0
    assert runs_dry_at(spent, until=25.0, now=30.0) is None


@given(st.lists(st.tuples(st.floats(0, 3_600), st.integers(0, 100)), max_size=30), st.floats(0, 7_200))
def test_a_forecast_lies_within_the_window(said: list[tuple[float, int]], now: float) -> None:
    readings = [Reading(ts, left) for ts, left in sorted(said)]
    dry = runs_dry_at(readings, until=3_600.0, now=now)
    assert dry is None or readings[-1].remaining == 0 or now <= dry < 3_600


def test_a_warning_comes_before_it_is_spent_and_goes_with_the_window() -> None:
    reset = BEGIN + HOUR_S
    records = [call(BEGIN + 10 * at, 199 - at, limit=200, resets_at=reset) for at in range(200)]
    zone = timezone(timedelta(hours=2))

    def warned(count: int, at: float) -> str:
        return windows(records[:count], now=datetime.fromtimestamp(at, zone))[0].warning

    assert re.fullmatch(r"keenable: dry at 02:3[234] at this pace, full again at 03:00", warned(20, BEGIN + 200))
    assert warned(200, BEGIN + 2_000).startswith("keenable: spent")
    assert warned(200, reset + 1) == ""


# --- whatever is logged ----------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            call,
            st.floats(-1e9, 4e9),
            st.none() | st.integers(-5, 2_000),
            st.sampled_from(["ok", "empty", "rate_limited", "http", "transport", "timeout", "payload"]),
            limit=st.none() | st.integers(0, 1_000),
            resets_at=st.none() | st.floats(-1e12, 1e12),
            elapsed_ms=st.none() | st.floats(-1e6, 1e9),
        ),
        max_size=12,
    )
)
def test_no_log_stops_the_statistics(records: list[UsageRecord]) -> None:
    for window in windows(records, now=END):
        assert window.observations >= 1 and 0 <= window.confidence < 1
        assert told.window(window, END)


def test_a_window_is_told_in_one_line() -> None:
    window = QuotaWindow(
        backend="keenable", rolling=False, length_s=HOUR_S, starts_at=BEGIN, resets_at=BEGIN + HOUR_S, ceiling=1_000,
        remaining=924, own_calls=20, drop=60, observations=12, verdict="shared", confidence=0.9,
        runs_dry_at=BEGIN + 1_200,
    )  # fmt: skip
    said = told.window(window, datetime.fromtimestamp(BEGIN + 60, UTC))
    assert said == (
        "924 of 1,000 left · hour window, resets 01:00 · pool shared with others (12 readings)"
        " · dry at 00:20 at this pace"
    )
