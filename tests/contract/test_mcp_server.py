"""Exa's and Parallel's calls against a real MCP server of the official SDK, over a real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent
from mcp_serving import serving

from webloupe.errors import AllBackendsFailed
from webloupe.http import Http
from webloupe.outcomes import classify
from webloupe.search.backends import load
from webloupe.search.ring import Ring
from webloupe.types import Attempt, SearchQuery, SearchResponse, UsageRecord
from webloupe.wire import ACCEPT, Answer, mcp_call

BLOCK = (
    "Title: Oaks\nURL: https://a.example/oaks\nPublished: 2026-04-11T00:00:00.000Z\nAuthor: N/A\nHighlights:\nÄ tree."
)
PAYLOAD = json.dumps({"results": [{"url": "https://a.example/oaks", "title": "Oaks", "excerpts": ["Ä tree."]}]})
FOUND = {"exa": BLOCK, "parallel": PAYLOAD}
NOTHING = {"exa": "No search results found. Please try a different query.", "parallel": json.dumps({"results": []})}


def text(words: str, **more: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)], **more)


@dataclass
class Served:
    """A running server: where it is, what its tools answer next, what they were given."""

    url: str = ""
    answer: CallToolResult = field(default_factory=lambda: text(""))
    given: list[dict[str, Any]] = field(default_factory=list)


def build(served: Served) -> MCPServer:
    server = MCPServer("search", log_level="ERROR")

    @server.tool(structured_output=False)
    def web_search_exa(query: str, objective: str, numResults: int = 10) -> CallToolResult:
        served.given.append({"query": query, "objective": objective, "numResults": numResults})
        return served.answer

    @server.tool(structured_output=False)
    def web_search(objective: str, search_queries: list[str], session_id: str = "") -> CallToolResult:
        served.given.append({"objective": objective, "search_queries": search_queries, "session_id": session_id})
        return served.answer

    return server


@pytest.fixture(scope="module", params=["SSE", "JSON"])
def server(request: pytest.FixtureRequest) -> Iterator[Served]:
    served = Served()
    with serving(build(served), as_json=request.param == "JSON") as served.url:
        yield served


def ask(server: Served, backend: str, log: list[UsageRecord] | None = None) -> SearchResponse:
    async def search() -> SearchResponse:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        record = (log if log is not None else []).append
        ring = Ring(http, backends=[backend], endpoints={backend: server.url}, keys={}, log=record)
        try:
            return await ring.search(SearchQuery(text="how do oaks grow", limit=4), timeout_s=20)
        finally:
            await http.aclose()

    return asyncio.run(search())


def failure(server: Served, backend: str) -> Attempt:
    with pytest.raises(AllBackendsFailed) as caught:
        ask(server, backend)
    (attempt,) = caught.value.attempts
    return attempt


@pytest.mark.parametrize("backend", FOUND)
def test_a_real_server_answers_a_bare_call(server: Served, backend: str) -> None:
    server.answer = text(FOUND[backend])
    server.given.clear()
    log: list[UsageRecord] = []
    response = ask(server, backend, log)
    (hit,) = response.results
    assert (hit.position, hit.title, hit.url, hit.description) == (1, "Oaks", "https://a.example/oaks", "Ä tree.")
    assert [record.outcome for record in log] == ["ok"]
    (given,) = server.given
    assert "how do oaks grow" in given["objective"]
    assert given.get("numResults", 4) == 4
    assert len(given.get("session_id", "x")) in range(1, 101)


@pytest.mark.parametrize("backend", FOUND)
def test_a_real_server_that_finds_nothing_is_an_empty_answer(server: Served, backend: str) -> None:
    server.answer = text(NOTHING[backend])
    response = ask(server, backend)
    assert (len(response), [attempt.outcome for attempt in response.attempts]) == (0, ["empty"])
    assert backend in response.notes[0]


LIMIT = "You've hit the free MCP rate limit."
FAILURES = [
    (text("See our plans.", _meta={"ai.exa/rateLimited": True}), "rate_limited"),
    (text(LIMIT, is_error=True), "rate_limited"),
    (text("search error: timed out after 60s", is_error=True), "http"),
    (text("something new"), "payload"),
]


@pytest.mark.parametrize("backend", FOUND)
@pytest.mark.parametrize(("answer", "outcome"), FAILURES)
def test_a_real_servers_failures_are_told_apart(
    server: Served, backend: str, answer: CallToolResult, outcome: str
) -> None:
    server.answer = answer
    assert failure(server, backend).outcome == outcome


@pytest.mark.parametrize("tool", ["web_search_exa", "no_such_tool"])
def test_a_call_that_the_real_server_refuses_is_a_failure(server: Served, tool: str) -> None:
    async def call() -> Answer:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        try:
            request = mcp_call(server.url, tool, {"query": "oak"}, {"Accept": ACCEPT})
            return await http.send(request, timeout_s=20)
        finally:
            await http.aclose()

    assert classify(load("exa"), asyncio.run(call()), now=0.0).outcome == "http"
