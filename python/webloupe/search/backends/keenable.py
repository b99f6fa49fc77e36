"""Keenable search over REST. Keyless: 1,000 calls an hour shared by everyone behind one address.

Wire facts: Keenable's API reference (search, authentication, rate limits), checked 2026-11.
"""

from __future__ import annotations

from typing import Any

from ...types import SearchQuery, SearchResult
from ..wishes import hosts
from .base import Answer, Filter, HttpBackend, Quota, Request, iso_date, rows


class Keenable(HttpBackend):
    url = "https://api.keenable.ai/v1/search/public"
    keyed_url = "https://api.keenable.ai/v1/search"
    description_chars = 320  # real summaries; Parallel's page text gets 240
    filters = frozenset({"sites", "since", "until", "mode"})
    max_results = 50

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: set[Filter] = set()
        if query.sites and not _one_host(query):
            beyond.add("sites")
        if query.mode == "fast" and not key:
            beyond.add("mode")  # its quick mode is for those who bring a key
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        # Keyless calls without a title are refused with 400.
        headers = {"X-API-Key": key} if key else {"X-Keenable-Title": "webloupe"}
        mode = "realtime" if key and query.mode == "fast" else "pro"
        body: dict[str, Any] = {"query": query.text, "max_results": query.limit, "mode": mode}
        body |= {"site": host} if (host := _one_host(query)) else {}
        body |= {"published_after": query.since} if query.since else {}
        body |= {"published_before": query.until} if query.until else {}  # a bare day is included
        return Request("POST", self.keyed_url if key else self.url, headers=headers, json=body)

    def parse(self, answer: Answer) -> list[SearchResult]:
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=row.get("snippet") or row.get("description") or "",
                published=iso_date(row.get("published_at")),
            )
            for row in rows(answer.json["results"])
        ]

    def quota(self, answer: Answer) -> Quota | None:
        return Quota.from_headers(answer.headers)


def _one_host(query: SearchQuery) -> str:
    """The host to search on; "" unless it is one."""
    wanted = hosts(query.sites)
    return wanted[0] if len(wanted) == 1 else ""
