"""Acorn search over REST, an invented service. Keyless: 100 calls a day for each address.

Wire facts belong here: which page of the service's documentation says them, and when it was read.
"""

from __future__ import annotations

from typing import Any

from webloupe.search.backends.base import Answer, HttpBackend, Quota, Request, iso_date, rows
from webloupe.types import SearchQuery, SearchResult


class Acorn(HttpBackend):
    """Its `filters` are those that the service itself obeys."""

    url = "https://api.acorn.example/v1/search"
    description_chars = 240  # what its descriptions are worth
    filters = frozenset({"since", "lang"})
    max_results = 30

    def request(self, query: SearchQuery, key: str | None) -> Request:
        """The call that asks `query`."""
        headers = {"X-API-Key": key} if key else {}
        body: dict[str, Any] = {"q": query.text, "count": query.limit}
        body |= {"after": query.since} if query.since else {}
        body |= {"language": query.lang} if query.lang else {}
        return Request("POST", self.url, headers=headers, json=body)

    def parse(self, answer: Answer) -> list[SearchResult]:
        """The results as the service gives them."""
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=row.get("summary") or "",
                published=iso_date(row.get("date")),
            )
            for row in rows(answer.json["results"])
        ]

    def quota(self, answer: Answer) -> Quota | None:
        """What its headers tell of the allowance."""
        return Quota.from_headers(answer.headers)
