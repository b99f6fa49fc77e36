"""`webloupe usage` as it is typed: the table alone on stdout, what is said about it on stderr."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from webloupe.types import LedgerEntry, UsageRecord
from webloupe.usage.ledger import Ledger
from webloupe.usage.log import UsageLog


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which a backend was asked twenty times, and two answers were entered."""
    now = time.time()
    log, ledger = UsageLog(tmp_path), Ledger(tmp_path)
    for number in range(20):
        log.append(
            UsageRecord(
                ts=now - 20 + number, backend="keenable", outcome="ok", remaining=500 - number, limit=1_000,
                resets_at=now + 1_800, elapsed_ms=250.0, action="search",
            )
        )  # fmt: skip
    ledger.append(LedgerEntry(ts=now, action="fetch", key="a", tokens=400, full_tokens=9_000))
    ledger.append(LedgerEntry(ts=now, action="search", key="b", tokens=100, memo=True))
    return tmp_path


def typed(home: Path, *words: str) -> tuple[str, str]:
    env = {**os.environ, "WEBLOUPE_HOME": str(home)}
    done = subprocess.run([sys.executable, "-m", "webloupe", *words], env=env, capture_output=True, check=True)
    return done.stdout.decode(), done.stderr.decode()


def test_the_window_and_the_sums_are_said_beside_the_table(home: Path) -> None:
    table, said = typed(home, "stats", "--days", "2")
    assert table.splitlines()[0].split() == ["date", "backend", "ok", "empty", "429", "errors", "total", "quota_low"]
    window, sums = said.splitlines()
    assert window.startswith("keenable  481 of 1,000 left · hour window, resets ")
    assert sums == "2 answers, 1 from memory (50%) · 500 tokens · full pages: 9,000 tokens instead of 400"


def test_json_adds_and_takes_nothing_away_and_csv_stays_a_table(home: Path) -> None:
    told = json.loads(typed(home, "usage", "--json", "--days", "2")[0])
    assert {"days", "rows", "left", "skipped_lines", "by", "backends", "windows", "own"} == told.keys()
    assert told["windows"][0]["remaining"] == 481 and told["own"]["memo_share"] == 0.5
    (row,) = csv.DictReader(io.StringIO(typed(home, "usage", "--csv", "--by", "backend", "--days", "2")[0]))
    assert (row["backend"], row["total"], row["p50_ms"]) == ("keenable", "20", "250.0")
    assert list(csv.DictReader(io.StringIO(typed(home, "usage", "--csv", "--by", "hour", "--days", "2")[0])))


def test_a_word_that_is_no_way_to_count_is_refused(home: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "webloupe", "usage", "--by", "week"], capture_output=True, check=False)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 2
