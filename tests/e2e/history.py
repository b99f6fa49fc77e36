"""Calls of the past, for charts and forecasts: written into a home's log as they would have been then."""

from __future__ import annotations

import time
from pathlib import Path

from webloupe.types import UsageRecord
from webloupe.usage.log import UsageLog

# Calls on the days before today, for the chart: of each backend how many ended how.
DAYS = (
    {"exa": {"ok": 14, "rate_limited": 2}, "keenable": {"ok": 6}},
    {"exa": {"ok": 9}, "parallel": {"ok": 7, "timeout": 1}},
    {"exa": {"ok": 4, "empty": 1}, "keenable": {"ok": 11, "rate_limited": 3}},
    {"parallel": {"ok": 12}, "keenable": {"ok": 5}},
    {"exa": {"ok": 17, "rate_limited": 4}, "parallel": {"ok": 3}},
)


def log_days(home: Path) -> None:
    """The days before today."""
    log, now = UsageLog(home), time.time()
    for age, backends in zip(range(len(DAYS), 0, -1), DAYS, strict=True):
        for backend, outcomes in backends.items():
            left, then = 1_000 - 40 * age, now - age * 86_400  # an hour of its own, of which others had some calls
            for outcome, count in outcomes.items():
                for _ in range(count):
                    left -= backend == "keenable"
                    told = {"remaining": left, "limit": 1_000, "resets_at": then + 3_000}
                    remaining = told if backend == "keenable" else {}
                    log.append(
                        UsageRecord(
                            ts=then,
                            backend=backend,
                            outcome=outcome,
                            elapsed_ms=400.0 + count,
                            **remaining,
                        )
                    )


def log_a_rush(home: Path) -> None:
    """Twelve calls of the last eleven minutes, in a pool that falls by 70 a minute: it is dry before its hour is."""
    log, now = UsageLog(home), time.time()
    for minute in range(12):
        log.append(
            UsageRecord(
                ts=now - 60 * (11 - minute), backend="keenable", outcome="ok", remaining=960 - 70 * minute,
                limit=1_000, resets_at=now + 2_400, elapsed_ms=300.0 + minute,
            )
        )  # fmt: skip
