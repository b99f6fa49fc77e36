"""Days as people say them: a date, a month, a year, a time back from today. Pure."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, timedelta
from typing import Final

ALLOWED: Final = (
    "2026-11-01, 2026-11 or 2026, a time back from today such as 24h, 7d, 2w, 3m, 1y, "
    "or one of today, yesterday, week, month, year"
)

_WRITTEN: Final = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[t ][\d:.+z-]{1,30})?)?)?", re.ASCII
)  # the time is cut off
_BACK: Final = re.compile(r"(\d{1,6})\s*([hdwmy])", re.ASCII)
_WORDS: Final = {"today": "0d", "yesterday": "1d", "week": "1w", "month": "1m", "year": "1y"}
_DAYS: Final = {"d": 1, "w": 7}
_MONTHS: Final = {"m": 1, "y": 12}


def first_day(value: object, today: date) -> str:
    """The first day that is meant, YYYY-MM-DD: of November 2026 the 1st. ValueError when none can be."""
    return _meant(value, today)[0].isoformat()


def last_day(value: object, today: date) -> str:
    """The last day that is meant, YYYY-MM-DD: of November 2026 the 30th. ValueError when none can be."""
    return _meant(value, today)[1].isoformat()


def _meant(value: object, today: date) -> tuple[date, date]:
    """The span of days that is meant; a moment stands for its day, in the zone it was written in."""
    if isinstance(value, datetime):
        return value.date(), value.date()
    if isinstance(value, date):
        return value, value
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # a year
    if not isinstance(value, str):
        raise ValueError("no day")
    text = value.strip().lower()
    if back := _BACK.fullmatch(_WORDS.get(text, text)):
        day = _before(today, int(back[1]), back[2])
        return day, day
    if written := _WRITTEN.fullmatch(text):
        return _span(*(int(part) if part else None for part in written.groups()))
    raise ValueError("no day")


def _span(year: int | None, month: int | None, day: int | None) -> tuple[date, date]:
    first = date(year or 0, month or 1, day or 1)
    if day:
        return first, first
    last_month = month or 12
    return first, date(first.year, last_month, calendar.monthrange(first.year, last_month)[1])


def _before(today: date, count: int, unit: str) -> date:
    """The day so long before today; hours count as the days that they reach into, months end with their last day."""
    if unit in _MONTHS:
        months = today.year * 12 + today.month - 1 - count * _MONTHS[unit]
        year, month = divmod(months, 12)
        if year < 1:
            return date.min
        return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
    days = -(-count // 24) if unit == "h" else count * _DAYS[unit]
    return today - timedelta(days=days) if days < today.toordinal() else date.min
