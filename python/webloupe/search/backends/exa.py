"""Exa search over its hosted MCP server. Keyless: a small allowance a day, shared by everyone behind one address.

Two tools: the plain one answers in labelled text, the advanced one has filters and answers in JSON.

Wire facts: the source of exa-mcp-server (text template, limits, the advanced tool) and the live schema of the plain
tool (query and objective required, other arguments rejected), checked 2026-11.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ...types import SearchQuery, SearchResult
from ...wire import mcp_call, mcp_result, mcp_text
from ..wishes import hosts, whole_hosts
from ._exa_text import read_blocks
from .base import Answer, Filter, McpBackend, Request, asked_filters, iso_date, rows

OBJECTIVE_CHARS = 4_096
NOTHING_FOUND = "No search results found"
ADVANCED: Final = "web_search_advanced_exa"
TEXT_CHARS: Final = 1_000  # of a page without highlights; unset, the whole page comes, however long
HIGHLIGHT_CHARS: Final = 2_000
_CATEGORIES: Final = {"news": "news", "paper": "publication"}


class Exa(McpBackend):
    url = "https://mcp.exa.ai/mcp"
    tool = "web_search_exa"
    description_chars = 400  # highlights chosen for the query
    spacing_s = 0.5  # a second call within it is itself the limit
    filters = frozenset({"sites", "not_sites", "since", "until", "country", "safe", "topic", "mode"})
    max_results = 100

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: set[Filter] = set()
        if query.sites and not hosts(query.sites):
            beyond.add("sites")
        if query.topic and query.topic not in _CATEGORIES:
            beyond.add("topic")
        if query.mode == "deep":
            beyond.add("mode")
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        if not asked_filters(query) - self.unmet(query, key):
            return super().request(query, key)
        url = self.keyed_url if key else self.url
        url += f"{'&' if '?' in url else '?'}tools={ADVANCED}"
        return mcp_call(url, ADVANCED, _advanced(query), self.key_headers(key) if key else {})

    def arguments(self, query: SearchQuery) -> Mapping[str, Any]:
        objective = f"Find pages that answer or cover: {query.text}"
        return {"query": query.text, "objective": objective[:OBJECTIVE_CHARS], "numResults": query.limit}

    def key_headers(self, key: str) -> Mapping[str, str]:
        return {"x-api-key": key}

    def usd(self, answer: Answer) -> float | None:
        total = json.loads(mcp_text(mcp_result(answer)))["costDollars"]["total"]
        return float(total)

    def parse(self, answer: Answer) -> list[SearchResult]:
        text = mcp_text(mcp_result(answer))
        if text.lstrip().startswith("{"):
            return _rows(json.loads(text))
        hits = list(read_blocks(text))
        if not hits and not text.lstrip().startswith(NOTHING_FOUND):
            raise ValueError("neither results nor the notice that there are none")
        return hits


# --- the advanced tool -----------------------------------------------------------------------------------------------


def _advanced(query: SearchQuery) -> dict[str, Any]:
    """The arguments of the advanced tool. Days are whole, both ends included."""
    wanted: dict[str, Any] = {
        "category": _CATEGORIES.get(query.topic or ""),
        "includeDomains": hosts(query.sites),
        "excludeDomains": whole_hosts(query.not_sites),
        "startPublishedDate": query.since and f"{query.since}T00:00:00.000Z",
        "endPublishedDate": query.until and f"{query.until}T23:59:59.999Z",
        "userLocation": query.country.upper(),
    }
    return {
        "query": query.text,
        "numResults": query.limit,
        "type": "fast" if query.mode == "fast" else "auto",
        "textMaxCharacters": TEXT_CHARS,
        "enableHighlights": True,
        "highlightsMaxCharacters": HIGHLIGHT_CHARS,
        **{name: value for name, value in wanted.items() if value},
        **({"moderation": query.safe != "off"} if query.safe else {}),
    }


def _rows(payload: Mapping[str, Any]) -> list[SearchResult]:
    """The results of the advanced tool. Where it finds nothing, its list is not empty but missing."""
    if "results" not in payload and "requestId" not in payload:
        raise ValueError("not the answer to a search")
    return [
        SearchResult(
            title=row.get("title") or "",
            url=row.get("url") or "",
            description=" … ".join(row.get("highlights") or []) or row.get("text") or "",
            published=iso_date(row.get("publishedDate")),
        )
        for row in rows(payload.get("results") or [])
    ]
