"""Every backend keeps the contract. A new file in `search/backends` is judged here as soon as it has its fixtures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from answers import FIXTURES, answer, recorded

from webloupe.errors import BadInput
from webloupe.outcomes import classify
from webloupe.search.backends import load
from webloupe.search.backends.base import RAW_CHARS, Filter, HttpBackend, LocalBackend, McpBackend, Quota
from webloupe.settings import backend_names
from webloupe.types import SearchQuery, SearchResult
from webloupe.wire import Answer, Request

NOW = 1_796_040_000.0
OUTCOMES = {"ok": "ok", "empty": "empty", "limited": "rate_limited", "refused": "http", "odd": "payload"}
KEY = "canary-0123456789"


def rpc(**reply: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, **reply})


def tool(text: str, **more: object) -> str:
    return rpc(result={"content": [{"type": "text", "text": text}], **more})


CHALLENGE = "<!doctype html><title>Just a moment...</title><p>Enable cookies. rate limit</p>"
ANYONE = {
    "429 with JSON": (answer(429, "application/json", '{"error": "slow down"}', retry_after="9"), "rate_limited"),
    "429 with text": (answer(429, "text/plain", "slow down"), "rate_limited"),
    "402 without credits": (answer(402, "application/json", '{"error": "Insufficient credits"}'), "rate_limited"),
    "402 for another reason": (answer(402, "application/json", '{"error": "Pay to search"}'), "http"),
    "432": (answer(432, "application/json", '{"detail": {"error": "over the plan"}}'), "rate_limited"),
    "433": (answer(433, "application/json", "{}"), "rate_limited"),
    "202 with a challenge": (answer(202, "text/html", "<div>Unusual activity</div>"), "rate_limited"),
    "202 with nothing": (answer(202, "application/json", ""), "rate_limited"),
    "gRPC-like 401": (answer(401, "application/json", '{"code":16,"message":"Invalid API key (C.1)"}'), "http"),
    "403 page that speaks of limits": (answer(403, "text/html", CHALLENGE), "http"),
    "500": (answer(500, "text/plain", "boom"), "http"),
    "503 that asks to wait": (answer(503, "text/html", "<h1>Busy</h1>", retry_after="30"), "http"),
    "moved": (answer(301, "text/html", "", location="https://new.example/mcp"), "http"),
    "challenge page as 200": (answer(200, "text/html; charset=utf-8", CHALLENGE), "payload"),
    "challenge page without a type": (answer(200, "", CHALLENGE), "payload"),
    "JSON labelled as HTML": (answer(200, "text/html", '{"results": []}'), "payload"),
    "nothing": (answer(200, "application/json", ""), "payload"),
    "half a JSON": (answer(200, "application/json", '{"results": ['), "payload"),
    "another JSON": (answer(200, "application/json", "[1, 2]"), "payload"),
    "null": (answer(200, "application/json", "null"), "payload"),
    "JSON too deep": (answer(200, "application/json", "[" * 100_000), "payload"),
    "binary": (answer(200, "application/octet-stream", bytes(range(256))), "payload"),
    "events without data": (answer(200, "text/event-stream", ": ping\n\nevent: message\n\n"), "payload"),
    "a limit in JSON words": (answer(200, "application/json", '{"error": "rate limit exceeded"}'), "rate_limited"),
    "no results but an error": (answer(200, "application/json", '{"results": [], "error": "index offline"}'), "http"),
}
LONG = "Pages about the rate limit of rivers and what was exceeded. " * 40
TOOLS = {
    "error of the protocol": (rpc(error={"code": -32603, "message": "Internal error"}), "http"),
    "limit as an error of the protocol": (rpc(error={"code": -32000, "message": "Rate limit hit"}), "rate_limited"),
    "error without an id": ('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"bad"}}', "http"),
    "error with a word for an id": ('{"jsonrpc":"2.0","id":"server-error","error":{"code":1,"message":"x"}}', "http"),
    "limit marked in _meta": (tool("See our plans.", _meta={"ai.exa/rateLimited": True}), "rate_limited"),
    "limit told by isError": (tool("You've hit the free MCP rate limit.", isError=True), "rate_limited"),
    "free limit told by isError": (tool("Free limit reached. Add a key.", isError=True), "rate_limited"),
    "upstream 429 told by isError": (tool("search error (429): slow down", isError=True), "rate_limited"),
    "another isError": (tool("search error (500): upstream\nTimestamp: now", isError=True), "http"),
    "arguments refused by isError": (tool("MCP error -32602: text over 4096 characters", isError=True), "http"),
    "limit as plain words": (tool("Too many requests, try later."), "rate_limited"),
    "prose instead of results": (tool("Here is what I know about groves."), "payload"),
    "prose about limits": (tool(LONG), "payload"),
    "no content": (rpc(result={"content": []}), "payload"),
    "content that is null": (rpc(result={"content": None}), "payload"),
    "result that is a list": (rpc(result=[]), "payload"),
    "a reply to someone else": ('{"jsonrpc":"2.0","id":7,"result":{"content":[]}}', "payload"),
    "only a notification": ('{"jsonrpc":"2.0","method":"notifications/progress","params":{}}', "payload"),
}


def answer_of_tool(shape: str) -> Answer:
    return answer(200, "application/json", TOOLS[shape][0])


OVER_HTTP = [name for name in backend_names() if isinstance(load(name), HttpBackend)]


@pytest.fixture(params=OVER_HTTP)
def backend(request: pytest.FixtureRequest) -> HttpBackend:
    return http_backend(request.param)


def http_backend(name: str, **how: str) -> HttpBackend:
    """A backend behind HTTP, as which the type checker does not know it."""
    loaded = load(name, **how)
    assert isinstance(loaded, HttpBackend)
    return loaded


@pytest.mark.parametrize("name", backend_names())
def test_each_backend_says_what_it_can_do(name: str, tmp_path: Path) -> None:
    one = load(name, home=tmp_path)
    assert 100 <= one.description_chars <= 1_000
    assert 10 <= one.max_results <= 100
    assert one.filters <= set(get_args(Filter))
    everything = SearchQuery(
        text="oak", sites=("a.example",), not_sites=("b.example",), since="2026-01-01", until="2026-02-01", lang="en",
        country="US", safe="strict", topic="news", mode="fast", page=2, answer=True,
    )  # fmt: skip
    for key in (None, KEY):
        assert one.unmet(SearchQuery(text="oak"), key) == set()
        assert (
            set(get_args(Filter)) - one.filters <= one.unmet(everything, key) or name == "parallel"
        )  # REST knows more
        lack = one.lacks(key)
        assert lack is None or (lack.reason and lack.hint)
    assert one.keyless or one.lacks(None)


@pytest.mark.parametrize("name", sorted({*backend_names()} - {*OVER_HTTP}))
def test_a_local_backend_raises_nothing_but_errors_of_ours(name: str, tmp_path: Path) -> None:
    one = load(name, home=tmp_path)
    assert isinstance(one, LocalBackend)
    if one.online:
        assert one.name == "duckduckgo"  # which its own tests play; nothing here may ask the web
        return
    assert one.cleaned(one.search(SearchQuery(text="oak"), 5.0)) == []
    (tmp_path / "store").write_text("a file where the store should be")
    assert one.search(SearchQuery(text="oak"), 5.0) == []


def test_each_backend_has_its_recorded_answers(backend: HttpBackend) -> None:
    lacking = [
        f"{backend.name}/{shape}.http" for shape in OUTCOMES if not (FIXTURES / backend.name / f"{shape}.http").exists()
    ]
    assert not lacking, f"add to {FIXTURES}: {', '.join(lacking)}"


@pytest.mark.parametrize("shape", OUTCOMES)
def test_each_backend_tells_its_recorded_answers_apart(backend: HttpBackend, shape: str) -> None:
    assert classify(backend, recorded(backend.name, shape), now=NOW).outcome == OUTCOMES[shape]


@pytest.mark.parametrize("shape", ANYONE)
def test_each_backend_tells_each_failure_apart(backend: HttpBackend, shape: str) -> None:
    given, outcome = ANYONE[shape]
    assert classify(backend, given, now=NOW).outcome == outcome


@pytest.mark.parametrize("framing", ["JSON", "SSE"])
@pytest.mark.parametrize("shape", TOOLS)
@pytest.mark.parametrize("name", [name for name in OVER_HTTP if isinstance(http_backend(name), McpBackend)])
def test_each_tool_behind_mcp_tells_each_failure_apart(name: str, shape: str, framing: str) -> None:
    backend = http_backend(name)
    body, outcome = TOOLS[shape]
    given = answer(200, "application/json", body)
    if framing == "SSE":
        given = answer(200, "text/event-stream", f": ping\r\n\r\nevent: message\r\ndata: {body}\r\n\r\n")
    assert classify(backend, given, now=NOW).outcome == outcome


def test_results_are_one_line_texts_with_web_addresses(backend: HttpBackend) -> None:
    results = classify(backend, recorded(backend.name, "ok"), now=NOW).results
    assert results
    for hit in results:
        assert hit.url.startswith(("https://", "http://"))
        assert hit.title
        assert hit.backend == backend.name
        assert len(hit.description) <= RAW_CHARS
        assert hit.published == "" or len(hit.published) == 10
        assert not any(ord(letter) < 32 for letter in hit.title + hit.description + hit.url)


def test_every_failure_says_backend_status_type_and_first_words(backend: HttpBackend) -> None:
    body = "<!doctype html><title>403 Forbidden</title><script>x()</script><p>No permission\x07 for this format.</p>"
    error = classify(backend, answer(403, "text/html", body + "x" * 9_000), now=NOW).error
    assert error is not None
    assert error.message.startswith(f"{backend.name}: ")
    assert len(error.message) <= 300
    for part in ("403", "text/html", "No permission for this format."):
        assert part in error.message
    assert "x()" not in error.message and "\x07" not in error.message


@pytest.mark.parametrize("status", [200, 400, 401, 403, 429, 500])
def test_a_key_never_shows_in_an_error(backend: HttpBackend, status: int) -> None:
    echo = json.dumps({"error": f"key {KEY} refused", "message": "x" * 265 + KEY})
    error = classify(backend, answer(status, "application/json", echo), now=NOW, key=KEY).error
    assert error is not None
    assert KEY[:6] not in repr(error)


def test_a_refused_key_is_told_as_such(backend: HttpBackend) -> None:
    refused = answer(401, "application/json", '{"message": "Invalid API key"}')
    with_key = classify(backend, refused, now=NOW, key=KEY).error
    without = classify(backend, refused, now=NOW).error
    assert with_key is not None and with_key.code == "bad_key"
    assert without is not None and without.code == "refused"


def test_a_moved_service_is_told_by_its_new_address(backend: HttpBackend) -> None:
    error = classify(backend, answer(302, "", "", location="/v2/search"), now=NOW).error
    assert error is not None and "https://backend.example/v2/search" in error.message


def test_a_key_goes_into_a_header_or_nowhere(backend: HttpBackend) -> None:
    request = backend.request(SearchQuery(text="oak"), KEY)
    assert KEY not in request.address + json.dumps(request.json)
    carrying = {name for name, value in request.headers.items() if KEY in value}
    keyless = backend.request(SearchQuery(text="oak"), None)
    assert carrying and not carrying & set(keyless.headers)  # an empty key sent along is refused by some


@pytest.mark.parametrize("given", [*(shape for shape, _ in ANYONE.values()), *map(answer_of_tool, TOOLS)])
def test_no_answer_breaks_the_reading_of_the_quota(backend: HttpBackend, given: Answer) -> None:
    quota = backend.reading(given)
    assert quota is None or quota.remaining >= 0


class Careless(HttpBackend):
    """Trusts every answer."""

    url = "https://careless.example/"

    def request(self, query: SearchQuery, key: str | None) -> Request:
        return Request("GET", self.url, params={"q": query.text})

    def parse(self, answer: Answer) -> list[SearchResult]:
        return []

    def quota(self, answer: Answer) -> Quota | None:
        return Quota(answer.json["left"])


@pytest.mark.parametrize(
    ("body", "left"),
    [('{"left": 41}', 41), ('{"left": "many"}', None), ('{"left": -1}', None), ("[]", None), ("", None)],
)
def test_a_backend_may_trust_an_answer_about_its_quota(body: str, left: int | None) -> None:
    quota = Careless("careless").reading(answer(200, "application/json", body))
    assert (quota and quota.remaining) == left


def test_parameters_join_the_query_that_an_address_has() -> None:
    assert (
        Careless("careless").request(SearchQuery(text="oak & ash"), None).address
        == "https://careless.example/?q=oak+%26+ash"
    )
    moved = Careless("careless", endpoint="http://127.0.0.1:1/find?team=1").request(SearchQuery(text="大学"), None)
    assert moved.address == "http://127.0.0.1:1/find?team=1&q=%E5%A4%A7%E5%AD%A6"
    assert "oak" not in repr(Careless("careless").request(SearchQuery(text="oak"), None))


def test_an_endpoint_replaces_both_addresses(backend: HttpBackend) -> None:
    moved = http_backend(backend.name, endpoint="http://127.0.0.1:1/x")
    for key in (None, KEY):
        assert moved.request(SearchQuery(text="oak"), key).url.startswith("http://127.0.0.1:1/x")
    assert http_backend(backend.name).url == backend.url  # and only for that one


def test_the_word_of_a_backend_that_is_none_gets_the_nearest() -> None:
    with pytest.raises(BadInput) as caught:
        load("keenabel")
    assert "keenable" in caught.value.hint


@pytest.mark.parametrize(
    "row",
    [
        None,
        "text",
        {"title": "no address"},
        {"url": None},
        {"url": "javascript:alert(1)"},
        {"url": "https://"},
        {"url": "https://[::1"},
        {"url": "ftp://files.example/"},
        {"url": "https://bad host.example/"},
        {"url": ["https://list.example/"]},
    ],
)
def test_a_bad_row_costs_only_itself_but_only_bad_rows_are_no_answer(row: object) -> None:
    good = {"url": "https://good.example/", "title": ["not", "text"], "published_at": 7, "snippet": {"a": 1}}
    keenable = http_backend("keenable")

    def judged(rows: list[object]) -> tuple[str, list[str]]:
        verdict = classify(keenable, answer(200, "application/json", json.dumps({"results": rows})), now=NOW)
        return verdict.outcome, [hit.url for hit in verdict.results]

    assert judged([row, good]) == ("ok", ["https://good.example/"])
    assert judged([row]) == ("payload", [])


def test_hostile_text_becomes_one_clean_line() -> None:
    row = {
        "url": "https://a.example/x",
        "title": "\x1b[31mred\u202e\u200b\ud800 title\n\tnext\U000e0041",
        "snippet": "word " * 200,
    }
    (hit,) = http_backend("keenable").results(answer(200, "application/json", json.dumps({"results": [row]})))
    assert hit.title == "red title next"
    assert hit.description.endswith("word") and "\n" not in hit.description


def test_exa_is_asked_with_exactly_the_arguments_it_takes() -> None:
    request = http_backend("exa").request(SearchQuery(text="oak " * 3_000, limit=7), "k")
    assert request.json["params"]["name"] == "web_search_exa"
    arguments = request.json["params"]["arguments"]
    assert set(arguments) == {"query", "objective", "numResults"}
    assert arguments["numResults"] == 7 and len(arguments["objective"]) <= 4_096
    assert request.headers == {"x-api-key": "k"}


def test_parallel_is_asked_with_a_question_keywords_and_the_session() -> None:
    parallel = http_backend("parallel", session_id="s" * 200)
    request = parallel.request(SearchQuery(text="how do oaks grow"), None)
    assert request.json["params"]["arguments"] == {
        "objective": "how do oaks grow",
        "search_queries": ["how do oaks grow"],
        "session_id": "s" * 100,
    }


def test_parallel_is_asked_over_rest_with_a_key_unless_it_was_sent_elsewhere() -> None:
    request = http_backend("parallel").request(SearchQuery(text="oaks"), "k")
    assert (request.url, request.headers) == ("https://api.parallel.ai/v1/search", {"x-api-key": "k"})
    moved = http_backend("parallel", endpoint="http://127.0.0.1:1/mcp").request(SearchQuery(text="oaks"), "k")
    assert (moved.json["method"], moved.headers) == ("tools/call", {"Authorization": "Bearer k"})


def test_parallel_names_pages_without_a_title_by_their_address() -> None:
    titles = [hit.title for hit in http_backend("parallel").results(recorded("parallel", "ok"))]
    assert titles == ["How groves are thinned", "notes.example.net: oak notes", "Wood prices"]


def test_parallel_is_read_from_structured_content_as_well() -> None:
    structured = {"results": [{"url": "https://a.example/", "title": "A"}]}
    given = answer(200, "application/json", rpc(result={"content": [], "structuredContent": structured}))
    assert [hit.title for hit in http_backend("parallel").results(given)] == ["A"]


def test_keenable_is_asked_at_its_public_address_without_a_key_and_names_the_app() -> None:
    keenable = http_backend("keenable")
    keyless = keenable.request(SearchQuery(text="oak", limit=3), None)
    keyed = keenable.request(SearchQuery(text="oak", limit=3), "k")
    assert keyless.url == keyed.url + "/public"
    assert keyless.headers["X-Keenable-Title"] and keyed.headers == {"X-API-Key": "k"}
    assert keyless.json["max_results"] == 3


def test_keenable_tells_its_quota_and_when_it_is_full_again() -> None:
    quota = http_backend("keenable").quota(recorded("keenable", "ok"))
    assert quota is not None
    assert (quota.remaining, quota.limit, quota.resets_at) == (941, 1000, 1_796_047_200.0)


@pytest.mark.parametrize("value", ["", "many", "-1", "1, 2000", "9" * 40, "٣"])
def test_a_quota_that_is_no_count_is_no_quota(value: str) -> None:
    given = Answer(200, {"x-ratelimit-remaining": value, "x-ratelimit-reset": "soon"}, b"", "https://k.example/")
    assert http_backend("keenable").quota(given) is None
