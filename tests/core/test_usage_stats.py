"""Day tables: local days, what counts as what, the least that was left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.errors import BadInput
from webloupe.types import Outcome, UsageRecord
from webloupe.usage.stats import Tally, summarise

NOW = datetime(2026, 10, 6, 15, 0, tzinfo=UTC)
OUTCOMES: list[Outcome] = ["ok", "empty", "rate_limited", "http", "transport", "timeout", "payload"]


def at(when: datetime, outcome: Outcome = "ok", backend: str = "exa", remaining: int | None = None) -> UsageRecord:
    return UsageRecord(ts=when.timestamp(), backend=backend, outcome=outcome, remaining=remaining)


def test_the_table_is_the_documented_one() -> None:
    summary = summarise([at(NOW), at(NOW, backend="keenable", remaining=924)], days=7, now=NOW)
    assert summary.table().splitlines() == [
        "date         backend       ok  empty   429  errors  total  quota_low",
        "--------------------------------------------------------------------",
        "2026-10-06   exa            1      0     0       0      1          -",
        "2026-10-06   keenable       1      0     0       0      1        924",
    ]


def test_every_outcome_lands_in_its_column() -> None:
    (row,) = summarise([at(NOW, outcome) for outcome in OUTCOMES], days=1, now=NOW).rows
    assert (row.ok, row.empty, row.rate_limited, row.errors, row.total) == (1, 1, 1, 4, 7)


def test_newest_day_first_then_backend_and_the_least_that_was_left() -> None:
    yesterday = NOW - timedelta(days=1)
    records = [
        at(yesterday, backend="parallel"),
        at(NOW, backend="keenable", remaining=40),
        at(NOW, backend="keenable", remaining=7),
        at(NOW, backend="keenable"),
        at(NOW, backend="exa", remaining=0),
    ]
    rows = summarise(records, days=2, now=NOW).rows
    assert [(row.day, row.backend, row.quota_low) for row in rows] == [
        ("2026-10-06", "exa", 0),
        ("2026-10-06", "keenable", 7),
        ("2026-10-05", "parallel", None),
    ]
    assert [row.backend for row in summarise(records, days=2, now=NOW, backend="exa").rows] == ["exa"]


def test_a_day_begins_at_local_midnight() -> None:
    east = timezone(timedelta(hours=9))
    late = datetime(2026, 10, 5, 15, 30, tzinfo=UTC)  # half past midnight on the 6th over there
    (row,) = summarise([at(late)], days=1, now=(NOW - timedelta(hours=1)).astimezone(east)).rows
    assert row.day == "2026-10-06"
    assert summarise([at(late)], days=1, now=NOW).rows == ()


def test_a_clock_change_does_not_move_days() -> None:
    berlin = ZoneInfo("Europe/Berlin")  # back to winter time on 25 October 2026
    now = datetime(2026, 10, 26, 12, tzinfo=berlin)
    records = [at(datetime(2026, 10, day, hour, 30, tzinfo=berlin)) for day in (24, 25, 26) for hour in (0, 11)]
    rows = summarise(records, days=7, now=now).rows
    assert [(row.day, row.total) for row in rows] == [("2026-10-26", 2), ("2026-10-25", 2), ("2026-10-24", 2)]


def test_days_outside_and_clocks_gone_wrong_are_left_out() -> None:
    records = [
        at(NOW - timedelta(days=9)),
        at(NOW + timedelta(days=2)),
        UsageRecord(ts=1e300, backend="exa", outcome="ok"),
    ]
    summary = summarise([*records, UsageRecord(ts=-1e300, backend="exa", outcome="ok")], days=7, now=NOW, skipped=3)
    assert (summary.rows, summary.skipped_lines, summary.days) == ((), 3, 7)


@pytest.mark.parametrize("days", [0, -1, 10**9])
def test_a_span_that_cannot_be_meant_is_told(days: int) -> None:
    with pytest.raises(BadInput):
        summarise([], days=days, now=NOW)


@given(
    st.lists(st.tuples(st.floats(0, 20), st.sampled_from(OUTCOMES), st.sampled_from(["exa", "b"]), st.integers(0, 99)))
)
def test_no_call_of_the_span_is_lost_or_counted_twice(calls: list[tuple[float, Outcome, str, int]]) -> None:
    records = [at(NOW - timedelta(days=age), outcome, backend, left) for age, outcome, backend, left in calls]
    rows = summarise(records, days=7, now=NOW).rows
    midnight = datetime(2026, 9, 30, tzinfo=UTC).timestamp()
    within = [one for one in records if one.ts >= midnight]
    assert sum(row.total for row in rows) == len(within)
    assert all(row.total == row.ok + row.empty + row.rate_limited + row.errors for row in rows)
    if within:
        assert min(row.quota_low for row in rows if row.quota_low is not None) == min(
            one.remaining or 0 for one in within
        )


def test_the_last_reading_of_each_backend_says_what_is_left() -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    records = [
        UsageRecord(ts=now.timestamp() - 60, backend="keenable", outcome="ok", remaining=924, limit=1000),
        UsageRecord(ts=now.timestamp() - 3600, backend="keenable", outcome="ok", remaining=990, limit=1000),
        UsageRecord(ts=now.timestamp() - 30, backend="keenable", outcome="timeout"),
        UsageRecord(ts=now.timestamp() - 30, backend="exa", outcome="ok"),
    ]
    (left,) = summarise(records, days=1, now=now).left
    assert (left.backend, left.remaining, left.limit, left.at) == ("keenable", 924, 1000, now.timestamp() - 60)


# --- by hour, by backend, beside the table ---------------------------------------------------------------------------


def test_by_hour_and_by_backend_the_same_calls_are_counted() -> None:
    records = [at(NOW - timedelta(hours=age), backend=name) for age in range(40) for name in ("exa", "keenable")]
    hours = summarise(records, days=2, now=NOW, by="hour")
    assert [row.day for row in hours.rows[:3]] == ["2026-10-06 15:00", "2026-10-06 15:00", "2026-10-06 14:00"]
    (one, other) = summarise(records, days=2, now=NOW, by="backend").rows
    assert (one.day, one.backend, one.total, other.total) == ("", "exa", 40, 40)
    assert sum(row.total for row in hours.rows) == 80
    assert hours.table().splitlines()[0].startswith("hour              backend")


def test_the_hour_that_a_clock_change_brings_twice_is_two_rows() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30 in summer time; an hour later it is 02:30 again
    records = [at(first), at(first + timedelta(hours=1)), at(first + timedelta(hours=1, minutes=10))]
    rows = summarise(records, days=1, now=datetime(2026, 10, 25, 12, tzinfo=berlin), by="hour").rows
    assert [(row.day, row.total) for row in rows] == [("2026-10-25 02:00+0100", 2), ("2026-10-25 02:00+0200", 1)]


@pytest.mark.parametrize("zone", ["Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana"])
def test_days_of_odd_clocks_hold_every_call_once(zone: str) -> None:
    now = datetime(2026, 11, 10, 9, tzinfo=ZoneInfo(zone))
    moments = [now - timedelta(minutes=37 * step) for step in range(1, 1_000)]
    moments = [datetime.fromtimestamp(one.timestamp(), now.tzinfo) for one in moments]
    rows = summarise([at(one) for one in moments], days=60, now=now).rows
    expected = {day: sum(one.date().isoformat() == day for one in moments) for day in {row.day for row in rows}}
    assert {row.day: row.total for row in rows} == expected and sum(expected.values()) == len(moments)


def test_durations_errors_and_costs_stand_beside_each_backend() -> None:
    records = [
        UsageRecord(ts=NOW.timestamp(), backend="exa", outcome="ok" if ms < 90 else "timeout", elapsed_ms=float(ms))
        for ms in range(1, 101)
    ]
    records.append(UsageRecord(ts=NOW.timestamp(), backend="tavily", outcome="ok", usd=0.008))
    summary = summarise(records, days=1, now=NOW, by="backend")
    exa, tavily = summary.backends
    assert (exa.calls, exa.errors, exa.error_share) == (100, 11, 0.11)
    assert (exa.p50_ms, exa.p95_ms, exa.usd) == (50.0, 95.0, None)
    assert (tavily.p50_ms, tavily.usd) == (None, 0.008)
    head, _, line, _ = summary.table().splitlines()
    assert head.split()[-3:] == ["p50_ms", "p95_ms", "errors%"] and line.split()[-3:] == ["50", "95", "11.0%"]


def test_calls_that_read_pages_count_for_windows_alone() -> None:
    midnight = datetime(2026, 10, 7, tzinfo=UTC).timestamp()
    records = [
        UsageRecord(
            ts=NOW.timestamp() + number, backend="keenable", outcome="ok", remaining=90 - number, limit=100,
            resets_at=midnight, action="fetch" if number % 2 else "search",
        )
        for number in range(10)
    ]  # fmt: skip
    summary = summarise(records, days=1, now=NOW + timedelta(minutes=5))
    assert [(row.total, row.quota_low) for row in summary.rows] == [(5, 81)]
    assert [(one.own_calls, one.drop) for one in summary.windows] == [(10, 9)]


def test_blocks_in_any_order_come_to_the_same() -> None:
    records = [
        at(NOW - timedelta(hours=7 * number), OUTCOMES[number % 7], "keenable", 900 - number) for number in range(60)
    ]
    whole = summarise(records, days=30, now=NOW)
    tally = Tally(days=30, now=NOW)
    for block in (records[40:], records[:13], [], records[13:40]):
        tally.add(block)
    assert tally.summary() == whole


def test_a_way_to_count_that_does_not_exist_is_told() -> None:
    with pytest.raises(BadInput):
        summarise([], days=1, now=NOW, by="week")  # type: ignore[arg-type]
