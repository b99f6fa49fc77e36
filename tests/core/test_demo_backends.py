"""The three search backends of the demo web, in the shapes that the real ones have on the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import httpx
import pytest

from webloupe.demo import DemoWeb
from webloupe.demo.keenable import Allowance

BOTH = "application/json, text/event-stream"
EXA = {"query": "dew heater breaker", "objective": "why the breaker trips", "numResults": 3}
PARALLEL = {"objective": "why the breaker trips", "search_queries": ["dew heater breaker"]}


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="module")
def client(web: DemoWeb) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=web.url, trust_env=False) as one:
        yield one


def rpc(client: httpx.Client, path: str, method: str, params: Any = None, **headers: str) -> httpx.Response:
    body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}
    return client.post(path, json=body, headers={"Accept": BOTH, **headers})


def call(client: httpx.Client, path: str, arguments: Any, **headers: str) -> httpx.Response:
    tool = "web_search_exa" if "exa" in path else "web_search"
    return rpc(client, path, "tools/call", {"name": tool, "arguments": arguments}, **headers)


def event(answer: httpx.Response) -> Any:
    assert answer.headers["content-type"] == "text/event-stream"
    first, second, *rest = answer.text.split("\n")
    assert (first, rest) == ("event: message", ["", ""])
    return json.loads(second.removeprefix("data: "))


def keenable(client: httpx.Client, body: Any, path: str = "/public", **headers: str) -> httpx.Response:
    return client.post(f"/keenable/v1/search{path}", json=body, headers=headers)


TITLE = {"X-Keenable-Title": "tests"}


# --- Exa -------------------------------------------------------------------------------------------------------------


def test_exa_answers_a_bare_tool_call_as_one_event_with_labelled_blocks(client: httpx.Client, web: DemoWeb):
    message = event(call(client, "/exa/mcp", EXA))
    (item,) = message["result"]["content"]
    blocks = item["text"].split("\n\n---\n\nTitle: ")
    assert message["id"] == 7
    assert "isError" not in message["result"]
    assert item["_meta"]["searchTime"] > 0
    assert len(blocks) == 3
    forum = next(block for block in blocks if "/forum/thread/418" in block)
    assert f"\nURL: {web.url}/forum/thread/418\nPublished: 2026-02-23T00:00:00.000Z\nAuthor: tomasz_r\nHigh" in forum
    assert "\n...\n" in forum


def test_exa_writes_na_where_a_fact_is_unknown(client: httpx.Client):
    text = event(call(client, "/exa/mcp", {**EXA, "query": "L0001 exposure_s observer remark"}))["result"]["content"]
    assert "Title: N/A" in text[0]["text"]
    assert "Published: N/A\nAuthor: N/A" in text[0]["text"]


def test_exa_tells_nothing_found_without_an_error(client: httpx.Client):
    result = event(call(client, "/exa/mcp", {**EXA, "query": "zqxjkvb"}))["result"]
    assert result["content"][0]["text"].startswith("No search results found.")
    assert "isError" not in result


@pytest.mark.parametrize(
    "arguments",
    [{"query": "comet"}, {"objective": "comet"}, {**EXA, "type": "auto"}, {**EXA, "objective": "x" * 4097},
     {**EXA, "numResults": "3"}],
)  # fmt: skip
def test_exa_refuses_wrong_arguments_inside_a_200(client: httpx.Client, arguments: dict[str, Any]):
    result = event(call(client, "/exa/mcp", arguments))["result"]
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("MCP error -32602: ")


def advanced(client: httpx.Client, **arguments: Any) -> Any:
    tool = {"name": "web_search_advanced_exa", "arguments": arguments}
    result = event(rpc(client, "/exa/mcp?tools=web_search_advanced_exa", "tools/call", tool))["result"]
    return result if result.get("isError") else json.loads(result["content"][0]["text"])


def test_exas_advanced_tool_is_there_where_it_is_asked_for(client: httpx.Client):
    listed = event(rpc(client, "/exa/mcp?tools=web_search_advanced_exa", "tools/list"))["result"]["tools"]
    assert [tool["name"] for tool in listed] == ["web_search_advanced_exa"]
    plainly = {"name": "web_search_advanced_exa", "arguments": {"query": "comet"}}
    assert event(rpc(client, "/exa/mcp", "tools/call", plainly))["result"]["isError"] is True


def test_exas_advanced_tool_obeys_days_and_hosts(client: httpx.Client):
    days = {"startPublishedDate": "2026-02-23T00:00:00.000Z", "endPublishedDate": "2026-02-23T23:59:59.999Z"}
    found = advanced(client, query="dew heater breaker", numResults=3, **days)
    (hit,) = found["results"]
    assert hit["url"].endswith("/forum/thread/418") and hit["publishedDate"].startswith("2026-02-23")
    assert found["costDollars"]["total"] > 0
    assert len(advanced(client, query="dew heater breaker", includeDomains=["127.0.0.1"])["results"]) > 1
    for narrow in ({"includeDomains": ["other.example"]}, {"excludeDomains": ["127.0.0.1"]}):
        assert "results" not in advanced(client, query="dew heater breaker", **narrow)


def test_exas_advanced_tool_gives_whole_pages_unless_it_is_told_not_to(client: httpx.Client):
    whole = advanced(client, query="dew heater breaker", numResults=1)["results"][0]
    short = advanced(client, query="dew heater breaker", numResults=1, textMaxCharacters=50, enableHighlights=True)
    assert len(whole["text"]) > 50 == len(short["results"][0]["text"])
    assert short["results"][0]["highlights"] and "highlights" not in whole


@pytest.mark.parametrize("arguments", [{}, {"query": 3}, {"query": "x", "includeDomains": "a.example"}])
def test_exas_advanced_tool_refuses_wrong_arguments(client: httpx.Client, arguments: dict[str, Any]):
    assert advanced(client, **arguments)["isError"] is True


def test_keenable_obeys_its_site_and_its_days(client: httpx.Client):
    def found(**narrow: str) -> list[str]:
        answer = keenable(client, {"query": "dew heater breaker", **narrow}, **TITLE)
        return [row["published_at"][:10] for row in answer.json()["results"] if "published_at" in row]

    assert found(published_after="2026-02-23", published_before="2026-02-23") == ["2026-02-23"]
    assert found(site="127.0.0.1") and not found(site="other.example")
    assert keenable(client, {"query": "dew", "site": 3}, **TITLE).status_code == 400


@pytest.mark.parametrize("path", ["/exa/mcp", "/parallel/mcp"])
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream", "*/*"])
def test_an_mcp_backend_wants_both_types_accepted(client: httpx.Client, path: str, accept: str):
    answer = rpc(client, path, "tools/list", Accept=accept)
    assert answer.status_code == 406
    assert answer.json()["error"]["code"] == -32000
    assert answer.json()["id"] is None


def test_exa_refuses_a_protocol_revision_that_it_does_not_know(client: httpx.Client):
    assert rpc(client, "/exa/mcp", "ping", **{"MCP-Protocol-Version": "2026-07-28"}).status_code == 400
    assert rpc(client, "/exa/mcp", "ping", **{"MCP-Protocol-Version": "2025-06-18"}).status_code == 200


def test_exa_refuses_urllib_by_its_name(client: httpx.Client):
    answer = call(client, "/exa/mcp", EXA, **{"User-Agent": "Python-urllib/3.12"})
    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")


def test_the_mcp_handshake_and_the_tool_list_are_answered(client: httpx.Client):
    started = event(rpc(client, "/exa/mcp", "initialize", {"protocolVersion": "2025-03-26"}))["result"]
    (tool,) = event(rpc(client, "/exa/mcp", "tools/list"))["result"]["tools"]
    note = client.post(
        "/exa/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers={"Accept": BOTH}
    )
    assert started["protocolVersion"] == "2025-03-26"
    assert tool["inputSchema"]["required"] == ["query", "objective"]
    assert tool["inputSchema"]["additionalProperties"] is False
    assert (note.status_code, note.content) == (202, b"")


def test_what_an_mcp_backend_does_not_know_is_an_error(client: httpx.Client):
    assert event(rpc(client, "/exa/mcp", "resources/list"))["error"]["code"] == -32601
    assert event(rpc(client, "/exa/mcp", "tools/call", {"name": "other"}))["result"]["isError"] is True
    broken = client.post("/exa/mcp", content=b"{", headers={"Accept": BOTH})
    assert (broken.status_code, broken.json()["error"]["code"]) == (400, -32700)
    assert client.post("/exa/mcp", json=[], headers={"Accept": BOTH}).status_code == 400
    assert rpc(client, "/exa/mcp", "tools/call", ["web_search_exa"]).status_code == 400
    assert call(client, "/exa/mcp", ["comet"]).status_code == 400
    assert client.get("/exa/mcp", headers={"Accept": BOTH}).status_code == 405


@pytest.mark.parametrize(
    ("backend", "tool", "arguments"), [("exa", "web_search_exa", EXA), ("parallel", "web_search", PARALLEL)]
)
def test_the_official_mcp_client_shakes_hands_lists_and_calls(web: DemoWeb, backend: str, tool: str, arguments: Any):
    from mcp import Client  # 0.7 s, so only here

    async def run() -> tuple[list[str], bool, str]:
        async with Client(web.endpoints[backend], mode="legacy") as session:
            listed = await session.list_tools()
            result = await session.call_tool(tool, arguments)
            return [one.name for one in listed.tools], bool(result.is_error), result.content[0].text

    names, failed, text = asyncio.run(run())
    assert (names, failed) == ([tool], False)
    assert "/forum/thread/418" in text


# --- Parallel --------------------------------------------------------------------------------------------------------


def test_parallel_answers_plain_json_with_ten_results_and_no_count(client: httpx.Client):
    answer = call(client, "/parallel/mcp", {**PARALLEL, "search_queries": ["observatory"]})
    message = answer.json()
    payload = json.loads(message["result"]["content"][0]["text"])
    assert answer.headers["content-type"] == "application/json"
    assert message["result"]["isError"] is False
    assert len(payload["results"]) == 10
    assert set(payload["results"][0]) == {"url", "title", "publish_date", "excerpts"}
    assert {"search_id", "session_id", "usage"} <= set(payload)


def test_parallels_excerpts_begin_with_the_pages_chrome(client: httpx.Client):
    payload = json.loads(call(client, "/parallel/mcp", PARALLEL).json()["result"]["content"][0]["text"])
    forum = next(row for row in payload["results"] if row["url"].endswith("/forum/thread/418"))
    assert forum["excerpts"][0].startswith("Skip to content")
    assert forum["publish_date"] == "2026-02-23"


@pytest.mark.parametrize(
    "arguments",
    [{"objective": "x"}, {"search_queries": ["x"]}, {**PARALLEL, "search_queries": "x"},
     {**PARALLEL, "session_id": "s" * 101}, {**PARALLEL, "session_id": 5}],
)  # fmt: skip
def test_parallel_refuses_wrong_arguments_inside_a_200(client: httpx.Client, arguments: dict[str, Any]):
    answer = call(client, "/parallel/mcp", arguments)
    assert answer.status_code == 200
    assert answer.json()["result"]["isError"] is True


@pytest.mark.parametrize("bearer", ["Bearer invalid-key", "Bearer"])
def test_parallel_refuses_a_bad_key_with_a_body_that_is_not_json_rpc(client: httpx.Client, bearer: str):
    answer = call(client, "/parallel/mcp", PARALLEL, Authorization=bearer)
    assert answer.status_code == 401
    assert answer.json() == {"code": 16, "message": "Invalid API key (C.1)"}


@pytest.mark.parametrize("header", [{"Authorization": "Bearer good"}, {"x-api-key": "good"}])
def test_an_mcp_backend_takes_a_key_at_the_same_address(client: httpx.Client, header: dict[str, str]):
    assert call(client, "/parallel/mcp", PARALLEL, **header).json()["result"]["isError"] is False
    assert "isError" not in event(call(client, "/exa/mcp", EXA, **header))["result"]


def test_exa_tells_a_bad_key_inside_a_200(client: httpx.Client):
    result = event(call(client, "/exa/mcp", EXA, **{"x-api-key": "invalid"}))["result"]
    assert result["isError"] is True
    assert "(401)" in result["content"][0]["text"]


# --- Keenable --------------------------------------------------------------------------------------------------------


def test_keenable_answers_rows_with_page_text_as_snippet(client: httpx.Client):
    answer = keenable(client, {"query": "dew heater breaker", "max_results": 2}, **TITLE)
    body = answer.json()
    assert answer.status_code == 200
    assert (body["query"], body["mode"]) == ("dew heater breaker", "pro")
    assert len(body["results"]) == 2
    assert body["results"][0]["snippet"]
    assert body["results"][0]["description"] == ""
    assert all(row["acquired_at"] for row in body["results"])


def test_keenable_without_a_title_is_refused(client: httpx.Client):
    answer = keenable(client, {"query": "comet"})
    assert answer.status_code == 400
    assert answer.json()["error"] == "Missing app identifier"


def test_keenables_quota_counts_down_in_its_headers(client: httpx.Client):
    first, second = (keenable(client, {"query": "comet"}, **TITLE).headers for _ in range(2))
    assert int(first["x-ratelimit-remaining"]) - int(second["x-ratelimit-remaining"]) == 1
    assert first["x-ratelimit-limit"] == "1000"
    reset = datetime.fromisoformat(first["x-ratelimit-reset"])
    assert 0 < (reset - datetime.now(reset.tzinfo)).total_seconds() <= 3_600


@pytest.mark.parametrize("path", ["", "/public"])
@pytest.mark.parametrize("header", [{"X-API-Key": "keen_ok"}, {"Authorization": "Bearer keen_ok"}])
def test_keenable_takes_a_key_on_both_paths_and_tells_no_quota_then(client, path: str, header: dict[str, str]):
    answer = keenable(client, {"query": "comet"}, path, **header)
    assert answer.status_code == 200
    assert "x-ratelimit-remaining" not in answer.headers


def test_keenable_refuses_a_missing_and_a_bad_key(client: httpx.Client):
    assert keenable(client, {"query": "comet"}, "").json()["message"] == "Missing API key"
    assert keenable(client, {"query": "comet"}, "", **{"X-API-Key": "invalid"}).status_code == 401


@pytest.mark.parametrize(
    "body", [{}, {"query": " "}, {"query": "x", "max_results": 51}, {"query": "x", "max_results": True},
             {"query": "x", "snippet_max_length": 10}, {"query": "x", "mode": "fast"}, []],
)  # fmt: skip
def test_keenable_refuses_a_wrong_body(client: httpx.Client, body: Any):
    assert keenable(client, body, **TITLE).status_code == 400


def test_keenable_finds_nothing_with_an_empty_list(client: httpx.Client):
    assert keenable(client, {"query": "zqxjkvb"}, **TITLE).json()["results"] == []


def test_the_allowance_ends_and_comes_back_with_the_next_window():
    now = [1_000.0]
    allowance = Allowance(limit=2, window_s=60.0, clock=lambda: now[0])
    assert [allowance.spend() for _ in range(3)] == [(1, 1_060.0), (0, 1_060.0), (-1, 1_060.0)]
    now[0] = 1_060.0
    assert allowance.spend() == (1, 1_120.0)


def test_a_chinese_query_finds_the_chinese_pages(client: httpx.Client, web: DemoWeb):
    rows = keenable(client, {"query": "安本彗星", "max_results": 1}, **TITLE).json()["results"]
    assert rows[0]["url"] == f"{web.url}/zh/gbk"
