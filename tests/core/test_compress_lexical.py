"""Relevance by words: which text a question means, in any script."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.lexical import K1, B, Lexicon, query_terms
from webloupe.language import terms

TEXTS = st.lists(st.text(st.sampled_from("abc 河水东。é"), max_size=12), max_size=8)


def test_the_text_that_speaks_of_it_comes_first() -> None:
    lexicon = Lexicon(["The bridge was built in 1904.", "The school has a garden.", "镇上的大桥建于1904年。", ""])
    assert lexicon.scores("When was the bridge built?").argmax() == 0
    assert lexicon.scores("大桥是什么时候建的？").argmax() == 2
    assert not lexicon.scores("xylophone").any()


def test_a_question_of_nothing_but_function_words_still_asks() -> None:
    assert query_terms("What is this?").keys() == {"what", "is", "thi"}
    assert query_terms("What is rain?").keys() == {"rain"}


@settings(deadline=None)
@given(TEXTS, st.text(st.sampled_from("abc 河水"), max_size=6))
def test_scores_are_bm25(texts: list[str], query: str) -> None:
    told = [list(terms(text)) for text in texts]
    mean = (sum(map(len, told)) / len(told) if told else 0) or 1.0
    expected = []
    for words in told:
        score = 0.0
        for term in query_terms(query):
            having = sum(term in others for others in told)
            idf = math.log(1 + (len(told) - having + 0.5) / (having + 0.5))
            count = words.count(term)
            score += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * len(words) / mean))
        expected.append(score)
    assert all(math.isclose(one, other) for one, other in zip(Lexicon(texts).scores(query), expected, strict=True))


@settings(deadline=None)
@given(TEXTS)
def test_grouping_texts_is_joining_them(texts: list[str]) -> None:
    groups = [number // 3 for number in range(len(texts))]
    joined = ["\n".join(texts[at : at + 3]) for at in range(0, len(texts), 3)]
    one, other = Lexicon(texts).grouped(groups), Lexicon(joined)
    for query in ("a b c", "河水"):
        assert all(math.isclose(*pair) for pair in zip(one.scores(query), other.scores(query), strict=True))
