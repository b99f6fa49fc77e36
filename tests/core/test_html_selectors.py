"""A reader may name by CSS what is wanted of a page and what is not."""

from __future__ import annotations

import pytest

from webloupe.fetch.html import convert

PAGE = (
    "<nav><a href=/n>Nav</a></nav><main><h1>Head</h1><div class=a><p>First.</p><p class=b>Second.</p></div>"
    "<p class=b>Third.</p><p hidden>SECRET</p><table id=t><tr><th>k<th>v<tr><td>1<td>2</table></main>"
)
URL = "https://example.org/"


@pytest.mark.parametrize("main", ["auto", "full"])
@pytest.mark.parametrize("engine", ["fast", "markdownify"])
def test_only_what_is_selected_is_converted_in_the_order_of_the_page(main, engine):
    document = convert(PAGE, url=URL, select=".b, .a, nav", main=main, engine=engine)
    assert document.markdown == "[Nav](https://example.org/n)\n\nFirst.\n\nSecond.\n\nThird."
    assert document.left_out == ("around the selection (8 characters)",)


def test_a_table_can_be_selected_and_nothing_hidden_can():
    assert convert(PAGE, select="#t").markdown.startswith("| k | v |")
    document = convert(PAGE, select="[hidden]")
    assert "SECRET" not in document.markdown and "[hidden]" in document.notes[0] and "First." in document.markdown


def test_what_is_removed_is_counted():
    document = convert(PAGE, remove=".a, .b", main="full")
    assert "First" not in document.markdown and "Third" not in document.markdown and "Head" in document.markdown
    assert document.left_out == ("removed by selector (19 characters)",)


def test_what_is_removed_stays_away_when_more_of_the_page_is_tried():
    assert "Nav" not in convert("<nav>" + "<a href=/n>Nav</a> words" * 9 + "</nav>", remove="a").markdown


@pytest.mark.parametrize("frame", ["html", "body", "*"])
def test_the_frame_of_the_page_can_be_selected_but_not_removed(frame):
    assert "Third." in convert(PAGE, select=frame).markdown
    if frame != "*":
        assert "Third." in convert(PAGE, remove=frame).markdown


@pytest.mark.parametrize("wrong", ["p[", "::", "a >", ":nope()", "p:nth-child(x)", "{}", ">"])
def test_what_is_no_selector_is_an_error_that_says_so(wrong):
    for keyword in ("select", "remove"):
        with pytest.raises(ValueError, match="no CSS selector"):
            convert(PAGE, **{keyword: wrong})
