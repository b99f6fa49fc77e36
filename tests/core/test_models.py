"""A scripted OpenAI-compatible server: whatever a model does, a text comes back right or whole, in time, with why."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Received, Server, reply, serve

from webloupe import config as configuration
from webloupe import llm
from webloupe.sync import Session
from webloupe.types import Compression

KEY = "canary-0123456789"
JSON = {"Content-Type": "application/json"}
EVENTS = {"Content-Type": "text/event-stream"}
TEXT = "# Vossholm\n\n" + "\n\n".join(
    f"In {1900 + n} the council of Vossholm met in the old customs house and debated pier {n} for {n + 2} hours, and "
    f"the engineer Ada Brekke told it that the oak for the piles would cost {n}.5 million kroner before the winter."
    for n in range(1, 41)
)
TRUE = {"facts": ["In 1903 the council of Vossholm debated pier 3 for 5 hours.", "The engineer was Ada Brekke."]}
WHOLE = json.dumps(TRUE)


def completion(text: object, finish: str = "stop") -> bytes:
    """The whole answer of a server that does not stream."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    body = {"choices": [choice], "usage": {"prompt_tokens": 900, "completion_tokens": 40}}
    return reply(200, json.dumps(body).encode(), JSON)


def events(text: str, finish: str = "stop") -> bytes:
    """The same as a stream of a few characters an event."""
    deltas = [{"choices": [{"delta": {"content": text[at : at + 7]}}]} for at in range(0, len(text), 7)]
    deltas += [{"choices": [{"delta": {}, "finish_reason": finish}]}]
    deltas += [{"choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 40}}]
    body = "".join(f"data: {json.dumps(delta)}\n\n" for delta in deltas)
    return reply(200, f": ping\n\n{body}data: [DONE]\n\n".encode(), EVENTS)


async def never(_: Received) -> AsyncIterator[bytes]:
    """A slow model: it takes the question and says nothing."""
    await asyncio.Event().wait()
    yield b""


async def endless(_: Received) -> AsyncIterator[bytes]:
    """A model that goes in circles and never stops."""
    yield b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    while True:
        yield b'data: {"choices": [{"delta": {"content": "and then "}}]}\n\n'
        await asyncio.sleep(0)


def shortened(home: Path, answer: Any, **more: Any) -> tuple[Compression, Server]:
    """What comes of asking the model behind `answer`, a handler or a fixed answer."""
    handler = answer if callable(answer) else lambda _: answer
    with serve(handler) as server:
        env = {
            "WEBLOUPE_LLM_BASE_URL": f"{server.url}/v1",
            "WEBLOUPE_LLM_MODEL": "tester-7",
            "WEBLOUPE_LLM_API_KEY": KEY,
            "WEBLOUPE_LLM_TIMEOUT_S": str(more.pop("timeout_s", 20)),
        }
        with Session(configuration.load(env=env, cwd=home, home=home)) as session:
            return session.compress(TEXT, method="instruct", task="the pier debates", **more), server


@pytest.mark.parametrize(
    "answer",
    [
        completion(WHOLE),
        events(WHOLE),
        completion(f"```json\n{WHOLE}\n```"),
        events(f"Of course! Here it is:\n\n{WHOLE}\n\nAnything else?"),
        completion(f"<think>Let me count {{piers}}.</think>{WHOLE}"),
        events(WHOLE[:-2], finish="length"),  # truncated after its last whole value
    ],
    ids=["valid", "streamed", "fenced", "prose around", "thinking", "truncated"],
)
def test_an_answer_is_taken_however_it_comes(tmp_path, answer):
    done, server = shortened(tmp_path, answer)
    assert done.method == "instruct" and done.refused is None, done.notes
    assert "pier 3 for 5 hours" in done.text and done.tokens_after < done.tokens_before
    assert "".join(segment.before for segment in done.segments) == TEXT
    assert "".join(segment.after for segment in done.segments) == done.text
    assert "tester-7" in done.model and "127.0.0.1" in done.model
    calls = len(server.requests)
    assert f"{900 * calls:,} tokens and wrote {40 * calls}" in " ".join(done.notes)
    assert all(call.headers["authorization"] == f"Bearer {KEY}" for call in server.requests)
    assert KEY not in repr(done)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (completion("I'm sorry, but I can't help with that."), "refusal"),
        (completion(""), "empty"),
        (completion('{"summary": "A council met."}'), "other keys"),
        (completion('{"facts": ["It cost 999 billion pounds.", "In 1850 it sank."]}'), "nothing that the text says"),
        (reply(500, b"boom"), "HTTP 500"),
        (reply(429, b"{}", {"Retry-After": "3600"}), "HTTP 429"),
        (reply(401, b"{}"), "HTTP 401"),
        (reply(200, b"<html>proxy</html>", {"Content-Type": "text/html"}), "empty"),
    ],
    ids=["refusing", "empty", "wrong keys", "invented", "500", "429", "401", "no model at all"],
)
def test_what_is_no_answer_leaves_the_text_whole_with_the_reason(tmp_path, monkeypatch, answer, why):
    monkeypatch.setattr(llm, "RETRY_S", 0.01)
    done, _ = shortened(tmp_path, answer)
    assert done.text == TEXT and done.method == "none"
    assert done.refused and why in done.refused and "extract" in f"{done.refused} {' '.join(done.notes)}"
    assert KEY not in repr(done)


@pytest.mark.parametrize("handler", [never, endless], ids=["slow", "endless"])
def test_a_model_that_does_not_end_is_left_at_the_deadline(tmp_path, handler):
    began = time.monotonic()
    done, _ = shortened(tmp_path, handler, timeout_s=1.5)
    assert done.text == TEXT and done.refused
    assert time.monotonic() - began < 15


def test_invented_figures_are_dropped_and_told_and_the_true_ones_stay(tmp_path):
    facts = [*TRUE["facts"], "Pier 3 cost 77.25 million kroner."]
    done, _ = shortened(tmp_path, completion(json.dumps({"facts": facts})))
    assert "Ada Brekke" in done.text and "77.25" not in done.text
    assert any("77.25" in text for text in done.invented["numbers"])


def test_a_busy_server_is_asked_once_more(tmp_path, monkeypatch):
    monkeypatch.setattr(llm, "RETRY_S", 0.01)
    answers = iter([reply(503, b"busy"), completion(WHOLE)])
    done, server = shortened(tmp_path, lambda _: next(answers, completion(WHOLE)))
    assert done.method == "instruct" and len(server.requests) >= 2


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_server_that_knows_no_schema_is_asked_in_words(tmp_path, status):
    def picky(request: Received) -> bytes:
        form = json.loads(request.body).get("response_format")
        return completion(WHOLE) if form is None else reply(status, b'{"error": "response_format"}', JSON)

    done, server = shortened(tmp_path, picky)
    assert done.method == "instruct"
    forms = [(json.loads(call.body).get("response_format") or {}).get("type") for call in server.requests]
    assert forms[:4] == ["json_schema", "json_object", "json_object", None]
    assert not any(forms[4:])  # it is not asked in vain again


def test_the_same_is_not_asked_twice(tmp_path):
    with serve(lambda _: completion(WHOLE)) as server:
        env = {"WEBLOUPE_LLM_BASE_URL": f"{server.url}/v1", "WEBLOUPE_LLM_MODEL": "tester-7"}
        with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
            first = session.compress(TEXT, method="instruct", task="the pier debates")
            asked = len(server.requests)
            again = session.compress(TEXT, method="instruct", task="the pier debates")
            assert len(server.requests) == asked and again.text == first.text
            session.compress(TEXT, method="instruct", task="what the oak cost")
            assert len(server.requests) > asked


def test_without_a_model_nothing_is_sent_and_the_text_is_whole(tmp_path):
    with Session(configuration.load(env={}, cwd=tmp_path, home=tmp_path)) as session:
        done = session.compress(TEXT, method="instruct", task="the pier debates")
    assert done.text == TEXT and done.refused and "model" in done.refused


def test_any_callable_is_a_model(tmp_path):
    asked: list[Any] = []

    def mine(messages: Any, schema: Any) -> str:
        asked.append((messages, schema))
        return WHOLE

    with Session(configuration.load(env={}, cwd=tmp_path, home=tmp_path)) as session:
        done = session.compress(TEXT, method="instruct", task="the pier debates", model=mine)
    assert done.method == "instruct" and "mine" in done.model and asked[0][1]["properties"]
