"""Jina search over REST. With a key only: 100 calls a minute, at least 10,000 tokens of its balance each.

Wire facts: Jina's reader (search parameters) and its rate-limit page, checked 2026-11.
"""

from __future__ import annotations

from ...types import SearchQuery, SearchResult
from ..wishes import with_sites
from .base import Answer, Filter, HttpBackend, Request, iso_date, rows


class Jina(HttpBackend):
    url = "https://s.jina.ai/"
    filters = frozenset({"sites", "not_sites", "lang", "country", "topic", "page"})
    max_results = 20
    keyless = False

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: frozenset[Filter] = frozenset({"topic"} if query.topic in ("paper", "code") else ())
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        # Without this header each result brings its whole page, and costs it.
        headers = {"Accept": "application/json", "X-Respond-With": "no-content"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        params: dict[str, object] = {"q": with_sites(query), "num": query.limit}
        params |= {"hl": query.lang} if query.lang else {}
        params |= {"gl": query.country.lower()} if query.country else {}
        params |= {"type": query.topic} if query.topic in ("news", "images") else {}
        params |= {"page": query.page} if query.page > 1 else {}
        return Request("GET", self.url, headers=headers, params=params)

    def parse(self, answer: Answer) -> list[SearchResult]:
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=row.get("description") or row.get("content") or "",
                published=iso_date(row.get("date")),
            )
            for row in rows(answer.json["data"])
        ]
