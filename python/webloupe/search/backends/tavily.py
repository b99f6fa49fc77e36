"""Tavily search over REST. Keyless: a small allowance for each address, no number published; a free key: 1,000 a month.

Wire facts: tavily-python 0.8.5 and Tavily's API reference (search, keyless access, errors), checked 2026-11.
"""

from __future__ import annotations

from typing import Any, Final

from ...types import SearchQuery, SearchResult
from ..wishes import hosts, whole_hosts
from .base import Answer, Filter, HttpBackend, Request, iso_date, rows

_DEPTHS: Final = {"fast": "fast", "deep": "advanced"}


class Tavily(HttpBackend):
    url = "https://api.tavily.com/search"
    filters = frozenset({"sites", "not_sites", "since", "until", "topic", "mode", "answer"})
    max_results = 20

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: set[Filter] = set()
        if query.topic not in (None, "news"):
            beyond.add("topic")
        if query.sites and not hosts(query.sites):
            beyond.add("sites")
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        headers = {"Authorization": f"Bearer {key}"} if key else {"X-Tavily-Access-Mode": "keyless"}
        body: dict[str, Any] = {"query": query.text, "max_results": query.limit}
        body |= {"search_depth": _DEPTHS[query.mode]} if query.mode else {}
        body |= {"topic": "news"} if query.topic == "news" else {}
        body |= {"include_domains": wanted} if (wanted := hosts(query.sites)) else {}
        body |= {"exclude_domains": refused} if (refused := whole_hosts(query.not_sites)) else {}
        body |= {"start_date": query.since} if query.since else {}
        body |= {"end_date": query.until} if query.until else {}
        body |= {"include_answer": True} if query.answer else {}
        return Request("POST", self.keyed_url if key else self.url, headers=headers, json=body)

    def parse(self, answer: Answer) -> list[SearchResult]:
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=row.get("content") or "",
                published=iso_date(row.get("published_date")),
            )
            for row in rows(answer.json["results"])
        ]

    def answer(self, answer: Answer) -> str:
        return answer.json["answer"] or ""
