"""An answer that came with results: each sentence tied to a quote out of them, or marked as unsupported."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace
from ring_bench import Bench, server
from search_server import SearchServer, raw

from webloupe.search.answers import MAX_SENTENCES, QUOTE_CHARS, cited
from webloupe.types import SearchAnswer, SearchResult

__all__ = ["server"]

HITS = [
    SearchResult(
        title="Thinning oak stands",
        url="https://a.example/thin",
        description="A stand is opened twice in 20 years. Thin in winter, when the sap rests. Beeches are not thinned.",
    ),
    SearchResult(
        title="橡树的生长",
        url="https://b.example/oak",
        description="橡树在冬天休眠。橡树可以活500年。",
    ),
    SearchResult(title="Prices", url="https://c.example/", description="A stand is opened three times in 30 years."),
]


def told(answer: str) -> SearchAnswer:
    return cited(answer, HITS, source="tavily")


@pytest.mark.parametrize(
    ("sentence", "position", "quote"),
    [
        ("Thin the stand in winter when the sap rests.", 1, "Thin in winter, when the sap rests."),
        ("A stand is opened twice in 20 years.", 1, "A stand is opened twice in 20 years."),
        ("A stand is opened in 30 years.", 3, "A stand is opened three times in 30 years."),
        ("Beeches are not thinned.", 1, "Beeches are not thinned."),
        ("橡树可以活500年。", 2, "橡树可以活500年。"),
        ("Thinning oak stands", 1, "Thinning oak stands"),
    ],
)
def test_a_sentence_that_the_hits_hold_is_tied_to_its_quote(sentence: str, position: int, quote: str) -> None:
    (one,) = told(sentence).sentences
    assert (one.text, one.quote, one.position) == (sentence, quote, position)


@pytest.mark.parametrize(
    "sentence",
    [
        "A stand is opened twice in 25 years.",  # another number
        "Beeches are thinned.",  # the opposite
        "Thin never in winter, when the sap rests.",
        "The moon is made of cheese.",
        "橡树可以活600年。",
        "42",
    ],
)
def test_a_sentence_that_they_do_not_hold_is_marked(sentence: str) -> None:
    (one,) = told(sentence).sentences
    assert (one.text, one.quote, one.position) == (sentence, "", None)


def test_an_answer_is_told_sentence_by_sentence_without_citations_of_its_own() -> None:
    answer = told("Thin in winter, when the sap rests [3]. It costs 9,000 euros [1, 2].")
    assert [one.text for one in answer.sentences] == [
        "Thin in winter, when the sap rests.",
        "It costs 9,000 euros.",
    ]
    assert [one.position for one in answer.sentences] == [1, None]
    assert answer.source == "tavily"


def test_a_long_quote_is_cut_to_what_can_be_shown() -> None:
    long = SearchResult(title="T", url="https://a.example/", description="oak and elm " * 200)
    (one,) = cited("oak and elm", [long], source="x").sentences
    assert one.position == 1 and len(one.quote) <= QUOTE_CHARS


@given(some.text(max_size=400), some.lists(some.text(max_size=80), max_size=4))
def test_whatever_comes_every_quote_is_out_of_its_hit(answer: str, texts: list[str]) -> None:
    hits = [SearchResult(title=text, url="https://a.example/", description=text) for text in texts]
    for one in cited(answer, hits, source="x").sentences:
        assert one.text.strip()
        assert (one.position is None) == (one.quote == "")
        if one.position is not None:
            assert one.quote.rstrip("…") in " ".join(hits[one.position - 1].description.split()) or not (
                hits[one.position - 1].description.isprintable()
            )


def test_a_backend_that_gives_an_answer_is_asked_for_it_and_its_sentences_are_tied(server: SearchServer) -> None:
    body = {
        "answer": "Thin in winter, when the sap rests. Elms live 4,000 years.",
        "results": [{"title": hit.title, "url": hit.url, "content": hit.description} for hit in HITS],
    }
    server.play(tavily=raw(200, "application/json", json.dumps(body)))
    response = Bench(server, ("tavily",)).search(asks={"answer": True})
    assert server.calls[0].body["include_answer"] is True
    assert response.answer is not None and response.answer.source == "tavily"
    supported, unsupported = response.answer.sentences
    assert supported.position == 1 and response[0].url == HITS[0].url
    assert (unsupported.quote, unsupported.position) == ("", None)


def test_without_asking_for_it_nobody_answers(server: SearchServer) -> None:
    body = {"answer": "Thin in winter.", "results": [{"title": "T", "url": "https://a.example/", "content": "x"}]}
    server.play(tavily=raw(200, "application/json", json.dumps(body)))
    response = Bench(server, ("tavily",)).search()
    assert response.answer is None and "include_answer" not in server.calls[0].body


def test_what_a_hostile_model_says_is_read_in_linear_time() -> None:
    hits = [replace(HITS[0], description="Oak. " * 100_000)] * 10
    for hostile in (" " * 2_000_000, "[1" * 1_000_000, "[1 , " * 400_000, "1" * 2_000_000, "Oak. " * 400_000):
        assert len(cited(hostile, hits, source="model").sentences) <= MAX_SENTENCES


def test_a_models_own_marks_are_taken_off_with_the_blanks_before_them() -> None:
    said = told("Thin in winter  [1] [2, 3]. Beeches are not thinned [2].")
    assert [one.text for one in said.sentences] == ["Thin in winter.", "Beeches are not thinned."]
