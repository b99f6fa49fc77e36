"""Serper: Google's results over REST. With a key only; 2,500 calls come with an account.

Wire facts: the answers that clients record (search, news, images, scholar; 400 for spent credits), checked 2026-11.
"""

from __future__ import annotations

from typing import Any, Final

from ...types import SearchQuery, SearchResult
from ..wishes import google_days, with_sites
from .base import Answer, Filter, HttpBackend, Request, iso_date, rows

_PLACES: Final = {"news": "news", "paper": "scholar", "images": "images"}
_LISTS: Final = ("organic", "news", "images")  # one of them comes


class Serper(HttpBackend):
    url = "https://google.serper.dev/search"
    filters = frozenset({"sites", "not_sites", "since", "until", "lang", "country", "topic", "page"})
    max_results = 100
    keyless = False

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: frozenset[Filter] = frozenset({"topic"} if query.topic == "code" else ())
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        body: dict[str, Any] = {"q": with_sites(query), "num": query.limit}
        body |= {"tbs": days} if (days := google_days(query)) else {}
        body |= {"hl": query.lang} if query.lang else {}
        body |= {"gl": query.country.lower()} if query.country else {}
        body |= {"page": query.page} if query.page > 1 else {}
        url, place = self.url, _PLACES.get(query.topic or "")
        if place and url.endswith("/search"):
            url = url.removesuffix("search") + place
        return Request("POST", url, headers={"X-API-KEY": key} if key else {}, json=body)

    def parse(self, answer: Answer) -> list[SearchResult]:
        told = answer.json
        name = next((name for name in _LISTS if name in told), "organic")
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("link") or "",
                description=row.get("snippet") or "",
                published=iso_date(row.get("date")),
            )
            for row in rows(told[name])
        ]

    def answer(self, answer: Answer) -> str:
        box = answer.json["answerBox"]
        return box.get("answer") or box.get("snippet") or ""
