"""The parts of a page's text: headings with their sizes, sections, tables, code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.outline import outline, section
from webloupe.tokens import count_each, count_tokens

PAGE = """Intro words.

# One *big* [thing](https://a.example/x "t") #

Text of one.

```python title="x"
# no heading
| no | table |
|----|-------|
```

## One point one

| name | size \\| area |
| :--- | ---: |
| a | 1 |
| b | 2 \\| 3 |
| c |

### Deep

# Two

~~~~
``` still code
# still code
~~~~
"""


def parts(text: str):
    return outline(text, count_each)


def test_headings_are_told_with_level_place_and_size() -> None:
    headings = parts(PAGE).headings
    assert [(one.level, one.text) for one in headings] == [
        (1, "One big thing"),
        (2, "One point one"),
        (3, "Deep"),
        (1, "Two"),
    ]
    assert all(PAGE[one.start :].startswith("#" * one.level + " ") for one in headings)
    assert PAGE[: headings[0].start] + "".join(PAGE[one.start : one.start + one.chars] for one in headings) == PAGE


def test_sections_sum_up_to_the_page() -> None:
    assert parts(PAGE).tokens == count_tokens(PAGE)


@given(
    st.lists(st.sampled_from(["# H", "## Two words", "word", "\n", "- item", "1. x", "…。", "    code", "##", "\t"]))
)
def test_sections_always_sum_up(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert parts(text).tokens == count_tokens(text)


def test_a_table_is_rows_of_cells_and_a_data_frame() -> None:
    (table,) = parts(PAGE).tables
    assert table.rows == (("name", "size | area"), ("a", "1"), ("b", "2 | 3"), ("c",))
    assert list(table.df.columns) == ["name", "size | area"]
    assert table.df.to_dict("list") == {"name": ["a", "b", "c"], "size | area": ["1", "2 | 3", ""]}


def test_columns_without_a_name_of_their_own_are_numbered() -> None:
    (table,) = parts("| a | a |  |\n|---|---|---|\n| 1 | 2 | 3 |").tables
    assert list(table.df.columns) == ["a", "a_2", "column_3"]


def test_code_is_told_with_its_language_and_its_own_lines() -> None:
    first, second = parts(PAGE).code
    assert (first.language, first.text) == ("python", "# no heading\n| no | table |\n|----|-------|")
    assert (second.language, second.text) == ("", "``` still code\n# still code")
    assert PAGE[first.start :].startswith("```python")


@pytest.mark.parametrize(
    ("name", "text"),
    [("Two", "# Two"), ("one point ONE", "## One point one"), ("# Deep", "### Deep"), ("One big thin", "# One *big*")],
)
def test_a_section_is_found_by_its_heading(name: str, text: str) -> None:
    found = section(PAGE, name)
    assert found and PAGE[found.start :].startswith(text)


def test_a_section_holds_its_deeper_ones() -> None:
    found = section(PAGE, "One point one")
    assert found and "### Deep" in PAGE[found.start : found.end] and "# Two" not in PAGE[found.start : found.end]
    assert section(PAGE, "nothing like it") is None
    assert section("no headings", "x") is None


@given(st.text(alphabet="#|`~- \n\\ab*[]()", max_size=400))
def test_no_text_breaks_it(text: str) -> None:
    found = parts(text)
    for part in (*found.headings, *found.tables, *found.code):
        assert 0 <= part.start < max(len(text), 1)


def test_hostile_lines_cost_linear_time() -> None:
    for line in ("|" * 300_000, "# " + "[" * 300_000, "`" * 300_000 + "\n", "| a |\n" * 100_000, "# a\n" * 20_000):
        found = parts(line)
    assert len(found.headings) == 20_000  # those of the last
