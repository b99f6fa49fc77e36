"""Vectors from an endpoint: a row a text, or two lines that say why not."""

from __future__ import annotations

import asyncio
import json

import pytest
from loopback import Received, reply, serve

from webloupe.embeddings import EmbeddingModel
from webloupe.errors import BadModelAnswer, ModelUnavailable
from webloupe.http import Http
from webloupe.keys import Secret

KEY = "canary-0123456789"


def rows_for(request: Received, **odd: object) -> bytes:
    asked = json.loads(request.body)
    data = [{"index": at, "embedding": [float(len(text)), 1.0]} for at, text in enumerate(asked["input"])]
    return reply(200, json.dumps({"data": data[::-1], **odd}).encode(), {"Content-Type": "application/json"})


def embedded(url: str, texts: list[str]) -> list[list[float]]:
    async def ask() -> list[list[float]]:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        try:
            return await EmbeddingModel(f"{url}/v1", "tiny", Secret(KEY)).embed(http, texts, timeout_s=5)
        finally:
            await http.aclose()

    return asyncio.run(ask())


def test_each_text_gets_its_row_whatever_order_the_server_answers_in() -> None:
    texts = [f"{'x' * (number % 7)} text" for number in range(150)] + ["", "  "]
    with serve(rows_for) as server:
        rows = embedded(server.url, texts)
        bodies = [json.loads(request.body) for request in server.requests]
        assert server.requests[0].path == "/v1/embeddings"
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert rows[:150] == [[float(len(text)), 1.0] for text in texts[:150]] and rows[150:] == [[0.0, 0.0]] * 2
    assert sum(len(body["input"]) for body in bodies) == 7  # equal texts are sent once


def test_many_texts_go_in_several_requests() -> None:
    with serve(rows_for) as server:
        rows = embedded(server.url, [f"text {number}" for number in range(150)])
        assert len(rows) == 150 and len(server.requests) == 3


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (reply(401, b"no"), ModelUnavailable),
        (reply(500, b"boom"), ModelUnavailable),
        (reply(200, b"no JSON"), BadModelAnswer),
        (reply(200, b"[]"), BadModelAnswer),
        (reply(200, b'{"data": []}'), BadModelAnswer),
        (reply(200, b'{"data": [{"index": 5, "embedding": [1.0]}]}'), BadModelAnswer),
        (reply(200, b'{"data": [{"index": 0, "embedding": []}]}'), BadModelAnswer),
        (reply(200, b'{"data": [{"index": 0, "embedding": [NaN]}]}'), BadModelAnswer),
        (reply(200, b'{"data": [{"index": "a", "embedding": [1]}]}'), BadModelAnswer),
    ],
)
def test_a_model_of_no_use_is_told_in_two_lines_without_its_key(answer: bytes, error: type[Exception]) -> None:
    with serve(lambda _: answer) as server, pytest.raises(error) as told:
        embedded(server.url, ["one text"])
    assert "tiny at 127.0.0.1" in str(told.value) and KEY not in repr(told.value)
    assert len(told.value.lines()) == 2  # type: ignore[attr-defined]
