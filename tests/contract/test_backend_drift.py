"""A hosted tool that changed is followed, and only that one: a backend's other ways to be asked stay as they are."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent
from mcp_serving import serving

from webloupe import config
from webloupe.search import drift
from webloupe.search.backends import load
from webloupe.search.backends.base import HttpBackend
from webloupe.session import AsyncSession
from webloupe.types import SearchQuery, SearchResponse

BLOCK = "Title: Oaks\nURL: https://a.example/oaks\nPublished: 2026-04-11\nAuthor: N/A\nHighlights:\nÄ tree."
ROW = {"url": "https://a.example/elms", "title": "Elms", "publishedDate": "2026-04-11", "highlights": ["A tree."]}


def changed(given: list[tuple[str, Any]]) -> MCPServer:
    """A server whose plain tool renamed its arguments and whose advanced one did not."""
    server = MCPServer("search", log_level="ERROR")

    def told(text: str) -> CallToolResult:
        return CallToolResult(content=[TextContent(type="text", text=text)])

    @server.tool(structured_output=False)
    def web_search_exa(search_query: str, goal: str, max_results: int) -> CallToolResult:
        given.append(("plain", (search_query, goal, max_results)))
        return told(BLOCK)

    @server.tool(structured_output=False)
    def web_search_advanced_exa(
        query: str, numResults: int = 10, startPublishedDate: str = "", textMaxCharacters: int = 0
    ) -> CallToolResult:
        given.append(("advanced", (query, numResults, startPublishedDate)))
        return told(json.dumps({"requestId": "1", "results": [ROW]}))

    return server


def test_a_plain_tool_that_changed_is_followed_and_the_advanced_one_is_asked_as_before(tmp_path: Path) -> None:
    given: list[tuple[str, Any]] = []

    async def searches(url: str) -> list[SearchResponse]:
        session = AsyncSession(config.load(env={"WEBLOUPE_EXA_URL": url, "WEBLOUPE_BACKENDS": "exa"}, home=tmp_path))
        try:
            return [
                await session.search("oaks", limit=3),
                await session.search("elms", limit=3, since="2026-01-01"),
                await session.search("more oaks", limit=3),
            ]
        finally:
            await session.aclose()

    with serving(changed(given)) as url:
        responses = asyncio.run(searches(url))
    assert [[hit.title for hit in response] for response in responses] == [["Oaks"], ["Elms"], ["Oaks"]]
    assert [[attempt.outcome for attempt in response.attempts] for response in responses] == [
        ["http", "ok"],
        ["ok"],
        ["ok"],
    ]
    assert [name for name, _ in given] == ["plain", "advanced", "plain"]
    assert given[0][1][0] == "oaks" and given[2][1][0] == "more oaks"
    assert given[1][1][2] == "2026-01-01T00:00:00.000Z"


def test_a_request_that_calls_no_tool_is_left_alone() -> None:
    parallel = load("parallel")
    assert isinstance(parallel, HttpBackend)
    query = SearchQuery(text="oaks")
    assert drift.called(parallel.request(query, None)) == "web_search"
    assert drift.called(parallel.request(query, "k")) == ""
