"""Firecrawl search over REST. Keyless: a small allowance for each address, no number published.

Wire facts: firecrawl-py 4.55.0 (v2 search), Firecrawl's API reference and the tests of its MCP server (the keyless
limit), checked 2026-11. The query takes Google's operators, of at most 500 characters in all.
"""

from __future__ import annotations

from typing import Any, Final

from ...errors import BackendDown
from ...types import SearchQuery, SearchResult
from ..wishes import google_days, with_sites
from .base import Answer, HttpBackend, Request, iso_date, rows

_SOURCES: Final = ("web", "news", "images")  # the lists of an answer; which one comes is said by the request
_CATEGORIES: Final = {"paper": "research", "code": "github"}


class Firecrawl(HttpBackend):
    url = "https://api.firecrawl.dev/v2/search"
    filters = frozenset({"sites", "not_sites", "since", "until", "country", "topic"})
    max_results = 100

    def request(self, query: SearchQuery, key: str | None) -> Request:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        body: dict[str, Any] = {"query": with_sites(query), "limit": query.limit}
        body |= {"tbs": days} if (days := google_days(query)) else {}
        body |= {"country": query.country.upper()} if query.country else {}
        if query.topic in _SOURCES:
            body["sources"] = [{"type": query.topic}]
        elif query.topic:
            body["categories"] = [{"type": _CATEGORIES[query.topic]}]
        return Request("POST", self.keyed_url if key else self.url, headers=headers, json=body)

    def parse(self, answer: Answer) -> list[SearchResult]:
        told = answer.json
        if told.get("success") is False:
            raise BackendDown(str(told.get("error") or "failed"))
        data = told["data"]
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=row.get("description") or row.get("snippet") or "",
                published=iso_date(row.get("date")),
            )
            for source in _SOURCES
            for row in rows(data.get(source) or [])
        ]
