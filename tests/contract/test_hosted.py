"""Every hosted reader keeps the contract: a new file in `fetch/hosted` is judged here once it has its fixtures."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from answers import FIXTURES, answer, recorded
from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent
from mcp_serving import serving

from webloupe.addresses import parse_url
from webloupe.errors import BadInput
from webloupe.fetch.cures import sent
from webloupe.fetch.hosted import AUTO, HostedReader, load
from webloupe.outcomes import classify
from webloupe.settings import hosted_names, of_backends
from webloupe.wire import Answer

NOW = 1_796_040_000.0
OUTCOMES = {"ok": "ok", "empty": "empty", "limited": "rate_limited", "refused": "http", "odd": "payload"}
KEY = "canary-0123456789"
PAGE = "https://t.example/s?q=a%20b&p=2"
CHALLENGE = "<!doctype html><title>Just a moment...</title><p>Enable cookies. rate limit</p>"
ANYONE = {
    "429 with text": (answer(429, "text/plain", "slow down"), "rate_limited"),
    "402 without credits": (answer(402, "application/json", '{"error": "Insufficient credits"}'), "rate_limited"),
    "432": (answer(432, "application/json", '{"detail": {"error": "over the plan"}}'), "rate_limited"),
    "404": (answer(404, "application/json", '{"error": "not in the index"}'), "http"),
    "500": (answer(500, "text/plain", "boom"), "http"),
    "moved": (answer(301, "text/html", "", location="https://new.example/mcp"), "http"),
    "challenge page as 200": (answer(200, "text/html; charset=utf-8", CHALLENGE), "payload"),
    "nothing": (answer(200, "application/json", ""), "payload"),
    "half a JSON": (answer(200, "application/json", '{"results": ['), "payload"),
    "another JSON": (answer(200, "application/json", "[1, 2]"), "payload"),
    "JSON too deep": (answer(200, "application/json", "[" * 100_000), "payload"),
    "an error in words": (answer(200, "application/json", '{"error": "index offline"}'), "http"),
    "a limit in words": (answer(200, "application/json", '{"error": "rate limit exceeded"}'), "rate_limited"),
}


@pytest.fixture(params=hosted_names())
def reader(request: pytest.FixtureRequest) -> HostedReader:
    return load(request.param)


def of(reader: HostedReader, shape: str) -> Answer:
    return recorded(f"hosted/{reader.name}", shape)


def test_each_reader_has_its_recorded_answers(reader: HostedReader) -> None:
    folder = FIXTURES / "hosted" / reader.name
    assert not [shape for shape in OUTCOMES if not (folder / f"{shape}.http").exists()], f"add to {folder}"


@pytest.mark.parametrize("shape", OUTCOMES)
def test_each_reader_tells_its_recorded_answers_apart(reader: HostedReader, shape: str) -> None:
    assert classify(reader, of(reader, shape), now=NOW).outcome == OUTCOMES[shape]


@pytest.mark.parametrize("shape", ANYONE)
def test_each_reader_tells_each_failure_apart(reader: HostedReader, shape: str) -> None:
    given, outcome = ANYONE[shape]
    assert classify(reader, given, now=NOW).outcome == outcome
    assert reader.reading(given) is None and reader.cost(given) is None


def test_a_page_comes_as_text_with_its_title(reader: HostedReader) -> None:
    (page,) = classify(reader, of(reader, "ok"), now=NOW).results
    assert "## Which trees" in page.text and "https://forest.example.org/oaks" in page.text
    assert "How groves are thinned" in (page.title or page.text)
    assert not page.text.startswith(("URL:", "Published:", "Author:"))


def test_why_the_page_could_not_be_read_is_told(reader: HostedReader) -> None:
    error = classify(reader, of(reader, "refused"), now=NOW).error
    assert error is not None and error.message.startswith(f"{reader.name}: ") and len(error.message) <= 300


@pytest.mark.parametrize("key", [None, KEY])
def test_the_page_arrives_whole_with_its_own_query(reader: HostedReader, key: str | None) -> None:
    request = reader.request(PAGE, key)
    told = json.dumps(request.json) if request.json is not None else json.dumps(dict(request.params))
    assert json.dumps(PAGE) in told
    assert "t.example" not in request.url


def test_a_key_goes_into_a_header_or_nowhere(reader: HostedReader) -> None:
    request = reader.request(PAGE, KEY)
    assert KEY not in request.address + json.dumps(request.json)
    carrying = {name for name, value in request.headers.items() if KEY in value}
    assert carrying and not carrying & set(reader.request(PAGE, None).headers)


@pytest.mark.parametrize("status", [200, 401, 429, 500])
def test_a_key_never_shows_in_an_error(reader: HostedReader, status: int) -> None:
    echo = json.dumps({"error": f"key {KEY} refused", "message": "x" * 265 + KEY})
    error = classify(reader, answer(status, "application/json", echo), now=NOW, key=KEY).error
    assert error is not None and KEY[:6] not in repr(error)


def test_an_endpoint_replaces_both_addresses_and_has_a_setting(reader: HostedReader) -> None:
    moved = load(reader.name, endpoint="http://127.0.0.1:1/x")
    for key in (None, KEY):
        assert moved.request(PAGE, key).url == "http://127.0.0.1:1/x"
    rows = {row.name: row.variable for row in of_backends()["endpoints"]}
    assert rows[f"endpoints.{reader.name}_fetch"] == f"WEBLOUPE_{reader.name.upper()}_FETCH_URL"


def test_the_order_names_every_reader_and_a_word_that_is_none_gets_the_list() -> None:
    assert sorted(AUTO) == list(hosted_names())
    with pytest.raises(BadInput) as caught:
        load("../exa")
    assert "keenable" in caught.value.hint


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://t.example/s?q=a b&p=2#x", "https://t.example/s?q=a%20b&p=2"),
        ("https://t.example/app#/route", "https://t.example/app#/route"),
        ("https://t.example/app#!route", "https://t.example/app#!route"),
        ("https://t.example/a#:~:text=x", "https://t.example/a"),
    ],
)
def test_a_fragment_stays_here_unless_it_is_a_route(url: str, told: str) -> None:
    assert sent(parse_url(url)) == told


# --- single services -------------------------------------------------------------------------------------------------


def test_exa_is_read_over_rest_and_tells_its_cost() -> None:
    exa = load("exa")
    assert exa.request(PAGE, "k").url == "https://api.exa.ai/contents"
    (page,) = classify(exa, of(exa, "rest"), now=NOW).results
    assert page.title == "How groves are thinned" and exa.cost(of(exa, "rest")) == 0.001
    failed = classify(exa, of(exa, "rest-failed"), now=NOW)
    assert failed.error is not None and "SOURCE_NOT_AVAILABLE" in failed.error.message


def test_exas_labels_inside_a_page_belong_to_the_page() -> None:
    text = "# T\nURL: https://a.example/\n\nURL: quoted\nAuthor: quoted\n# Not a title\n"
    body = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": text}]}}
    (page,) = classify(load("exa"), answer(200, "application/json", json.dumps(body)), now=NOW).results
    assert page.text == "URL: quoted\nAuthor: quoted\n# Not a title"


def test_parallels_excerpts_stand_in_for_a_text_that_is_missing() -> None:
    parallel = load("parallel")
    (page,) = classify(parallel, of(parallel, "rest"), now=NOW).results
    assert page.text == "Thin in winter.\n\nOpen a stand twice."


def test_keenable_tells_its_quota_and_is_asked_for_live_pages() -> None:
    keenable = load("keenable")
    quota = keenable.reading(of(keenable, "ok"))
    assert quota is not None and (quota.remaining, quota.limit) == (940, 1000)
    request = keenable.request(PAGE, None)
    assert request.headers["X-Keenable-Title"] and request.params["live"] == "true"


# --- a real MCP server -----------------------------------------------------------------------------------------------


def text(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)])


@pytest.mark.parametrize("as_json", [False, True])
def test_a_real_server_takes_the_calls_of_both_tools(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from webloupe.fetch.extract import HostedReaders
    from webloupe.http import Http

    server = MCPServer("readers", log_level="ERROR")
    given: list[Mapping[str, object]] = []

    @server.tool(structured_output=False)
    def web_fetch_exa(urls: list[str], maxCharacters: int = 3_000) -> CallToolResult:
        given.append({"urls": urls, "max": maxCharacters})
        return text("No content found for the provided URL(s).")

    @server.tool(structured_output=False)
    def web_fetch(urls: list[str], full_content: bool, session_id: str) -> CallToolResult:
        given.append({"urls": urls, "full": full_content, "session": session_id})
        return text(json.dumps({"results": [{"url": urls[0], "title": "T", "full_content": "Ä page."}], "errors": []}))

    async def nowhere(_: str) -> list[object]:
        return []  # no name is looked up outside

    async def read(url: str) -> tuple[str, bytes, list[str]]:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        monkeypatch.setattr(http, "addresses", nowhere)
        readers = HostedReaders(http, {}, {"exa_fetch": url, "parallel_fetch": url}, log=lambda _: None)
        try:
            visit = await readers.extract(PAGE, ["exa", "parallel"], timeout_s=20)
        finally:
            await http.aclose()
        return visit.via, visit.answer.body, [attempt.outcome for attempt in visit.attempts]

    with serving(server, as_json=as_json) as url:
        assert asyncio.run(read(url)) == ("parallel", "# T\n\nÄ page.".encode(), ["empty", "ok"])
    assert [one["urls"] for one in given] == [[PAGE], [PAGE]]
    assert given[0]["max"] == 500_000 and given[1]["full"] is True and len(str(given[1]["session"])) == 32
