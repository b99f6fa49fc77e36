"""Parallel search: over its hosted MCP server without a key, "generous for hobby use"; over REST with one.

Wire facts: Parallel's search MCP documentation, the schema its server lists and its API reference, checked 2026-11.
The tool has neither a result count nor filters: about ten come, and the ring slices. REST has both, and refuses
fields that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...types import SearchQuery, SearchResult
from ...wire import mcp_result, mcp_text, reply
from ..describe import shorten
from ..wishes import hosts, in_words, whole_hosts
from .base import Answer, Filter, McpBackend, Request, asked_filters, iso_date, rows

QUERY_CHARS = 200  # search_queries are keywords; the objective holds the whole question
SESSION_CHARS = 100
_MODES: Final = {None: "basic", "fast": "fast", "deep": "advanced"}


class Parallel(McpBackend):
    url = "https://search.parallel.ai/mcp"
    keyed_url = "https://api.parallel.ai/v1/search"
    tool = "web_search"
    description_chars = 240  # raw page text, navigation included: more of it tells no more
    filters = frozenset({"sites", "not_sites", "since", "country", "mode"})  # over REST

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        return super().unmet(query, key) if self._by_rest(key) else asked_filters(query)

    def _by_rest(self, key: str | None) -> bool:
        """Whether a call goes to the REST service. An endpoint that was set stands for the MCP server."""
        return bool(key) and self.keyed_url != self.url

    def arguments(self, query: SearchQuery) -> Mapping[str, Any]:
        arguments = _question(query, in_words(query))
        return arguments | ({"session_id": self.session_id[:SESSION_CHARS]} if self.session_id else {})

    def key_headers(self, key: str) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def request(self, query: SearchQuery, key: str | None) -> Request:
        if not key or not self._by_rest(key):
            return super().request(query, key)
        policy: dict[str, Any] = {"include_domains": _domains(query.sites), "after_date": query.since}
        policy["exclude_domains"] = [*whole_hosts(query.not_sites), *_suffixes(query.not_sites)]
        settings: dict[str, Any] = {"max_results": query.limit, "location": query.country.lower()}
        settings["source_policy"] = {name: value for name, value in policy.items() if value}
        body = {
            **_question(query, in_words(_beyond_rest(query))),
            "mode": _MODES[query.mode],
            "advanced_settings": {name: value for name, value in settings.items() if value},
        }
        return Request("POST", self.keyed_url, headers={"x-api-key": key}, json=body)

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


def _question(query: SearchQuery, wishes: str) -> dict[str, Any]:
    """The question in full and as keywords. What the service has no field for goes into its words, as a wish."""
    keywords = shorten(query.text, QUERY_CHARS).rstrip("…")
    return {"objective": f"{query.text}\n{wishes}".strip(), "search_queries": [keywords]}


def _beyond_rest(query: SearchQuery) -> SearchQuery:
    """The filters that REST has no field for."""
    return SearchQuery(text=query.text, until=query.until, lang=query.lang, topic=query.topic)


def _domains(sites: Sequence[str]) -> list[str]:
    """The hosts of `sites` and suffixes such as .edu, which its lists take as well."""
    return [*hosts(site for site in sites if not site.startswith(".")), *_suffixes(sites)]


def _suffixes(sites: Sequence[str]) -> list[str]:
    return [site for site in sites if site.startswith(".")]


def _payload(answer: Answer) -> Any:
    told = reply(answer)
    if "results" in told:
        return told  # REST
    result = mcp_result(answer)
    structured = result.get("structuredContent")
    return structured if isinstance(structured, dict) and "results" in structured else json.loads(mcp_text(result))


def _joined(excerpts: object) -> str:
    return " ".join(part for part in excerpts if isinstance(part, str)) if isinstance(excerpts, list) else ""
