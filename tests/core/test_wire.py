"""Envelopes: SSE in all its line ends, JSON-RPC replies among other messages, waits."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.outcomes import classify, error_text, retry_after_s
from webloupe.search.backends import load
from webloupe.wire import Answer, Request, mcp_call, mcp_result, mcp_text, moved_to, reply, sse_data

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports"
RESULT = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Ä\u2028b"}]}}


def answer(body: str, media_type: str = "text/event-stream", status: int = 200) -> Answer:
    return Answer(status, {"content-type": media_type}, body.encode(), "https://a.example/mcp")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("space", ["", " "])
def test_events_are_read_whatever_their_line_ends(end: str, space: str) -> None:
    lines = [": ping", "", "event: message", f"data:{space}one", "id: 4", f"data:{space}two", "", f"data:{space}three"]
    assert list(sse_data(end.join(lines))) == ["one\ntwo", "three"]


@given(
    st.lists(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])), min_size=1)),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_events_come_back_as_they_were_written(events: list[list[str]], end: str) -> None:
    text = "".join("".join(f"data: {line}{end}" for line in event) + end for event in events)
    assert list(sse_data(text)) == ["\n".join(event) for event in events]


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(RESULT),
        "\ufeff" + json.dumps(RESULT),
        json.dumps([{"jsonrpc": "2.0", "method": "notifications/message", "params": {}}, RESULT]),
        f"data: {json.dumps(RESULT)}\n\n",
        f"data:{json.dumps(RESULT, ensure_ascii=False)}",
        f'data: ping\n\ndata: {{"jsonrpc":"2.0","method":"x","params":{{"id":1}}}}\n\ndata: {json.dumps(RESULT)}\n\n',
        f'data: {{"jsonrpc":"2.0","id":2,"result":{{}}}}\n\ndata: {json.dumps(RESULT)}\n\n',
        "".join(f"data: {line}\r\n" for line in json.dumps(RESULT, indent=1).splitlines()) + "\r\n",
    ],
)
@pytest.mark.parametrize("media_type", ["application/json", "text/event-stream", ""])
def test_the_reply_to_our_call_is_found_in_any_framing(body: str, media_type: str) -> None:
    assert mcp_text(mcp_result(answer(body, media_type))) == "Ä\u2028b"


@pytest.mark.parametrize(
    "body", ["", "<html>", "data: x\n\n", '{"jsonrpc":"2.0","id":3,"result":{}}', "[]", "[" * 99_999]
)
def test_what_holds_no_reply_is_a_value_error(body: str) -> None:
    with pytest.raises(ValueError):
        reply(answer(body))


def test_a_call_needs_no_handshake_and_names_no_protocol_version() -> None:
    request = mcp_call("https://a.example/mcp", "find", {"q": "x"}, {})
    assert request.json["method"] == "tools/call"
    assert not any("protocol" in name.lower() for name in request.headers)


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("Mon, 30 Nov 2026 12:00:45 GMT", 45.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("99999999", 86_400.0),
        ("Thu, 30 Nov 2366 11:00:00 GMT", 86_400.0),
        ("soon", None),
        ("-3", None),
        ("", None),
        ("٣", None),
        ("1e9", None),
        ("Mon, 99 Nov 2026", None),
    ],
)
def test_a_wait_is_read_as_seconds_or_as_a_date(header: str, wait_s: float | None) -> None:
    given = Answer(429, {"retry-after": header}, b"", "https://a.example/")
    assert retry_after_s(given, None, now=1_796_040_000.0) == wait_s


@pytest.mark.parametrize(
    ("body", "wait_s"),
    [
        ({"retry_after_seconds": 42}, 42.0),
        ({"retryAfter": 900}, 900.0),
        ({"error": {"retry_after_seconds": 1.5}}, 1.5),
        ({"retryAfter": True}, None),
        ({"retryAfter": -1}, None),
        ({"retryAfter": float("nan")}, None),
        ({"retryAfter": "soon"}, None),
    ],
)
def test_a_wait_may_stand_in_the_body(body: dict[str, object], wait_s: float | None) -> None:
    verdict = classify(load("keenable"), answer(json.dumps(body), "application/json", 429), now=0.0)
    assert verdict.error is not None and verdict.error.retry_after_s == wait_s


def test_a_moved_address_is_made_absolute() -> None:
    given = Answer(307, {"location": "/v2"}, b"", "https://a.example/mcp")
    assert moved_to(given) == "https://a.example/v2"
    assert moved_to(Answer(200, {"location": "/v2"}, b"", "https://a.example/")) is None
    assert moved_to(Answer(307, {"location": "https://[::1"}, b"", "https://a.example/")) is None


def test_five_megabytes_of_open_brackets_cost_no_time() -> None:
    verdict = classify(load("exa"), answer("<" * 5_000_000, "text/html"), now=0.0)
    assert verdict.outcome == "payload"


@pytest.mark.parametrize(
    ("name", "outcome", "words"),
    [
        ("022-http-202", "rate_limited", "Unusual activity"),
        ("028-html-not-json", "http", "403, text/html: 403 Forbidden Forbidden No permission"),
        ("112-iserror-text", "rate_limited", "Free limit reached"),
        ("125-sse-or-json", "ok", ""),
        ("131-endpoint-moved", "http", "https://search.new.example/mcp"),
        ("145-http-432", "rate_limited", "plan's set usage limit"),
    ],
)
def test_reported_answers_are_told_apart(name: str, outcome: str, words: str) -> None:
    path = SHARED / f"{name}.http"
    if not path.exists():
        pytest.skip("the reported cases are not beside the project")
    head, _, body = path.read_bytes().partition(b"\r\n\r\n")
    status, *fields = head.decode().splitlines()
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    verdict = classify(load("exa"), Answer(int(status.split()[1]), headers, body, "https://a.example/"), now=0.0)
    assert verdict.outcome == outcome
    assert words in (verdict.error.message if verdict.error else "")


def test_a_request_shows_neither_its_headers_nor_its_body() -> None:
    request = Request("POST", "https://a.example/mcp", {"x-api-key": "sk-canary"}, json={"q": "private"})
    assert repr(request) == "Request(method='POST', url='https://a.example/mcp')"
    assert request == Request("POST", "https://a.example/mcp", {"x-api-key": "sk-canary"}, json={"q": "private"})


KEY = 'sk-Canary/0123+"é'


def written(key: str, how: str) -> str:
    """A key as services quote it back."""
    return {
        "as it is": key,
        "in capitals": key.upper(),
        "percent-encoded": quote(key, safe=""),
        "percent-encoded in full": "".join(f"%{byte:02X}" for byte in key.encode()),
        "percent-encoded twice": quote(quote(key, safe=""), safe=""),
        "as JSON": json.dumps(key)[1:-1],
        "as JSON in JSON": json.dumps(json.dumps(key)[1:-1])[1:-1],
        "as JSON escapes": "".join(f"\\u{ord(one):04X}" for one in key),
        "with unseen characters": "\u200b".join(key),
        "with control characters": "\x00".join(key),
        "broken over lines": f"{key[:7]}\n{key[7:]}",
    }[how]


@pytest.mark.parametrize(
    "how",
    [
        "as it is", "in capitals", "percent-encoded", "percent-encoded in full", "percent-encoded twice", "as JSON",
        "as JSON in JSON", "as JSON escapes", "with unseen characters", "with control characters", "broken over lines",
    ],
)  # fmt: skip
def test_a_key_is_masked_however_a_service_writes_it(how: str) -> None:
    told = error_text("exa", f"bad key {written(KEY, how)} given", KEY)
    assert told == "exa: bad key *** given"


@given(st.text(max_size=4_200), st.integers(0, 4_200))
def test_no_cut_leaves_the_half_of_a_key(before: str, unseen: int) -> None:
    told = error_text("exa", f"{before[:200]}{chr(0x200B) * unseen}{KEY}{before}", KEY)
    assert "Canary" not in told and len(told) <= 300


def test_of_many_events_the_first_thousand_are_looked_at() -> None:
    notice, reply_ = 'data: {"method": "tick"}\n\n', 'data: {"jsonrpc": "2.0", "id": 1, "result": {}}\n\n'
    assert reply(answer(notice * 999 + reply_))["result"] == {}
    with pytest.raises(ValueError, match="no reply"):
        reply(answer(notice * 1_000 + reply_))
