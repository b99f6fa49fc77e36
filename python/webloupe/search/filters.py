"""The filters of a search, applied again to what a service sent: sites and days. Pure.

A service may not know a filter, or obey it loosely. What can be told from an address or a date is checked here; what
cannot (a language, a country, …) has a word of its own, to be said to whoever asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from ..sites import covers
from ..types import SearchQuery, SearchResult
from .backends.base import Filter, asked_filters

_WORDS: Final[dict[Filter, str]] = {
    "lang": "language",
    "country": "country",
    "safe": "safe search",
    "topic": "topic",
    "mode": "mode",
    "page": "page",
    "answer": "answer",
}
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(?!\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """Hits in the order they came. `kept` fit; `undated` fit but for their day, which nobody knows.

    `undated` is empty where no day was asked for; `dropped` counts the hits that do not fit.
    """

    kept: list[SearchResult]
    undated: list[SearchResult]
    dropped: int


def check(hits: Sequence[SearchResult], query: SearchQuery) -> Checked:
    """The hits that lie on the sites and within the days of `query`."""
    on_site = [hit for hit in hits if _on_site(hit.url, query)]
    if not (query.since or query.until):
        return Checked(on_site, [], len(hits) - len(on_site))
    days = [_day(hit.published) for hit in on_site]
    kept = [hit for hit, day in zip(on_site, days, strict=True) if day and _within(day, query)]
    undated = [hit for hit, day in zip(on_site, days, strict=True) if not day]
    return Checked(kept, undated, len(hits) - len(kept) - len(undated))


def missing(unmet: Set[str], query: SearchQuery) -> tuple[str, ...]:
    """Words for the filters of `query` that the service does not obey (`unmet`) and `check` cannot apply."""
    asked = asked_filters(query)
    return tuple(word for name, word in _WORDS.items() if name in unmet and name in asked)


def _on_site(url: str, query: SearchQuery) -> bool:
    if query.sites and not any(covers(site, url) for site in query.sites):
        return False
    return not any(covers(site, url) for site in query.not_sites)


def _within(day: str, query: SearchQuery) -> bool:
    return query.since <= day and (not query.until or day <= query.until)


def _day(published: str) -> str:
    """The day of an ISO 8601 date or time; "" where it names none."""
    found = _DAY.match(published)
    return found[0] if found else ""
