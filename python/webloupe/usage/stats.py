"""Day tables out of usage records. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import datetime, time, timedelta

from ..errors import BadInput
from ..types import Outcome, QuotaStatus, UsageRecord, UsageRow, UsageSummary

MAX_DAYS = 3_660
_COLUMNS: dict[Outcome, str] = {
    "ok": "ok",
    "empty": "empty",
    "rate_limited": "rate_limited",
    "http": "errors",
    "transport": "errors",
    "timeout": "errors",
    "payload": "errors",
}


def summarise(
    records: Iterable[UsageRecord], *, days: int, now: datetime, backend: str | None = None, skipped: int = 0
) -> UsageSummary:
    """Calls a local day and backend over the last `days` days, today included; days begin at midnight in `now`'s zone.

    `now` without a zone means this machine's. `backend` keeps only that one. `skipped` is handed through:
    lines of the log that could not be read. BadInput unless `days` is 1–3,660.
    """
    if not 1 <= days <= MAX_DAYS:
        raise BadInput(f"{days} days is out of range.", f"Ask for 1 to {MAX_DAYS:,} days.")
    dates = [now.date() + timedelta(days=offset) for offset in range(1 - days, 2)]  # the last one ends today
    starts = [datetime.combine(date, time(), now.tzinfo).timestamp() for date in dates]
    counts: dict[tuple[int, str], dict[str, int]] = {}
    lows: dict[tuple[int, str], int] = {}
    left: dict[str, QuotaStatus] = {}
    for record in records:
        day = bisect_right(starts, record.ts) - 1
        column = _COLUMNS.get(record.outcome)
        if not 0 <= day < days or column is None or (backend and record.backend != backend):
            continue
        cell = (day, record.backend)
        row = counts.setdefault(cell, {"ok": 0, "empty": 0, "rate_limited": 0, "errors": 0})
        row[column] += 1
        if record.remaining is not None:
            lows[cell] = min(record.remaining, lows.get(cell, record.remaining))
            if record.backend not in left or left[record.backend].at <= record.ts:
                left[record.backend] = QuotaStatus(
                    backend=record.backend,
                    remaining=record.remaining,
                    limit=record.limit,
                    resets_at=record.resets_at,
                    at=record.ts,
                )
    rows = tuple(
        UsageRow(
            day=dates[day].isoformat(),
            backend=name,
            total=sum(row.values()),
            quota_low=lows.get((day, name)),
            **row,
        )
        for (day, name), row in sorted(counts.items(), key=lambda item: (-item[0][0], item[0][1]))
    )
    latest = tuple(left[name] for name in sorted(left))
    return UsageSummary(days=days, rows=rows, left=latest, skipped_lines=skipped)
