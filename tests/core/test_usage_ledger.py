"""The ledger and its caps: what today cost, by cell and notebook, as others append; two lines when it is too much."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.types import Caps, LedgerEntry, Spend, Spent
from webloupe.usage import caps
from webloupe.usage.ledger import Ledger

NOW = datetime(2026, 10, 6, 15, 0, tzinfo=UTC)


def entry(when: datetime = NOW, **fields: object) -> LedgerEntry:
    given = {"action": "search", "key": "k", "tokens": 100, "notebook": "n.ipynb", "cell": "c1", **fields}
    return LedgerEntry(ts=when.timestamp(), **given)  # type: ignore[arg-type]


def test_a_line_holds_what_is_known_and_is_read_back(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.append(LedgerEntry(ts=1.5, action="fetch", key="ab", tokens=0))
    assert ledger.path.read_text() == '{"ts":1.5,"action":"fetch","key":"ab","tokens":0,"face":"python"}\n'
    assert ledger.path == tmp_path / "logs" / "ledger.jsonl"


def test_sums_are_of_today_of_this_notebook_and_of_this_cell(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    for one in (
        entry(usd=0.005),
        entry(cell="c2"),
        entry(notebook="other.ipynb"),
        entry(notebook="", cell=""),
        entry(NOW - timedelta(days=1)),
        entry(memo=True, tokens=5_000),
    ):
        ledger.append(one)
    spent = ledger.spent(NOW, "n.ipynb", "c1")
    assert spent.cell == Spend(calls=1, tokens=100, usd=0.005)
    assert (spent.notebook.calls, spent.day.calls, spent.day.tokens) == (2, 4, 400)
    assert ledger.spent(NOW).cell == Spend()


def test_what_others_append_is_counted_at_the_next_look(tmp_path: Path) -> None:
    ours, theirs = Ledger(tmp_path, file_bytes=1_000), Ledger(tmp_path, file_bytes=1_000)
    for number in range(1, 60):
        (ours if number % 2 else theirs).append(entry())
        if number % 7 == 0:
            assert ours.spent(NOW).day.calls == number
    assert ours.spent(NOW).day.calls == theirs.spent(NOW).day.calls == 59


def test_a_half_written_line_is_counted_once_it_is_whole(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.append(entry())
    line = ledger.path.read_bytes()
    with ledger.path.open("ab", buffering=0) as raw:
        raw.write(line[:20])
        assert ledger.spent(NOW).day.calls == 1
        raw.write(line[20:])
    assert ledger.spent(NOW).day.calls == 2


def test_midnight_and_a_cleared_ledger_begin_anew(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.append(entry())
    assert ledger.spent(NOW).day.calls == 1
    assert ledger.spent(NOW + timedelta(days=1)).day.calls == 0
    assert ledger.spent(NOW).day.calls == 1
    ledger.path.unlink()
    assert ledger.spent(NOW).day.calls == 0


def test_foreign_lines_cost_nothing_and_an_unwritable_home_fails_nothing(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.append(entry())
    with ledger.path.open("ab") as raw:
        raw.write(b'null\n{"ts":1\n' + ledger.path.read_bytes().replace(b":100", b":-100"))
    assert ledger.spent(NOW).day.tokens == 100
    (tmp_path / "file").write_text("")
    assert Ledger(tmp_path / "file").append(entry()) is False
    assert Ledger(tmp_path / "file").spent(NOW) == Spent()


def test_what_cannot_be_written_is_counted_all_the_same_and_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = Ledger(tmp_path / "file")
    for when in (NOW, NOW, NOW - timedelta(days=1)):
        assert not nowhere.append(entry(when, usd=0.5))
        nowhere.spent(NOW)
    assert nowhere.spent(NOW).day == Spend(calls=2, tokens=200, usd=1.0)
    assert nowhere.spent(NOW - timedelta(days=1)).day.calls == 1


def test_what_was_lost_while_a_disk_was_full_is_counted_beside_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "no space left on device")

    ledger = Ledger(tmp_path)
    ledger.append(entry())
    assert ledger.spent(NOW).day.calls == 1
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        assert not ledger.append(entry())
    assert ledger.spent(NOW).day.calls == 2
    assert ledger.append(entry())
    assert ledger.spent(NOW).day.calls == 3 and Ledger(tmp_path).spent(NOW).day.calls == 2


def test_the_sums_of_some_days_stand_beside_what_full_pages_would_have_been(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.sums(0.0) is None
    for one in (entry(full_tokens=1_000, usd=0.01), entry(memo=True, full_tokens=500, usd=0.01), entry(), entry()):
        ledger.append(one)
    ledger.append(entry(NOW - timedelta(days=30)))
    sums = ledger.sums(NOW.timestamp() - 86_400)
    assert sums is not None
    assert (sums.calls, sums.memo, sums.memo_share) == (4, 1, 0.25)
    assert (sums.tokens, sums.measured_tokens, sums.full_tokens, sums.usd) == (400, 200, 1_500, 0.01)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        (Caps(), None),
        (Caps(cell_calls=4, day_usd=1.0), None),
        (Caps(cell_calls=3), "cell_calls"),
        (Caps(notebook_tokens=2_000, day_calls=1), "notebook_tokens"),
        (Caps(day_usd=0.25), "day_usd"),
        (Caps(cell_calls=0), "cell_calls"),
    ],
)
def test_the_cap_that_is_reached_is_named_with_what_is_spent(wanted: Caps, name: str | None) -> None:
    spent = Spent(
        cell=Spend(calls=3, tokens=900, usd=0.1),
        notebook=Spend(calls=5, tokens=2_500, usd=0.2),
        day=Spend(calls=9, tokens=9_000, usd=0.25),
    )
    told = caps.exceeded(wanted, spent)
    if name is None:
        assert told is None
        return
    assert told is not None and told.code == "quota_spent" and not told.retryable
    assert name in told.hint and "\n" not in told.message + told.hint


@given(st.integers(0, 50), st.integers(0, 50))
def test_no_call_goes_over_a_cap_and_none_is_refused_below_it(cap: int, calls: int) -> None:
    told = caps.exceeded(Caps(day_calls=cap), Spent(day=Spend(calls=calls)))
    assert (told is None) == (calls < cap)
