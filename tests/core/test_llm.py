"""A configured model is asked for an answer, and what it says is tied to the hits or marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopback import reply, serve

from webloupe import config as configuration
from webloupe.demo import DemoWeb
from webloupe.sync import Session
from webloupe.types import SearchResponse

KEY = "canary-0123456789"
QUERY = "telescope mirror"


def said(content: object, status: int = 200) -> bytes:
    body = json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]})
    return reply(status, body.encode(), {"Content-Type": "application/json"})


@pytest.fixture(scope="module")
def web():
    with DemoWeb() as web:
        yield web


def asked(web: DemoWeb, home: Path, **more: str) -> SearchResponse:
    with Session(configuration.load(env={**web.env, **more}, cwd=home, home=home)) as session:
        return session.search(QUERY, answer=True)


def model_at(url: str) -> dict[str, str]:
    return {"WEBLOUPE_LLM_BASE_URL": f"{url}/v1", "WEBLOUPE_LLM_MODEL": "tiny:1b", "WEBLOUPE_LLM_API_KEY": KEY}


def test_a_models_answer_is_told_sentence_by_sentence_with_its_quotes(web, tmp_path):
    titles: list[str] = []

    def answering(request):
        sources = json.loads(request.body)["messages"][1]["content"]
        titles.append(sources.partition("[1] ")[2].partition("\n")[0])
        return said(f"{titles[0]} [1]. Its moon is made of 4,711 cheeses [2].")

    with serve(answering) as model:
        response = asked(web, tmp_path, **model_at(model.url))
        (call,) = model.requests
    assert response.answer is not None and response.answer.source == "tiny:1b"
    supported, invented = response.answer.sentences
    assert (supported.quote, supported.position) == (titles[0], 1)
    assert "[1]" not in supported.text
    assert (invented.quote, invented.position) == ("", None)
    assert call.path == "/v1/chat/completions" and call.headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(response) and QUERY in call.body.decode()


@pytest.mark.parametrize(
    "answer",
    [said("x", status=401), said(None), said("  "), reply(200, b"no JSON"), reply(200, b"[]"), reply(500, b"boom")],
)
def test_a_model_of_no_use_costs_the_answer_and_not_the_results(web, tmp_path, answer):
    with serve(lambda _: answer) as model:
        response = asked(web, tmp_path, **model_at(model.url))
    assert len(response) and response.answer is None
    assert any("tiny:1b" in note for note in response.notes)
    assert KEY not in repr(response)


def test_a_model_that_is_down_costs_the_answer_alone(web, tmp_path):
    with serve(lambda _: b"") as gone:
        pass
    response = asked(web, tmp_path, **model_at(gone.url))
    assert len(response) and any("did not answer" in note for note in response.notes)


def test_without_a_model_a_note_says_what_gives_answers(web, tmp_path):
    response = asked(web, tmp_path)
    assert response.answer is None
    assert any("WEBLOUPE_LLM_BASE_URL" in note for note in response.notes)


def test_a_search_that_asks_for_no_answer_asks_no_model(web, tmp_path):
    with serve(lambda _: said("x")) as model:
        config = configuration.load(env={**web.env, **model_at(model.url)}, cwd=tmp_path, home=tmp_path)
        with Session(config) as session:
            assert session.search(QUERY).answer is None
        assert model.requests == []
