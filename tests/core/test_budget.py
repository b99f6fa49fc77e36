"""What a budget admits of a text."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.fetch.budget import Cut, cut
from webloupe.fetch.seams import link_around

REPORTS = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports"
NOTICE = re.compile(r"\[\.\.\. ([\d,]+) chars omitted \.\.\.\] Read on: %fetch --start (\d+) https://e\.example/a")


def notice(chars: int, start: int) -> str:
    return f"[... {chars:,} chars omitted ...] Read on: %fetch --start {start} https://e.example/a"


def admitted(text: str, budget_chars: int, **more: object) -> Cut:
    return cut(text, budget_chars=budget_chars, notice=notice, **more)  # type: ignore[arg-type]


def windows(text: str, budget_chars: int) -> list[str]:
    """All of a text, read window by window as the notices say."""
    pieces, start = [], 0
    while start < len(text):
        part = admitted(text, budget_chars, start=start)
        end = part.omitted.start if part.omitted else len(text)
        assert end > start
        pieces.append(text[start:end])
        start = end
    return pieces


BLOCKS = st.one_of(
    st.text(alphabet="abc déß漢字😀 .,", min_size=1, max_size=300),
    st.builds(
        "- [{}](https://e.example/{}) about it".format, st.text("xyz ", min_size=1, max_size=40), st.integers(0, 99)
    ),
    st.builds("```python\n{}\n```".format, st.text("x=1\n ", max_size=200)),
    st.lists(st.just("| a cell | another cell |"), min_size=2, max_size=12).map("\n".join),
    st.builds("See [a\nlink]({}) here.".format, st.text("abc/", min_size=1, max_size=60)),
)
PAGES = st.lists(BLOCKS, min_size=1, max_size=60).map("\n\n".join)


def test_a_text_within_the_budget_comes_whole() -> None:
    assert admitted("short\n", 2_000) == Cut("short\n", None)


def test_the_notice_stands_in_the_gap_in_its_exact_form() -> None:
    text = "".join(f"line {number:05}\n" for number in range(5_000))
    part = admitted(text, 15_000)
    found = NOTICE.search(part.text)
    assert found and part.omitted
    assert int(found[1].replace(",", "")) == part.omitted.chars
    assert int(found[2]) == part.omitted.start <= 11_250
    head, tail = part.text[: found.start()], part.text[found.end() :]
    assert text.startswith(head.rstrip("\n")) and text.endswith(tail.strip("\n") + "\n")
    assert 2 <= len(head) / len(tail) <= 4


@settings(deadline=None, max_examples=150)
@given(PAGES, st.integers(200, 3_000), st.booleans())
def test_no_result_is_longer_than_its_budget_and_the_gap_is_exact(text: str, budget: int, by_items: bool) -> None:
    part = admitted(text, budget, by_items=by_items)
    assert len(part.text) <= budget
    if part.omitted is None:
        assert part.text == text
    else:
        gap_end = part.omitted.start + part.omitted.chars
        assert part.text.startswith(text[: part.omitted.start])
        assert part.text.endswith(text[gap_end:])


@settings(deadline=None, max_examples=100)
@given(PAGES, st.integers(200, 3_000))
def test_windows_read_one_after_the_other_give_the_whole_text(text: str, budget: int) -> None:
    assert "".join(windows(text, budget)) == text


@settings(deadline=None, max_examples=150)
@given(PAGES, st.integers(1_500, 6_000))
def test_a_cut_opens_no_link_row_or_fence(text: str, budget: int) -> None:
    part = admitted(text, budget)
    if part.omitted is None:
        return
    for place in (part.omitted.start, part.omitted.start + part.omitted.chars):
        assert link_around(text, place) is None
        assert place in (0, len(text)) or text[place - 1] == "\n" or "|" not in text[text.rfind("\n", 0, place) : place]
        assert text[:place].count("```") % 2 == 0


@pytest.mark.parametrize("budget", range(50, 401, 7))
def test_tiny_budgets_hold_whatever_the_characters_take(budget: int) -> None:
    text = "┌─┐é😀ß漢" * 300
    part = admitted(text, budget)
    assert len(part.text) <= budget and "\ufffd" not in part.text


def test_a_cut_inside_a_multi_byte_character_cannot_happen() -> None:
    if not REPORTS.is_dir():
        pytest.skip("the shared reports are not beside the repository")
    text = (REPORTS / "032-cut-inside-character.txt").read_text(encoding="utf-8")
    for budget in range(50, 401):
        part = admitted(text, budget)
        assert len(part.text) <= budget and "\ufffd" not in part.text


def test_an_index_is_cut_between_items_and_counts_those_left_out() -> None:
    items = [
        f"- [Item {number}](https://e.example/{number})\n  a second line of item {number}\n" for number in range(600)
    ]
    text = "# Index\n\n" + "".join(items)
    part = admitted(text, 4_000, by_items=True)
    assert part.omitted
    gap = text[part.omitted.start : part.omitted.start + part.omitted.chars]
    assert gap.startswith("- [Item") and gap.endswith("\n") and not gap.rstrip().endswith(")")
    assert f"[... {gap.count('- [')} more items ...]\n[... " in part.text


def test_a_sitemap_on_one_line_is_cut_between_its_entries() -> None:
    text = "<urlset>" + "".join(f"<url><loc>https://e.example/{n}</loc></url>" for n in range(900)) + "</urlset>"
    part = admitted(text, 3_000, by_items=True)
    assert part.omitted and text[: part.omitted.start].endswith("</url>")
    assert (
        f"{text[part.omitted.start : part.omitted.start + part.omitted.chars].count('<url>')} more items" in part.text
    )


def test_a_fence_longer_than_the_budget_is_cut_at_a_line_end() -> None:
    text = "```\n" + "x = 1\n" * 2_000 + "```\n"
    part = admitted(text, 2_000)
    assert part.omitted and text[part.omitted.start - 1] == "\n"


def test_a_long_paragraph_is_cut_between_words() -> None:
    text = "word " * 4_000
    part = admitted(text, 2_000)
    assert part.omitted and text[part.omitted.start - 1] == " "


def test_reading_on_past_the_end_says_so() -> None:
    assert "8,000" in admitted("x" * 8_000, 2_000, start=9_000).text
    assert admitted("", 2_000).text == ""


def test_the_last_window_says_what_lies_beyond_a_cap() -> None:
    text = "line\n" * 1_000 + "torn li"
    last = admitted(text, 2_000, start=4_900, beyond="[... more ...]")
    assert last.text == text[4_900:] + "\n\n[... more ...]"
    whole = admitted(text, 2_000, beyond="[... more ...]")
    assert whole.text.endswith("line\n\n\n[... more ...]") and len(whole.text) <= 2_000


def test_an_address_longer_than_the_budget_leaves_room_for_the_page() -> None:
    part = cut("word " * 5_000, budget_chars=2_000, notice=lambda chars, start: f"[{chars}] {start} " + "u" * 8_000)
    assert part.omitted and len(part.text) <= 2_000 and part.text.startswith("word ") and "chars omitted" in part.text


@pytest.mark.parametrize(
    "piece", ["- [item](https://e.example/x): words\n", "`", "[x](", "](", "<", "\n", "| a | b |\n"]
)
def test_two_million_characters_take_little_time(piece: str) -> None:
    text = (piece * (2_000_000 // len(piece) + 1))[:2_000_000]
    started = time.process_time()
    part = admitted(text, 15_000, by_items=True)
    assert len(part.text) <= 15_000
    assert time.process_time() - started < 1.0  # milliseconds in fact; the bound tells linear from quadratic
