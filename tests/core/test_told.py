"""A search in words: who answered, why a description is another one, the backends side by side, the answer."""

from __future__ import annotations

import pytest

from webloupe import printed, told
from webloupe.types import (
    AnswerSentence,
    Attempt,
    ComparedBackend,
    ComparedPair,
    Comparison,
    ErrorInfo,
    SearchAnswer,
    SearchResponse,
    SearchResult,
)


def failed(code: str, message: str, outcome: str = "skipped") -> Attempt:
    return Attempt(backend="exa", outcome=outcome, error=ErrorInfo(code=code, message=message))


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (Attempt(backend="exa", outcome="ok"), "exa answered"),
        (Attempt(backend="exa", outcome="empty"), "exa found nothing"),
        (Attempt(backend="exa", outcome="rate_limited", retry_after_s=411.2), "exa: rate limited"),
        (Attempt(backend="exa", outcome="timeout", elapsed_ms=9_000), "exa: timed out"),
        (Attempt(backend="exa", outcome="transport"), "exa failed"),
        (Attempt(backend="exa", outcome="skipped"), "exa: skipped"),
        (failed("bad_key", "exa: invalid key", "http"), "exa: invalid key"),
        (failed("rate_limited", "exa: rests after: rate limited"), "exa rests after: rate limited"),
        (failed("rate_limited", "exa: asked a moment ago, it wants its calls apart"),
         "exa: asked a moment ago, it wants its calls apart"),
    ],
)  # fmt: skip
def test_an_attempt_is_told_in_words_that_hold_no_time(attempt, words):
    assert told.tried(attempt) == words


def test_a_rest_is_told_where_somebody_reads_it_and_while_it_lasts():
    limited = Attempt(backend="exa", outcome="rate_limited", retry_after_s=411.2)
    assert told.tried(limited, told.wait_left_s(limited, 0)) == "exa: rate limited, retry in 412 s"
    assert told.tried(limited, told.wait_left_s(limited, 400.0)) == "exa: rate limited, retry in 12 s"
    assert told.wait_left_s(limited, 412.0) is None
    assert told.wait_left_s(Attempt(backend="exa", outcome="ok"), 0) is None


@pytest.mark.parametrize(
    ("source", "note", "words"),
    [
        ("peer:keenable", "menu", "from keenable"),
        ("page", "menu", "from the page"),
        ("excerpt", "menu", "from a later part"),
        ("backend", "menu", "shortened to sentences"),
        ("backend", "", ""),
    ],
)
def test_a_description_that_is_another_one_says_whence_and_why(source, note, words):
    hit = SearchResult(title="t", url="u", description="d", description_source=source, description_note=note)
    assert "".join(mark.text for mark in told.marks(hit)) == words
    assert all(note in mark.title for mark in told.marks(hit))


def compared() -> SearchResponse:
    backends = (
        ComparedBackend(backend="exa", outcome="ok", elapsed_ms=1_812.4, hits=5, unique=3, tokens=1_234, quality=0.8),
        ComparedBackend(
            backend="keenable", outcome="timeout", elapsed_ms=9.0, hits=0, unique=0, tokens=0, quality=None
        ),
    )
    pair = ComparedPair(first="exa", second="keenable", shared=2, agreement=0.456)
    hit = SearchResult(
        title="Oaks", url="https://e.example/", backend="exa", position=1, found_by=("exa#1", "keenable#3")
    )
    sentences = (
        AnswerSentence(text="Oaks need light.", quote="They need light.", position=1),
        AnswerSentence(text="No."),
    )
    return SearchResponse(
        query="q",
        results=(hit,),
        comparison=Comparison(backends=backends, pairs=(pair,)),
        answer=SearchAnswer(sentences=sentences, source="exa"),
        cached=True,
        asked_at=1_000.0,
        attempts=(Attempt(backend="keenable", outcome="rate_limited", retry_after_s=412),),
    )


def test_backends_stand_side_by_side_with_times_only_where_they_are_wanted():
    backends, pairs = told.comparison(compared(), with_times=True)
    assert backends.head == ("backend", "outcome", "time", "hits", "unique", "tokens", "good descriptions")
    assert backends.rows[0] == ("exa", "answered", "1,812 ms", "5", "3", "1,234", "80%")
    assert backends.rows[1] == ("keenable", "timed out", "9 ms", "0", "0", "0", "–")
    assert pairs.rows == (("exa, keenable", "2", "0.46"),)
    saved = told.comparison(compared(), with_times=False)
    assert "ms" not in str(saved) and "time" not in saved[0].head
    assert told.comparison(SearchResponse(query="q"), with_times=True) == ()


def test_the_command_line_shows_the_answer_the_comparison_and_who_had_a_hit():
    text = printed.results(compared())
    assert text.startswith("exa: Oaks need light. [1] No. [no source]\n\nbackend   outcome")
    assert "exa, keenable  2       0.46" in text and "undated · exa#1, keenable#3" in text


def test_the_command_line_tells_how_old_a_memory_is_and_how_long_a_rest_still_lasts():
    header = printed.search_header(compared(), now=1_190.0)
    assert header == "keenable: rate limited, retry in 222 s · from memory, 3 min old · 1 result, 0 tokens"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "just now"), (59, "just now"), (190, "3 min old"), (3_599, "59 min old"), (7_300, "2 h old"),
     (200_000, "2 days old")],
)  # fmt: skip
def test_an_age_is_told_in_one_unit(seconds, words):
    assert told.age(seconds) == words
