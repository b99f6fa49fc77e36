"""A SearXNG server of one's own: a metasearch over the engines that it is set up with.

Wire facts: SearXNG's documentation (search API, settings), checked 2026-11. It has no result count; about twenty come.
"""

from __future__ import annotations

from typing import Any, Final

from ...errors import BackendDown
from ...types import SearchQuery, SearchResult
from ..wishes import with_sites
from .base import Answer, Filter, HttpBackend, Lack, Request, iso_date, rows, unmarked

_CATEGORIES: Final = {"news": "news", "paper": "science", "code": "it", "images": "images"}
_LEVELS: Final = {"off": 0, "moderate": 1, "strict": 2}


class Searxng(HttpBackend):
    url = ""
    filters = frozenset({"sites", "not_sites", "lang", "country", "safe", "topic", "page"})
    max_results = 20

    def lacks(self, key: str | None) -> Lack | None:
        if self.url:
            return None
        return Lack("has no address", "Set WEBLOUPE_SEARXNG_URL to your server's, such as http://localhost:8888.")

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        # A country is part of a language's code here: de-AT.
        beyond: frozenset[Filter] = frozenset({"country"} if query.country and not query.lang else ())
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        params: dict[str, object] = {"q": with_sites(query), "format": "json"}
        params |= {"pageno": query.page} if query.page > 1 else {}
        params |= {"language": "-".join(filter(None, (query.lang, query.country.upper())))} if query.lang else {}
        params |= {"safesearch": _LEVELS[query.safe]} if query.safe else {}
        params |= {"categories": _CATEGORIES[query.topic]} if query.topic else {}
        # A key is for a proxy that guards the server: SearXNG itself knows none.
        return Request(
            "GET", self._search_url(), headers={"Authorization": f"Bearer {key}"} if key else {}, params=params
        )

    def _search_url(self) -> str:
        base = self.url.rstrip("/")
        return self.url if "?" in base or base.endswith("/search") else f"{base}/search"

    def parse(self, answer: Answer) -> list[SearchResult]:
        told = answer.json
        found = rows(told["results"])
        silent = told.get("unresponsive_engines")
        if not found and silent:
            raise BackendDown(f"its engines did not answer ({_named(silent)})")
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=unmarked(row.get("content")),
                published=iso_date(row.get("publishedDate")),
            )
            for row in found
        ]

    def answer(self, answer: Answer) -> str:
        first = answer.json["answers"][0]
        return str(first["answer"] if isinstance(first, dict) else first)

    def remark(self, answer: Answer) -> str:
        if answer.status != 403 or answer.media_type != "text/html":
            return ""
        return "JSON is off: its settings.yml needs `search: formats: [html, json]`"


def _named(engines: Any) -> str:
    """The engines that did not answer, each with its reason."""
    pairs = [one for one in engines if isinstance(one, list) and len(one) == 2]
    return ", ".join(f"{name}: {reason}" for name, reason in pairs) or "no reason given"
