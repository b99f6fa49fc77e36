"""A limit is told as one in all the shapes that services have for it; pages that speak of limits are results."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from answers import FIXTURES, answer, recorded

from webloupe.outcomes import classify
from webloupe.search.backends import load
from webloupe.search.backends.base import HttpBackend
from webloupe.wire import Answer

NAMES = sorted(path.parent.name for path in FIXTURES.glob("*/ok.http"))
MCP = ("exa", "parallel")


def backend(name: str) -> HttpBackend:
    found = load(name, endpoint="http://127.0.0.1:1/")
    assert isinstance(found, HttpBackend)
    return found


def as_json(status: int, body: Any, **headers: str) -> Answer:
    return answer(status, "application/json", json.dumps(body), **headers)


def tool(words: str, **more: Any) -> Answer:
    return as_json(200, {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": words}], **more}})


LIMITS = {
    "429": as_json(429, {"error": "slow down"}),
    "429 without a word": answer(429, "", ""),
    "429 as a page": answer(429, "text/html", "<h1>Too Many Requests</h1>"),
    "432": as_json(432, {"detail": {"error": "This request exceeds your plan's set usage limit."}}),
    "433": as_json(433, {"detail": {"error": "pay-as-you-go limit"}}),
    "402": as_json(402, {"error": {"message": "Insufficient credits to perform this request."}}),
    "400 out of credits": as_json(400, {"message": "Not enough credits", "statusCode": 400}),
    "403 quota": as_json(403, {"error": "Monthly quota exceeded"}),
    "202": answer(202, "text/html", "<div class=anomaly-modal>Unusual activity</div>"),
    "202 empty": answer(202, "", ""),
    "an error inside": as_json(200, {"error": "Rate limit exceeded, retry in 60 seconds"}),
    "a JSON-RPC error": as_json(
        200, {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": "Too many requests"}}
    ),
}
OF_TOOLS = {
    "_meta": tool("See our plans.", _meta={"ai.exa/rateLimited": True}),
    "isError": tool("Free limit reached. Try later or add a key.", isError=True),
    "isError with its name": tool("You've hit Exa's free MCP rate limit.", isError=True),
    "words alone": tool("You've hit the free MCP rate limit. To continue without limits, create a key."),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", LIMITS)
def test_a_limit_is_told_as_one(name: str, shape: str) -> None:
    verdict = classify(backend(name), LIMITS[shape], now=0.0)
    assert verdict.outcome == "rate_limited"
    assert verdict.error is not None and verdict.error.code in ("rate_limited", "quota_spent")


@pytest.mark.parametrize("name", MCP)
@pytest.mark.parametrize("shape", OF_TOOLS)
def test_a_tools_limit_is_told_as_one(name: str, shape: str) -> None:
    assert classify(backend(name), OF_TOOLS[shape], now=0.0).outcome == "rate_limited"


NO_LIMITS = {
    "402 for another reason": as_json(402, {"error": "payment method declined"}),
    "400 with a limit that is an argument": as_json(400, {"message": "The search limit must be from 1 to 50"}),
    "403": as_json(403, {"error": "forbidden"}),
    "500 that was throttled": as_json(500, {"error": "worker crashed"}),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", NO_LIMITS)
def test_another_failure_is_no_limit(name: str, shape: str) -> None:
    assert classify(backend(name), NO_LIMITS[shape], now=0.0).outcome == "http"


# --- results that speak of limits -------------------------------------------------------------------------------------

SPEAKING = (
    "Free MCP rate limit",
    "HTTP 429: too many requests",
    "Not enough credits",
    "Your monthly quota is exhausted, error 429",
    "ai.exa rateLimited: true",
)


def speaking(found: Answer, words: str) -> Answer:
    """The answer with these words in a title and in a text, wherever it has them."""
    body = found.body.decode()
    changed = body.replace("Oak notes", words).replace("Thin in winter", words).replace("Oaks need light", words)
    assert changed != body
    return replace(found, body=changed.encode())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("words", SPEAKING)
def test_pages_that_speak_of_limits_are_results(name: str, words: str) -> None:
    found = recorded(name, "ok")
    verdict = classify(backend(name), speaking(found, words), now=0.0)
    assert verdict.outcome == "ok"
    assert len(verdict.results) == len(classify(backend(name), found, now=0.0).results)
    assert any(words in hit.title + hit.description for hit in verdict.results)
