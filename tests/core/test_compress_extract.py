"""Sentences chosen for a question, or without one: what stays, what must not be cut, and never more than asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.extract import extract
from webloupe.compress.segments import apply
from webloupe.compress.units import units
from webloupe.tokens import count_tokens

_PARTS = (
    "# Heading\n",
    "A plain title\n",
    "The council did not approve 3 bridges. ",
    "镇上没有批准三座桥。",
    "Anna Berg was born in Oslo in 1904. ",
    "\n\n",
    "```\ncode = 1\n\nmore = 2\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
    "host: a\nport: 1\nuser: b\n",
    "1.1 First clause.\n\n1.2 Second clause.\n\n",
    "- item one\n- item two\n",
    "The steps are:\n",
)
TEXT = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=80),
    st.lists(st.sampled_from(_PARTS), max_size=20).map("".join),
)
TASK = st.sampled_from(["", "Where was Anna Berg born?", "code", "没有桥", "\ud800", "clause heading"])


def short(text: str, budget: int, task: str = "", **options: object) -> str:
    return apply(text, extract(text, task=task, budget_tokens=budget, **options).edits)  # type: ignore[arg-type]


@settings(deadline=None, max_examples=300)
@given(TEXT, TASK, st.integers(0, 60))
def test_any_text_stays_within_the_budget_and_its_blocks_whole(text: str, task: str, budget: int) -> None:
    change = extract(text, task=task, budget_tokens=budget)
    places = [place for edit in change.edits for place in (edit.start, edit.end)]
    assert places == sorted(places)
    assert all(0 <= edit.start < edit.end <= len(text) and not edit.new for edit in change.edits)
    assert len(change.reasons) == len(change.edits)
    assert count_tokens(apply(text, change.edits)) <= budget
    gone = {place for edit in change.edits for place in range(edit.start, edit.end)}
    for unit in units(text):
        filled = {place for place in range(unit.start, unit.end) if not text[place].isspace()}
        assert not filled & gone or filled <= gone


@settings(deadline=None)
@given(TEXT, TASK)
def test_a_text_that_fits_is_left_alone(text: str, task: str) -> None:
    assert not extract(text, task=task, budget_tokens=count_tokens(text)).edits


@given(TEXT, TASK, st.integers(0, 60))
@settings(deadline=None)
def test_equal_input_gives_an_equal_choice(text: str, task: str, budget: int) -> None:
    assert extract(text, task=task, budget_tokens=budget) == extract(text, task=task, budget_tokens=budget)


_FILLER = "\n\n".join(
    f"The market of town {number} opens early. Farmers sell apples and bread there. It closes at noon."
    for number in range(30)
)


def test_the_sentence_that_answers_stays_with_its_heading() -> None:
    text = f"{_FILLER}\n\n## The old bridge\n\nIt was built in 1904. It is not open to lorries.\n\n{_FILLER}"
    kept = short(text, 40, "When was the old bridge built?")
    assert "## The old bridge" in kept
    assert "It was built in 1904." in kept
    assert "It is not open to lorries." in kept


def test_a_name_in_what_was_found_leads_to_the_passage_that_answers() -> None:
    film = "Night Harbour\nNight Harbour is a film of 1962 that Ingrid Solheim directed."
    director = "Ingrid Solheim\nIngrid Solheim grew up in Bodø and later moved to Rome."
    text = f"{_FILLER}\n\n{film}\n\n{_FILLER}\n\n{director}\n\n{_FILLER}"
    kept = short(text, 60, "Where did the director of Night Harbour grow up?")
    assert "directed" in kept
    assert "grew up in Bodø" in kept


def test_the_trail_needs_no_headings() -> None:
    film = "Night Harbour is a film of 1962 that Ingrid Solheim directed."
    director = "Ingrid Solheim spent all of youth in Bodø and later moved to Rome."
    text = f"{_FILLER}\n\n{film}\n\n{_FILLER}\n\n{director}\n\n{_FILLER}"
    assert "Bodø" in short(text, 60, "Where was the director of Night Harbour raised?")


def test_a_list_item_comes_with_the_line_that_opens_its_list() -> None:
    text = f"{_FILLER}\n\nYou must never mix these:\n- bleach with vinegar\n- salt with sugar\n\n{_FILLER}"
    kept = short(text, 30, "bleach")
    assert "never mix these:\n- bleach with vinegar" in kept


def test_a_table_is_kept_whole_or_dropped_whole_and_told() -> None:
    table = "| town | people |\n|---|---|\n" + "".join(f"| T{row} | {row * 37} |\n" for row in range(20))
    text = f"{_FILLER}\n\n{table}\n{_FILLER}"
    assert table.strip() in short(text, 300, "people of town T7")
    change = extract(text, task="people of T7", budget_tokens=60)
    assert any("table dropped whole" in reason for reason in change.reasons)
    assert any("left out" in note for note in change.notes)


def test_a_budget_that_nobody_asked_for_does_not_cut_the_longest_answer() -> None:
    code = "```python\n" + "\n".join(f"total_{line} = total_{line - 1} + {line}" for line in range(1, 60)) + "\n```"
    text = f"{_FILLER}\n\n{code}\n\n{_FILLER}"
    change = extract(text, task="total_7", budget_tokens=100, strict=False)
    assert apply(text, change.edits) == code
    assert any("kept whole" in note for note in change.notes)


def test_without_a_task_a_note_says_what_such_a_choice_keeps() -> None:
    assert any("%" in note for note in extract(_FILLER, budget_tokens=100).notes)
    assert not extract(_FILLER, task="apples", budget_tokens=100).notes


def test_keywords_and_priority_move_what_ranks_alike() -> None:
    text = "\n\n".join(f"Day {day} brought rain to {place}." for day, place in enumerate(["Bergen", "Oslo", "Tromsø"]))
    budget = count_tokens("Day 1 brought rain to Tromsø.") + 1
    assert "Tromsø" in short(text, budget, keywords=("Tromsø",))
    weights = [1.0 if "Oslo" in text[unit.start : unit.end] else 0.1 for unit in units(text)]
    assert "Oslo" in short(text, budget, priority=weights)


def test_a_repeated_sentence_waits_until_all_else_had_its_turn() -> None:
    said = "The harbour festival starts on 3 May."
    text = "\n\n".join([said, _FILLER, said, _FILLER, "The harbour festival ends on 9 May.", said])
    kept = short(text, 36, "When is the harbour festival?")
    assert kept.count(said) == 1
    assert "9 May" in kept


class _ByFirstLetter:
    """Vectors that know one thing: whether a text speaks of water."""

    name = "water"
    most = None

    def __init__(self) -> None:
        self.calls: list[int] = []

    def embed(self, texts: list[str], kind: str = "passage") -> np.ndarray:
        self.calls.append(len(texts))
        return np.asarray([[1.0, 0.0] if "river" in text or "wet" in text else [0.0, 1.0] for text in texts])


def test_vectors_find_what_words_do_not_and_are_made_once() -> None:
    text = f"{_FILLER}\n\nThe river rose over its banks.\n\n{_FILLER}"
    embed = _ByFirstLetter()
    assert "river" in short(text, 20, "What got wet?", embed=embed)
    assert "river" in short(text, 40, "How wet was it?", embed=embed)
    assert sorted(embed.calls)[:2] == [1, 1]
    assert len(embed.calls) == 3


@pytest.mark.parametrize("text", ["", " \n ", "word"])
def test_nothing_to_choose_from(text: str) -> None:
    assert short(text, 0) in ("", text if not text.strip() else "")
