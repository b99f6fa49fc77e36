"""A hosted tool that changed is followed: what a call becomes under any schema, what the ring asks and remembers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from jsonschema import Draft202012Validator
from ring_bench import HIT, KEY, Bench, outcomes, server
from search_server import SearchServer, raw

from webloupe.search import drift
from webloupe.search.calls import request_of
from webloupe.search.state import State, Tool
from webloupe.store import Store
from webloupe.types import SearchQuery
from webloupe.wire import Request, mcp_call

__all__ = ["server"]

WORDS = "how do oaks grow"
OURS = {
    "exa": {"query": WORDS, "objective": f"Find pages that answer or cover: {WORDS}", "numResults": 5},
    "parallel": {"objective": f"{WORDS}\nOnly pages on a.example.", "search_queries": [WORDS], "session_id": "s"},
}


def call(backend: str) -> Request:
    return mcp_call("http://127.0.0.1/", "web_search", OURS[backend], {})


def tool(schema: dict[str, Any], name: str = "web_search") -> Tool:
    return Tool(at=0.0, name=name, schema=schema)


# --- any schema -------------------------------------------------------------------------------------------------------

NAMES = some.sampled_from(
    ["query", "q", "queries", "objective", "search_queries", "session_id", "numResults", "limit", "mode", "goal", "x"]
)
SCHEMAS: some.SearchStrategy[dict[str, Any]] = some.one_of(
    some.just({}),
    some.builds(
        lambda more, longest: {"type": "string", **more, **longest},
        some.sampled_from([{}, {"default": "auto"}, {"const": "fast"}, {"enum": ["fast"]}, {"enum": ["a", "b"]}]),
        some.sampled_from([{}, {"maxLength": 3}, {"maxLength": 500}]),
    ),
    some.builds(
        lambda low, more: {"type": "integer", "minimum": low, "maximum": low + more},
        some.integers(0, 50),
        some.integers(0, 50),
    ),
    some.just({"type": "integer", "enum": [3, 10]}),
    some.just({"type": "array", "items": {"type": "string"}}),
    some.just({"type": "array", "items": {"type": "integer"}}),
    some.just({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    some.just({"type": ["string", "null"]}),
    some.just({"type": "boolean"}),
    some.just({"type": "object"}),
)


@given(
    backend=some.sampled_from(sorted(OURS)),
    properties=some.dictionaries(NAMES, SCHEMAS, max_size=6),
    required=some.sets(NAMES, max_size=3),
)
def test_a_call_is_fitted_to_a_schema_or_not_made(backend: str, properties: dict[str, Any], required: set[str]) -> None:
    schema = {"type": "object", "properties": properties, "required": sorted(required), "additionalProperties": False}
    fitted = drift.fitted(call(backend), tool(schema), {})
    if fitted is None:
        return
    arguments = fitted.json["params"]["arguments"]
    assert list(Draft202012Validator(schema).iter_errors(arguments)) == []
    assert any(WORDS in json.dumps(value) for value in arguments.values())


@pytest.mark.parametrize("backend", OURS)
def test_what_a_tool_wants_today_is_what_it_is_given(backend: str) -> None:
    kinds = {str: {"type": "string"}, int: {"type": "integer"}, list: {"type": "array", "items": {"type": "string"}}}
    properties = {name: kinds[type(value)] for name, value in OURS[backend].items()}
    fitted = drift.fitted(call(backend), tool({"properties": properties, "required": [*properties]}), {})
    assert fitted is not None and fitted.json == call(backend).json


@pytest.mark.parametrize(
    ("properties", "required", "given"),
    [
        ({"q": {"type": "string"}}, ["q"], {"q": WORDS}),
        ({"q": {"type": "string"}}, [], {"q": WORDS}),
        ({"queries": {"type": "array", "items": {"type": "string"}}}, ["queries"], {"queries": [WORDS]}),
        ({"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 3}}, [], {"query": WORDS, "limit": 3}),
        (
            {"query": {"type": "string"}, "kind": {"type": "string", "default": "web"}},
            ["query", "kind"],
            {"query": WORDS, "kind": "web"},
        ),
        ({"mode": {"const": "how"}, "note": {"type": "string"}}, ["mode"], None),  # no place for the words
        ({"query": {"type": "string"}}, ["query", "token"], None),  # nobody has a token
        ({"query": {"type": "string", "maxLength": 3}}, ["query"], None),
        ({"search": {"type": "object"}}, ["search"], None),
        ("odd", [], None),
    ],
)
def test_a_changed_schema_is_followed_where_the_words_have_a_place(
    properties: Any, required: list[str], given: dict[str, Any] | None
) -> None:
    fitted = drift.fitted(call("exa"), tool({"properties": properties, "required": required}), {})
    assert (fitted and fitted.json["params"]["arguments"]) == given


def test_a_renamed_tool_is_the_one_most_alike_that_searches() -> None:
    schema = {"properties": {"query": {"type": "string"}}, "required": ["query"]}
    tools = [tool(schema, name) for name in ("crawl_web", "company_search", "web_search_v2", "web_fetch")]
    chosen = drift.choose(call("exa"), tools, {})
    assert chosen is not None and chosen.name == "web_search_v2"
    assert drift.choose(call("exa"), tools[:1], {}) is None


def test_a_long_query_may_be_cut_to_what_a_tool_takes() -> None:
    long = "oak " * 200
    request = mcp_call("http://127.0.0.1/", "web_search", {"query": long}, {})
    schema = {"properties": {"query": {"type": "string", "maxLength": 400}}, "required": ["query"]}
    fitted = drift.fitted(request, tool(schema), {})
    assert fitted is not None and fitted.json["params"]["arguments"] == {"query": long[:400]}


# --- through the ring -------------------------------------------------------------------------------------------------


def rpc(**reply: Any) -> bytes:
    return raw(200, "application/json", json.dumps({"jsonrpc": "2.0", "id": 1, **reply}))


COMPLAINT = rpc(error={"code": -32602, "message": "Invalid arguments for tool web_search_exa: query is not allowed"})
LISTED = {"q": {"type": "string"}}


def changed(server: SearchServer, properties: dict[str, Any] | None = None, complaint: bytes = COMPLAINT) -> None:
    """Exa complains of every call until it is made as it lists its tool now."""
    schema = {"type": "object", "properties": properties or LISTED, "required": [*(properties or LISTED)]}
    listing = rpc(result={"tools": [{"name": "web_search_exa", "inputSchema": schema}]})

    def answer(body: Any) -> bytes:
        if body["method"] == "tools/list":
            return listing
        return HIT["exa"] if set(body["params"]["arguments"]) == {*schema["properties"]} else complaint

    server.answer_by("exa", answer)


def methods(server: SearchServer) -> list[str]:
    return [call.body["method"] for call in server.calls]


def test_a_change_is_followed_and_remembered_here_and_by_other_processes(server: SearchServer, tmp_path: Path) -> None:
    changed(server)
    first = Bench(server, ("exa",), {"state": State(Store(tmp_path))}).search()
    assert outcomes(first) == [("exa", "http"), ("exa", "ok")] and len(first) == 2
    assert methods(server) == ["tools/call", "tools/list", "tools/call"]
    server.calls.clear()
    another_process = Bench(server, ("exa",), {"state": State(Store(tmp_path))})
    assert outcomes(another_process.search()) == [("exa", "ok")]
    assert methods(server) == ["tools/call"]


def test_a_memory_is_trusted_for_a_day(server: SearchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    changed(server)
    state, now = State(), time.time()
    Bench(server, ("exa",), {"state": state}).search()
    server.calls.clear()
    monkeypatch.setattr(time, "time", lambda: now + drift.MEMORY_S + 1)
    Bench(server, ("exa",), {"state": state}).search()
    assert methods(server) == ["tools/call", "tools/list", "tools/call"]


def test_a_change_that_cannot_be_followed_is_told_in_the_servers_words(server: SearchServer) -> None:
    changed(server, {"q": {"type": "string"}, "billing_code": {"type": "string"}})
    response = Bench(server, ("exa", "parallel")).search()
    assert outcomes(response) == [("exa", "http"), ("parallel", "ok")]
    error = response.attempts[0].error
    assert error is not None and "query is not allowed" in error.message


def test_a_complaint_about_a_call_that_is_as_the_tool_wants_it_is_not_repeated(server: SearchServer) -> None:
    kinds = {"query": {"type": "string"}, "objective": {"type": "string"}, "numResults": {"type": "integer"}}
    listing = rpc(result={"tools": [{"name": "web_search_exa", "inputSchema": {"properties": kinds}}]})
    server.answer_by("exa", lambda body: listing if body["method"] == "tools/list" else COMPLAINT)
    assert outcomes(Bench(server, ("exa", "parallel")).search()) == [("exa", "http"), ("parallel", "ok")]
    assert methods(server)[:2] == ["tools/call", "tools/list"]


@pytest.mark.parametrize(
    "complaint",
    [
        raw(401, "application/json", '{"error": {"message": "Invalid API key"}}'),
        rpc(result={"isError": True, "content": [{"type": "text", "text": "Free MCP rate limit: key required"}]}),
    ],
)
def test_a_refused_key_or_a_limit_is_no_matter_of_arguments(server: SearchServer, complaint: bytes) -> None:
    server.play(exa=complaint)
    server.play_keyed(exa=complaint)
    Bench(server, ("exa", "parallel"), exa=KEY).search()
    assert "tools/list" not in methods(server)


def test_what_was_learned_of_one_tool_is_not_used_for_another(server: SearchServer) -> None:
    changed(server)
    bench = Bench(server, ("exa",))
    bench.search()
    server.calls.clear()
    bench.search(asks={"sites": ("hit.example",)})
    (call,) = server.calls[:1]
    assert call.body["params"]["name"] == "web_search_advanced_exa"
    assert call.body["params"]["arguments"]["includeDomains"] == ["hit.example"]


def test_what_was_learned_of_a_tool_leaves_calls_to_a_rest_service_alone() -> None:
    from webloupe.search.backends import load
    from webloupe.search.backends.base import HttpBackend

    parallel = load("parallel")
    assert isinstance(parallel, HttpBackend)
    learned = tool({"properties": {"q": {"type": "string"}}, "required": ["q"]})
    request = request_of(parallel, SearchQuery(text=WORDS), KEY, learned)
    assert request.json["search_queries"] == [WORDS]
