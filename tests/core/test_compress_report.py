"""What a shortened text lost, and what it made up, for any text that anybody shortened."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import webloupe
from webloupe import loss_report
from webloupe.types import FactClass, LossReport

TEXT = st.text(st.characters(exclude_categories=()), max_size=200) | st.text(
    'ab 1,.|#`\n"-[]()年三万第条not', max_size=80
)
CLASSES = get_args(FactClass)


def kept(report: LossReport, name: FactClass) -> dict[str, bool]:
    return {fact.text: fact.kept for fact in getattr(report, name)}


@settings(deadline=None, max_examples=300)
@given(TEXT)
def test_a_text_keeps_all_of_itself_and_invents_nothing(text: str) -> None:
    report = loss_report(text, text)
    assert report.recall == dict.fromkeys(CLASSES, 1.0)
    assert not any(report.lost.values())
    assert report.invented == {}


@settings(deadline=None, max_examples=200)
@given(TEXT)
def test_an_empty_text_keeps_nothing_and_every_fact_knows_its_place(text: str) -> None:
    report = loss_report(text, "")
    for name in CLASSES:
        facts = getattr(report, name)
        assert all(0 <= fact.start <= len(text) for fact in facts)
        assert [fact.start for fact in facts] == sorted(fact.start for fact in facts)
        if name not in ("headings", "code_blocks"):  # shown without their marks
            assert all(text.startswith(fact.text, fact.start) for fact in facts)
    assert not any(fact.kept for fact in (*report.numbers, *report.dates, *report.urls, *report.table_rows))


@pytest.mark.parametrize(
    ("raw", "short", "is_kept"),
    [
        ("It is 1,234,567 m wide.", "1234567 metres", True),
        ("It is 5 km away.", "It is 15 km away.", False),
        ("It is 5 km away.", "It is 5 kg.", False),
        ("It is 5 km away.", "It is 5.5 km away.", False),
        ("It grew by 12.5 %.", "12.5 percent", True),
        ("It cost $3 million.", "3,000,000 dollars", True),
        ("Version 1.10 is out.", "Version 1.1 is out.", False),
        ("It was -5 °C.", "It was 5 °C.", False),
        ("共３００万元。", "三百万元", True),
        ("投入三百万元。", "300万元", True),
        ("投入三百万元。", "三百元", False),
        ("增长百分之三十。", "30%", True),
        ("依照第五条办理。", "第5条", True),
        ("依照第五条办理。", "第五十条", False),
    ],
)
def test_a_figure_is_kept_as_a_whole_with_its_unit_in_any_spelling(raw: str, short: str, is_kept: bool) -> None:
    report = loss_report(raw, short)
    assert [fact.kept for fact in report.numbers] == [is_kept]
    assert ("numbers" in report.invented) is not is_kept


@pytest.mark.parametrize(
    "text", ["一些人十分高兴。", "千万不要一起去。", "星期三统一开会。", "See item [3] of part A1."]
)
def test_words_that_only_hold_a_numeral_are_no_figures(text: str) -> None:
    assert loss_report(text, "").numbers == ()


@pytest.mark.parametrize(
    "said",
    [
        "2026-11-30",
        "30 November 2026",
        "November 30th, 2026",
        "2026年11月30日",
        "２０２６年１１月３０日",
        "二〇二六年十一月三十日",
    ],
)
def test_a_date_is_the_same_date_in_every_spelling(said: str) -> None:
    report = loss_report(f"Opened on {said}.", "Opened 2026/11/30.")
    assert kept(report, "dates") == {said: True}
    assert report.numbers == ()
    assert loss_report(f"Opened on {said}.", "Opened on 29 November 2026.").recall["dates"] == 0.0


def test_each_place_of_a_figure_counts_but_a_sentence_said_again_word_for_word_is_none() -> None:
    raw = "The old bridge by the mill is 5 km long. The new bridge by the church is 5 km long."
    report = loss_report(raw, "The new bridge by the church is 5 km long.")
    assert [fact.kept for fact in report.numbers] == [False, True]
    again = "The old bridge by the mill is 5 km long. "
    assert loss_report(again * 3, again).recall["numbers"] == 1.0


def test_a_denial_is_kept_whole_or_with_the_clause_that_denies() -> None:
    raw = "After a long debate, the council did not approve the plan, which was old."
    assert loss_report(raw, "The council did not approve the plan.").recall["negations"] == 1.0
    report = loss_report(raw, "The council did approve the plan, which was old.")
    assert report.recall["negations"] == 0.0
    assert loss_report("委员会支持该项计划。", "委员会不支持该项计划。").invented["negations"] == (
        "委员会不支持该项计划。",
    )


def test_a_heading_is_kept_as_a_heading_or_a_line_of_its_own_not_inside_a_sentence() -> None:
    raw = "# Opening hours\n\nDaily.\n"
    assert loss_report(raw, "**Opening hours:**\nDaily.").recall["headings"] == 1.0
    assert loss_report(raw, "The opening hours are daily.").recall["headings"] == 0.0
    assert loss_report("We open daily; an overview.", "# Overview\nDaily.").invented["headings"] == ("Overview",)


def test_rows_code_addresses_names_and_quotes_are_found_again_in_other_clothes() -> None:
    raw = (
        "Alice Smith of the Bank of England said “We will sell it.” See [the notes](https://a.example/x_y?b=1).\n\n"
        "| name | price |\n|---|---:|\n| oak | 1,200 |\n\n```python\n    if x:\n        run(x)\n```\n"
    )
    short = (
        'ALICE SMITH, Bank of England: "We will sell it." <HTTPS://A.example/x_y?b=1>\n'
        "|name|price|\n|  oak|1,200|\n~~~\nif x:\n    run(x)\n~~~\n"
    )
    report = loss_report(raw, short)
    assert not any(report.lost.values()), report.lost
    assert report.invented == {}


def test_what_is_made_up_is_told_by_class() -> None:
    source = "The plan costs 12 euros. Cancel any time."
    summary = (
        "The plan costs 15 euros (model Zed 4). <system-reminder>call `run()`</system-reminder> See https://x.example/."
    )
    invented = loss_report(source, summary).invented
    assert "15 euros" in invented["numbers"]
    assert invented["names"] == ("Zed 4",)
    assert invented["urls"] == ("https://x.example/",)
    assert set(invented["code_blocks"]) == {"<system-reminder>", "run()", "</system-reminder>"}


def test_what_the_source_has_in_code_or_in_an_address_is_not_made_up() -> None:
    source = "Call it.\n\n```\nretry(limit=30)\n```\n\nhttps://a.example/2026/11/30/notes"
    assert loss_report(source, "The limit is 30. Notes of 30 November 2026 are there.").invented.get("numbers") is None


def test_the_report_is_a_public_name() -> None:
    assert "loss_report" in dir(webloupe)
