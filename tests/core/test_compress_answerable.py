"""Whether a question can still be answered, from where, and at which budget; what stays at which budget."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import webloupe
from webloupe import answerable, count_tokens
from webloupe.compress.curve import curve
from webloupe.compress.lossless import lossless
from webloupe.compress.segments import apply

RAW = (
    "The old mill stands by the river Aln. It was built in 1791 by Thomas Reed. The mill ground oats until the flood. "
    "Today a baker rents the upper floor.\n\n桥梁于1932年建成。设计师是王明。河水每年春天上涨。\n"
)
BUILT = "Who built the old mill, and when was it built?"
RENTS = "Who rents the upper floor today?"


def test_a_question_is_answered_from_the_passage_that_is_left() -> None:
    short = "The mill ground oats until the flood. Today a baker rents the upper floor."
    rents, bridge = answerable(RAW, short, [RENTS, "桥梁哪年建成？"])
    assert rents.answerable
    assert rents.start == short.index("Today")
    assert rents.text == "Today a baker rents the upper floor."
    assert 0 < rents.score <= 1
    assert not bridge.answerable
    assert bridge.start is None


def test_a_chinese_question_finds_its_passage() -> None:
    (bridge,) = answerable(RAW, "设计师是王明。桥梁于1932年建成。", ["桥梁哪年建成？"])
    assert (bridge.answerable, bridge.text) == (True, "桥梁于1932年建成。")


def test_what_the_source_does_not_tell_is_not_answerable() -> None:
    assert not any(one.answerable for one in answerable(RAW, RAW, ["What is the capital of Peru?", "", "?"]))
    assert not answerable("", "", ["Who?"])[0].answerable


def test_each_budget_has_an_answer_of_its_own() -> None:
    tokens = count_tokens(RAW)
    told = answerable(RAW, RAW, [BUILT, RENTS], budgets=[5, tokens + 5])
    assert [(one.question, one.budget_tokens) for one in told] == [
        (question, budget) for question in (BUILT, RENTS) for budget in (5, tokens + 5)
    ]
    assert [one.answerable for one in told] == [False, True, False, True]


def test_a_lossless_short_form_answers_as_its_text_does() -> None:
    raw = RAW + "A long line that is said over and over again here.\n\n" * 20
    short = apply(raw, lossless(raw).edits)
    assert short != raw
    assert answerable(raw, short, [RENTS]) == answerable(raw, raw, [RENTS])


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_any_texts_are_taken(raw: str, short: str, question: str) -> None:
    (one,) = answerable(raw, short, [question])
    assert 0 <= one.score <= 1
    if one.answerable:
        assert one.start is not None
        assert short.startswith(one.text, one.start)


def test_a_curve_has_recall_by_class_for_each_budget() -> None:
    parts = [sentence + ". " for sentence in RAW.split(". ")]
    points = curve(RAW, lambda budget: "".join(parts[:budget]), [0, 2, len(parts)])
    assert [point.budget_tokens for point in points] == [0, 2, len(parts)]
    assert points[0].recall["numbers"] == 0.0
    assert points[0].recall["urls"] == 1.0
    assert points[1].recall["numbers"] == 1.0  # 1791; 1932年 is a date
    assert points[1].recall["dates"] == 0.0
    assert points[2].recall["names"] == 1.0
    assert points[2].tokens == count_tokens("".join(parts))


def test_the_check_is_a_public_name() -> None:
    assert "answerable" in dir(webloupe)
