"""Tools of a real MCP server that change between two calls, over a real socket: followed, remembered, or named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.server.lowlevel import Server
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool
from mcp_serving import serving

from webloupe.errors import AllBackendsFailed
from webloupe.http import Http
from webloupe.search.ring import Ring
from webloupe.search.state import State
from webloupe.store import Store
from webloupe.types import Attempt, SearchQuery, SearchResponse

WORDS = "how do oaks grow"
BLOCK = "Title: Oaks\nURL: https://a.example/oaks\nPublished: N/A\nAuthor: N/A\nHighlights:\nA tree."
FOUND = {
    "exa": BLOCK,
    "parallel": json.dumps({"results": [{"url": "https://a.example/oaks", "excerpts": ["A tree."]}]}),
}
TOOLS = {"exa": "web_search_exa", "parallel": "web_search"}

TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 1, "maximum": 100}
TEXTS = {"type": "array", "items": TEXT}


@dataclass
class Hosted:
    """A server whose one tool is what a test makes of it. `heard` are the methods that were called."""

    name: str = ""
    schema: dict[str, Any] = field(default_factory=dict)
    answer: str = ""
    url: str = ""
    heard: list[str] = field(default_factory=list)
    given: list[dict[str, Any]] = field(default_factory=list)

    def becomes(self, backend: str, properties: dict[str, Any], *required: str, name: str = "") -> None:
        """From now on the tool is called so and takes these arguments, and no others."""
        self.name, self.answer = name or TOOLS[backend], FOUND[backend]
        self.schema = {"type": "object", "properties": properties, "required": [*required]}
        self.schema["additionalProperties"] = False
        self.heard.clear()
        self.given.clear()

    async def list_tools(self, *_: Any) -> ListToolsResult:
        self.heard.append("list")
        return ListToolsResult(tools=[Tool(name=self.name, input_schema=self.schema)])

    async def call_tool(self, _: Any, params: CallToolRequestParams) -> CallToolResult:
        """As hosted servers do: what does not fit the schema is an answer that says so, marked as an error."""
        self.heard.append("call")
        given = params.arguments or {}
        wrong = [error.message for error in Draft202012Validator(self.schema).iter_errors(given)]
        if params.name != self.name:
            wrong = [f"Tool {params.name} not found"]
        if wrong:
            return said(f"MCP error -32602: Input validation error: {'; '.join(wrong)}", is_error=True)
        self.given.append(given)
        return said(self.answer)


def said(words: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)], is_error=is_error)


@pytest.fixture(scope="module")
def running() -> Iterator[Hosted]:
    hosted = Hosted()
    server = Server("search", on_list_tools=hosted.list_tools, on_call_tool=hosted.call_tool)
    with serving(server, as_json=True) as hosted.url:
        yield hosted


def search(hosted: Hosted, backend: str, home: Path) -> SearchResponse:
    """One search by a process of its own that has this home."""

    async def ask() -> SearchResponse:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        ring = Ring(
            http, backends=[backend], endpoints={backend: hosted.url}, keys={}, log=print, state=State(Store(home))
        )
        try:
            return await ring.search(SearchQuery(text=WORDS, limit=4), timeout_s=20)
        finally:
            await http.aclose()

    return asyncio.run(ask())


Change = Callable[[Hosted], None]
FOLLOWED: dict[str, tuple[str, Change]] = {
    "exa: an argument renamed": ("exa", lambda one: one.becomes("exa", {"q": TEXT, "limit": COUNT}, "q")),
    "exa: an argument forbidden": (
        "exa",
        lambda one: one.becomes("exa", {"query": TEXT, "numResults": COUNT}, "query"),
    ),
    "exa: one more required": (
        "exa",
        lambda one: one.becomes(
            "exa", {"query": TEXT, "goal": TEXT, "kind": {"const": "web"}}, "query", "goal", "kind"
        ),
    ),
    "exa: the tool renamed": (
        "exa",
        lambda one: one.becomes("exa", {"query": TEXT, "objective": TEXT}, "query", name="exa_search"),
    ),
    "parallel: a list becomes a text": ("parallel", lambda one: one.becomes("parallel", {"query": TEXT}, "query")),
    "parallel: an argument renamed": (
        "parallel",
        lambda one: one.becomes("parallel", {"goal": TEXT, "queries": TEXTS}, "goal", "queries"),
    ),
    "parallel: the tool renamed": (
        "parallel",
        lambda one: one.becomes("parallel", {"objective": TEXT, "search_queries": TEXTS}, name="search_the_web"),
    ),
}


@pytest.mark.parametrize("change", FOLLOWED)
def test_a_changed_tool_is_followed_and_remembered(running: Hosted, change: str, tmp_path: Path) -> None:
    backend, make = FOLLOWED[change]
    make(running)
    response = search(running, backend, tmp_path)
    assert [attempt.outcome for attempt in response.attempts] == ["http", "ok"]
    assert response[0].url == "https://a.example/oaks" and running.heard == ["call", "list", "call"]
    assert WORDS in json.dumps(running.given[-1])
    running.heard.clear()
    again = search(running, backend, tmp_path)  # another process, the same home
    assert [attempt.outcome for attempt in again.attempts] == ["ok"] and running.heard == ["call"]


def test_a_tool_that_changes_back_is_followed_back(running: Hosted, tmp_path: Path) -> None:
    running.becomes("exa", {"q": TEXT}, "q")
    search(running, "exa", tmp_path)
    running.becomes("exa", {"query": TEXT, "objective": TEXT, "numResults": COUNT}, "query", "objective")
    assert search(running, "exa", tmp_path).attempts[-1].outcome == "ok"
    assert running.heard == ["call", "list", "call"]


NAMED: dict[str, Change] = {
    "a token that we do not have": lambda one: one.becomes("exa", {"query": TEXT, "token": TEXT}, "query", "token"),
    "no place for the words": lambda one: one.becomes("exa", {"page_id": COUNT}, "page_id"),
    "no tool that searches": lambda one: one.becomes("exa", {"query": TEXT}, "query", name="crawl"),
}


@pytest.mark.parametrize("change", NAMED)
def test_a_tool_that_cannot_be_followed_is_a_failure_in_the_servers_words(
    running: Hosted, change: str, tmp_path: Path
) -> None:
    NAMED[change](running)
    with pytest.raises(AllBackendsFailed) as caught:
        search(running, "exa", tmp_path)
    (attempt,) = caught.value.attempts
    assert isinstance(attempt, Attempt) and attempt.outcome == "http" and attempt.error
    assert "-32602" in attempt.error.message and running.heard == ["call", "list"]
