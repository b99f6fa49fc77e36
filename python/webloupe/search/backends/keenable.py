"""Keenable search over REST. Keyless: 1,000 calls an hour shared by everyone behind one address.

Wire facts: Keenable's API reference (search, authentication, rate limits), checked 2026-11.
"""

from __future__ import annotations

from ...types import SearchQuery, SearchResult
from .base import Answer, HttpBackend, Quota, Request, iso_date, rows


class Keenable(HttpBackend):
    url = "https://api.keenable.ai/v1/search/public"
    keyed_url = "https://api.keenable.ai/v1/search"
    description_chars = 320  # real summaries; Parallel's page text gets 240

    def request(self, query: SearchQuery, key: str | None) -> Request:
        # Keyless calls without a title are refused with 400.
        headers = {"X-API-Key": key} if key else {"X-Keenable-Title": "webloupe"}
        body = {"query": query.text, "max_results": query.limit, "mode": "pro"}
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
