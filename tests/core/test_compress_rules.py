"""Rules of level 1 as a user sets them, and those that look at pages, fragments and endless paragraphs."""

from __future__ import annotations

from typing import Any

import pytest
from test_compress import compress, is_true

from webloupe.compress.priority import LOWERED, PREFERRED, STUFFED, priority
from webloupe.compress.rules import RULE_NAMES
from webloupe.compress.ruleset import RuleSet, rule_set
from webloupe.compress.units import units
from webloupe.errors import BadInput

LOG = (
    "The start of the run.\nDEBUG opened `a.db`\nIt went well.\nDEBUGGER attached\ndebug closed it\nThe end of the run."
)


def by(told: Any, text: str) -> Any:
    done = compress(text, rules=rule_set(told, RULE_NAMES), force=True)
    is_true(done, text)
    return done


def test_a_pattern_of_ones_own_says_its_name_where_it_changed_something() -> None:
    done = by(
        [{"name": "no phones", "pattern": r"call (\d+)", "replacement": r"[phone of \1]"}], "Please CALL 555 now."
    )
    assert done.text == "Please [phone of 555] now."
    assert [(one.reason, one.before) for one in done.segments if one.op == "rewritten"] == [("no phones", "CALL 555")]


def test_lines_that_hold_a_word_are_dropped_with_the_code_in_them_and_no_others() -> None:
    assert by(["drop DEBUG"], LOG).text == (
        "The start of the run.\nIt went well.\nDEBUGGER attached\nThe end of the run."
    )
    fenced = "Text.\n\n```\nDEBUG stays\n```\n"
    assert by(["drop DEBUG"], fenced).text == fenced


def test_a_pattern_that_never_ends_is_left_out_and_said() -> None:
    done = by([{"name": "endless", "pattern": r"(.*)*x(.*)*y(.*)*z"}], "ax" * 4_000)
    assert done.text == "ax" * 4_000
    assert any("endless" in note for note in done.notes)


def test_a_rule_that_is_switched_off_does_nothing() -> None:
    assert by({"off": ["site chrome"]}, "Skip to content\nText.").text == "Skip to content\nText."


@pytest.mark.parametrize(
    "told",
    [
        "drop DEBUG", 5, [{"name": "x"}], [{"pattern": "("}], [{"pattern": "a", "replacement": r"\9"}],
        [{"patern": "a"}], ["shorten"], {"off": ["site crome"]}, {"fragments": 3},
        {"fragment_chars": -1}, {"fragment_chars": True}, [{"pattern": "a" * 5_000}], {"prefer": 3},
    ],
)  # fmt: skip
def test_what_is_no_rule_is_told_in_two_lines(told: Any) -> None:
    with pytest.raises(BadInput) as caught:
        rule_set(told, RULE_NAMES)
    assert len(caught.value.lines()) == 2


# --- pages, fragments, endless paragraphs -----------------------------------------------------------------------------


def paper(pages: int) -> str:
    return "".join(
        f"Annual report of the society\n\nThe account of chapter {n} goes on here and says what was done.\n\n"
        f"CONFIDENTIAL\n\nPage {n} of {pages}\n\n"
        for n in range(1, pages + 1)
    )


def test_page_numbers_running_titles_and_watermarks_go() -> None:
    done = compress(paper(6))
    is_true(done, paper(6))
    assert "Page" not in done.text and "CONFIDENTIAL" not in done.text
    assert done.text.count("goes on here") == 6


@pytest.mark.parametrize(
    "text",
    [
        "Turn to\n\nPage 12\n\nof the book.",
        "CONFIDENTIAL\n\nThe letter began with this word, and nobody read on.",
        "3/4\n\nof the cups were full.",
        "第 3 页\n\n写着一个名字。",
    ],
)
def test_what_only_looks_like_paper_stays(text: str) -> None:
    assert compress(text).text == text


FILLER = "\n\n".join(f"This is paragraph {n} of a text that says what a text says, in one sentence." for n in range(20))


def test_runs_of_fragments_are_set_aside_and_a_caption_stays_with_its_text() -> None:
    done = compress(f"{FILLER}\n\nMenu\n\nHome\n\nThe harbour\n\nThe harbour was built in stone by those who came.")
    assert "Menu" not in done.text and "Home" not in done.text and "The harbour\n\n" in done.text
    (row,) = [row for row in done.trace if row.name == "fragment"]
    assert {piece.action for piece in row.touched} == {"set_aside"}
    assert by({"fragment_chars": 0}, f"{FILLER}\n\nMenu\n\nHome").text.endswith("Menu\n\nHome")


def test_fragments_that_are_the_text_stay() -> None:
    names = "\n\n".join(["Ann Example", "Ben Sample", "Cem Muster", "Dora Modelo"])
    assert compress(names).text == names


@pytest.mark.parametrize("sentence", ["This is one sentence of very many. ", "这是很多很多句子中的一句话，它并不短。"])
def test_an_endless_paragraph_is_broken_between_sentences(sentence: str) -> None:
    text = "".join(sentence.replace("one", f"one {n}").replace("一句", f"第{n}句") for n in range(300)).strip()
    done = compress(text)
    is_true(done, text)
    parts = done.text.split("\n\n")
    assert len(parts) > 2 and all(len(part) <= 2_000 for part in parts)
    assert "".join(done.text.split()) == "".join(text.split())


# --- what moves passages up and down ----------------------------------------------------------------------------------


def test_sections_and_stuffed_passages_are_moved_and_nothing_is_dropped() -> None:
    stuffed = " ".join(f"Cheap shoes, best shoes, shoes of {n}, buy shoes." for n in range(5))
    text = f"# Core ideas\n\nThe idea.\n\n## Deeper\n\nMore of it.\n\n# Appendix\n\nTables.\n\n# Rest\n\n{stuffed}\n"
    factors = priority(text, RuleSet(prefer=("core",), lower=("appendix",)))
    assert factors
    said = {text[one.start : one.end].strip(): factor for one, factor in zip(units(text), factors, strict=True)}
    assert (said["The idea."], said["More of it."], said["Tables."]) == (PREFERRED, PREFERRED, LOWERED)
    assert {factor for words, factor in said.items() if "shoes" in words} == {STUFFED}
    assert priority("Plain text of one sentence.", RuleSet()) is None
