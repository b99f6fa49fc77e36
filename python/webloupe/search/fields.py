"""Fields of what search services send: allowances, dates, rows. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any


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


def iso_date(value: object) -> str:
    """The day of an ISO 8601 date or time as YYYY-MM-DD, in the zone it was written in; "" for anything else."""
    moment = _moment(value)
    return moment.date().isoformat() if moment else ""


def rows(value: object) -> list[dict[str, Any]]:
    """The objects of a list of results; what else is in it is passed over. ValueError when it is no list."""
    if not isinstance(value, list):
        raise ValueError("results are not a list")
    kept = [row for row in value if isinstance(row, dict)]
    if value and not kept:
        raise ValueError("results are not objects")
    return kept


def _moment(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)


def _count(value: str | None) -> int | None:
    return int(value) if value and re.fullmatch(r"\s*[0-9]{1,15}\s*", value) else None
