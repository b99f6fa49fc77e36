"""A text as units: they cover it exactly, and what must stay whole is one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from webloupe.compress.units import units

_LINES = (
    "# Title",
    "A plain title",
    "He said so. She did not.",
    "今天不下雨。明天也许。",
    "```",
    "    indented = code",
    "| a | b |",
    "|---|---|",
    "key: value",
    "1.1 The tenant pays.",
    "2) second",
    "- item",
    "- [one](http://a.example/1)",
    "======",
    "<table>",
    "</table>",
    "  ",
    "",
    "\x1c",
    "**bold**",
)
TEXT = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=60),
    st.lists(st.sampled_from(_LINES), max_size=14).map("\n".join),
)


@settings(deadline=None)
@given(TEXT)
@example("\n \n# a\n\n")
def test_units_cover_any_text_without_gap_or_overlap(text: str) -> None:
    found = units(text)
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(one.start < one.end for one in found)
    assert all(one.paragraph <= other.paragraph for one, other in pairwise(found))
    assert all((one.kind == "blank") == (not text[one.start : one.end].strip()) for one in found)


def _told(text: str, kind: str) -> list[str]:
    return [text[one.start : one.end].strip() for one in units(text) if one.kind == kind]


@pytest.mark.parametrize(
    ("block", "what"),
    [
        ("```python\nprint(1)\n\nprint(2)\n```", "code"),
        ("    first = 1\n    second = 2", "code"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "table"),
        ("<table>\n<tr><td>1</td></tr>\n\n</table>", "table"),
        ("host: localhost\nport: 8080\nuser: me", "config"),
        ("1.1 The tenant pays rent.\nMonthly, in advance.\n\n1.2 The landlord repairs.", "clauses"),
        ("1. Open it.\n2. Close it.\n3. Lock it.", "clauses"),
        ("第一条 本法适用于全国。\n\n第二条 主管部门负责监督。", "clauses"),
        ("- [One page](http://a.example/1)\n- [Two pages](http://a.example/2)\n- [More](http://a.example/3)", "links"),
    ],
)
def test_what_loses_its_sense_in_part_is_one_unit(block: str, what: str) -> None:
    text = f"Before it stands a sentence. And one more.\n\n{block}\n\nAfter it stands another."
    assert [(text[one.start : one.end], one.block) for one in units(text) if one.kind == "block"] == [(block, what)]
    assert len(_told(text, "sentence")) == 3


def test_headings_open_sections() -> None:
    text = (
        "Before all.\n\n# First\n\nOne. Two.\n## Second\nThree.\n\n"
        "Plain title\nIt stands over a sentence that is longer than itself.\n\nSet\n===\n\nLast."
    )
    headings = [(text[one.start : one.end].strip(), one.section, one.level) for one in units(text) if one.level]
    assert headings == [("# First", 1, 1), ("## Second", 2, 2), ("Plain title", 3, 7), ("Set\n===", 4, 1)]
    assert [one.section for one in units(text) if one.kind == "sentence"] == [0, 1, 1, 2, 3, 4]


def test_a_wrapped_paragraph_has_no_title() -> None:
    text = (
        "The first line of a paragraph that was wrapped by hand\nis as long as the lines that follow it, and no title."
    )
    assert _told(text, "heading") == []
