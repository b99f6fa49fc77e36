"""Parallel search over its hosted MCP server. Keyless: "generous for hobby use", no number published.

Wire facts: Parallel's search MCP documentation and the schema its server lists, checked 2026-11.
The tool has no result count: about ten come, and the ring slices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...types import SearchQuery, SearchResult
from ...wire import mcp_result, mcp_text
from ..describe import shorten
from .base import Answer, McpBackend, iso_date, rows

QUERY_CHARS = 200  # search_queries are keywords; the objective holds the whole question
SESSION_CHARS = 100


class Parallel(McpBackend):
    url = "https://search.parallel.ai/mcp"
    tool = "web_search"
    description_chars = 240  # raw page text, navigation included: more of it tells no more

    def arguments(self, query: SearchQuery) -> Mapping[str, Any]:
        keywords = shorten(query.text, QUERY_CHARS).rstrip("…")
        arguments = {"objective": query.text, "search_queries": [keywords]}
        return arguments | ({"session_id": self.session_id[:SESSION_CHARS]} if self.session_id else {})

    def key_headers(self, key: str) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def parse(self, answer: Answer) -> list[SearchResult]:
        return [
            SearchResult(
                title=row.get("title") or "",
                url=row.get("url") or "",
                description=_joined(row.get("excerpts")),
                published=iso_date(row.get("publish_date")),
            )
            for row in rows(_payload(answer)["results"])
        ]


def _payload(answer: Answer) -> Any:
    result = mcp_result(answer)
    structured = result.get("structuredContent")
    return structured if isinstance(structured, dict) and "results" in structured else json.loads(mcp_text(result))


def _joined(excerpts: object) -> str:
    return " ".join(part for part in excerpts if isinstance(part, str)) if isinstance(excerpts, list) else ""
