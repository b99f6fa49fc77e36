"""Search terms and sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.language import run_ends, sentences, terms

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("北京大学", ["北京", "京大", "大学"]),
        ("大", ["大"]),
        ("在 Python 中", ["在", "python", "中"]),
        ("C++ and C#", ["c++", "and", "c#"]),
        ("what's a-b foo:bar", ["what", "s", "a", "b", "foo", "bar"]),
        ("Naïve CAFÉS", ["naive", "cafe"]),
        ("ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]),
        ("policies, houses, status, glass", ["policy", "house", "status", "glass"]),
        ("한국어", ["한국", "국어"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("😀 <|> \ud800", []),
    ],
)
def test_terms_are_words_and_bigrams(text: str, found: list[str]) -> None:
    assert list(terms(text)) == found


@settings(deadline=None)
@given(ANY)
def test_terms_can_be_stored_and_hold_no_blank(text: str) -> None:
    for term in terms(text):
        assert term.encode("utf-8") and not any(character.isspace() for character in term)


def test_run_ends_are_the_characters_that_begin_no_bigram() -> None:
    assert run_ends("北京大学 and 大学, 茶") == {"学", "茶"}


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        (
            "Dr. Smith met J. Doe at 3.5 p.m. today. Then he left.",
            ["Dr. Smith met J. Doe at 3.5 p.m. today. ", "Then he left."],
        ),
        ('He said "Go." She went.', ['He said "Go." ', "She went."]),
        ("他说：“好。”然后走了！真的？", ["他说：“好。”", "然后走了！", "真的？"]),
        (
            "Version 2.0 of example.org is out. See e.g. Fig. 3 there.",
            ["Version 2.0 of example.org is out. ", "See e.g. Fig. 3 there."],
        ),
        ("# Title\n\nText\nwrapped\n- item\n- item", ["# Title\n\n", "Text\nwrapped\n", "- item\n", "- item"]),
    ],
)
def test_sentences_are_cut_where_a_reader_would(text: str, pieces: list[str]) -> None:
    assert sentences(text) == pieces


@settings(deadline=None)
@given(st.one_of(ANY, st.text('a.B !?。！\n-#"” ')))
def test_sentences_join_to_the_text(text: str) -> None:
    assert "".join(sentences(text)) == text
    assert "" not in sentences(text)
