"""Fields of what search services send: allowances, dates, rows. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of an allowance: calls, of how many, and when it is full again (Unix time, seconds)."""

    remaining: int
    limit: int | None = None
    resets_at: float | None = None

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> Quota | None:
        """From X-RateLimit-Remaining, -Limit and -Reset (an ISO 8601 time); None without a remaining count."""
        remaining = _count(headers.get("x-ratelimit-remaining"))
        if remaining is None:
            return None
        reset = _moment(headers.get("x-ratelimit-reset"))
        return cls(remaining, _count(headers.get("x-ratelimit-limit")), reset.timestamp() if reset else None)

    @classmethod
    def from_windows(cls, headers: Mapping[str, str]) -> Quota | None:
        """From the same headers as lists, an entry for each window, the longest last; resets are seconds from `Date`.

        A window whose limit is 0 blocks nothing and says nothing: the last one above 0 counts. None without any.
        """
        names = ("x-ratelimit-remaining", "x-ratelimit-limit", "x-ratelimit-reset")
        windows = zip(*([_count(part) for part in headers.get(name, "").split(",")] for name in names), strict=False)
        told = [(left, limit, reset) for left, limit, reset in windows if left is not None and limit]
        if not told:
            return None
        left, limit, reset = told[-1]
        sent = _moment(headers.get("date"))
        return cls(left, limit, sent.timestamp() + reset if sent and reset is not None else None)


def iso_date(value: object) -> str:
    """The day of a date or time as YYYY-MM-DD, in the zone it was written in; "" for anything else.

    Read are ISO 8601, the dates of mail and HTTP, and English ones such as "Mar 9, 2026" and "9 March 2026".
    """
    moment = _moment(value)
    return moment.date().isoformat() if moment else _english_day(value)


def unmarked(value: object) -> str:
    """A text without the tags that mark the words searched for, its entities undone; "" for what is no text."""
    return html.unescape(_MARK.sub("", value)) if isinstance(value, str) else ""


def rows(value: object) -> list[dict[str, Any]]:
    """The objects of a list of results; what else is in it is passed over. ValueError when it is no list."""
    if not isinstance(value, list):
        raise ValueError("results are not a list")
    kept = [row for row in value if isinstance(row, dict)]
    if value and not kept:
        raise ValueError("results are not objects")
    return kept


_MARK: Final = re.compile(r"</?(?:strong|b|em|mark)>", re.IGNORECASE)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ENGLISH: Final = re.compile(
    r"(?:(?P<month>[A-Z][a-z]{2,8})\.? (?P<day>\d{1,2})|(?P<day2>\d{1,2}) (?P<month2>[A-Z][a-z]{2,8})\.?)"
    r",? (?P<year>\d{4})",
    re.ASCII,
)


def _moment(value: object) -> datetime | None:
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = read(value.strip()) if isinstance(value, str) else None
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
    return None


def _english_day(value: object) -> str:
    found = _ENGLISH.fullmatch(value.strip()) if isinstance(value, str) else None
    month = (found["month"] or found["month2"])[:3].lower() if found else ""
    if found is None or month not in _MONTHS:
        return ""
    try:
        return date(int(found["year"]), _MONTHS.index(month) + 1, int(found["day"] or found["day2"])).isoformat()
    except ValueError:
        return ""


def _count(value: str | None) -> int | None:
    return int(value) if value and re.fullmatch(r"\s*[0-9]{1,15}\s*", value) else None
