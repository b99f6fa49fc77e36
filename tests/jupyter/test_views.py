"""What cells show: data to the program, harmless and stable forms to the eye."""

import copy
import json
import pickle
import re

import pytest
from markdown_it import MarkdownIt
from outputs import KINDS, alive, compression, page, payloads, response, views

from webloupe.types import ErrorInfo, Failed, Omitted
from webloupe_jupyter.shapes import MIME_TYPE
from webloupe_jupyter.text import PAGE_CHARS, excerpt, fenced
from webloupe_jupyter.views.batch import BatchView
from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView, SearchesView
from webloupe_jupyter.views.usage import UsageView


def forms(view):
    """The forms that are text."""
    return {kind: form for kind, form in view._repr_mimebundle_().items() if kind in KINDS}


def test_results_behave_as_the_response():
    found = ResultsView(response())
    assert len(found) == 1 and found[0].title == "Coral reefs" and [hit.backend for hit in found] == ["parallel"]
    assert list(found.df.columns)[:2] == ["position", "title"] and found.query == "Coral reefs"
    assert '"results"' in found.to_json() and "attempts" in dir(found)


def test_a_page_behaves_as_the_result():
    view = PageView(page(title="Reefs"))
    assert view.title == "Reefs" and view.markdown.startswith("# Reefs") and view.kind.kind == "narrative"
    with pytest.raises(AttributeError):
        _ = view.no_such_field


def test_several_queries_make_one_table():
    both = SearchesView([ResultsView(response("a")), ResultsView(response("b"))])
    assert list(both.df["query"]) == ["a", "b"] and both[1].query == "b"


def test_a_batch_keeps_order_and_failures():
    failed = Failed(url="https://down.example", error=ErrorInfo(code="host_down", message="no such host"))
    batch = BatchView([page(), failed])
    assert isinstance(batch[0], PageView) and batch[1] is failed and len(batch) == 2
    assert list(batch.df["verdict"]) == ["read", "failed: no such host"]
    assert "1 of 2 pages read" in str(batch)


def test_views_can_be_copied_and_pickled():
    view = ResultsView(response())
    assert copy.deepcopy(view).query == pickle.loads(pickle.dumps(view)).query == "Coral reefs"


@pytest.mark.parametrize("view", views("Coral reefs", "https://e.example/"), ids=lambda view: type(view).__name__)
def test_each_view_has_our_own_form_and_three_of_text(view):
    bundle = view._repr_mimebundle_()
    plotly = {"application/vnd.plotly.v1+json"} if isinstance(view, UsageView) else set()
    assert set(bundle) == {MIME_TYPE, *KINDS, *plotly} and all(bundle.values()) and next(iter(bundle)) == MIME_TYPE


def test_the_header_says_who_answered_and_who_failed_and_why():
    text = str(ResultsView(response("quota gone")))
    assert "exa: quota gone" in text and "parallel answered" in text and "undated" in text


def test_saved_forms_hold_no_time_and_no_quota():
    saved = json.dumps([view._repr_mimebundle_() for view in (ResultsView(response()), PageView(page()))])
    assert not re.search(r"924|123\.4|99\.9|55\.5| ms\b", saved)


def test_the_same_data_gives_the_same_bytes():
    first, second = ([view._repr_mimebundle_() for view in views("a", "https://e.example/")] for _ in range(2))
    assert json.dumps(first) == json.dumps(second)


def test_an_output_carries_3000_characters_of_a_page_and_says_where_the_rest_is():
    text = "".join(f"Line {n} of the page.\n" for n in range(2_000))
    view = PageView(page(text[:15_000], full=text, total_chars=len(text), omitted=Omitted(start=11_250, chars=9_000)))
    for form in forms(view).values():
        assert form.count("of the page.") <= PAGE_CHARS / len("Line 1 of the page.")
        assert re.search(r"%fetch --start 11250 ", form)
    assert "more characters in .text, all 44,890 in .full" in str(view)


def test_a_short_page_is_shown_whole_without_a_notice():
    assert "more characters" not in str(PageView(page()))


def test_an_excerpt_ends_at_a_line_end_and_never_above_its_limit():
    assert excerpt("ab\ncd\nef", 7) == "ab\ncd" and len(excerpt("x" * 50, 7)) == 7


def test_a_compressed_page_shows_raw_against_compressed_and_what_was_dropped():
    for form in forms(PageView(page(compression=compression()))).values():
        assert "100" in form and "60" in form and "We use cookies" in form and "banner" in form


def test_a_table_in_text_that_is_not_markdown_stays_as_it_is():
    assert "<pre" in forms(PageView(page("a,b\n1,2", media_type="text/csv")))["text/html"]


def test_page_markdown_is_drawn_as_markup_without_images():
    html = forms(PageView(page("# Reefs\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n![map](https://e.example/m.png)")))[
        "text/html"
    ]
    assert "<h1>Reefs</h1>" in html and "<td>1</td>" in html and "[image: map]" in html


def test_page_links_never_lead_into_the_notebook_server():
    html = forms(PageView(page("[a](/api/shutdown) [b](https://e.example/b) [c](//e.example/c)")))["text/html"]
    assert re.findall(r'href="([^"]*)"', html)[1:] == ["https://e.example/b"]


def test_a_fence_holds_text_with_fences():
    assert "".join(token.content for token in MarkdownIt().parse(fenced("a\n```\nb"))) == "a\n```\nb\n"


def test_links_carry_noopener_and_only_http_addresses():
    html = forms(ResultsView(response()))["text/html"]
    assert 'rel="noopener noreferrer"' in html
    assert "href" not in forms(ResultsView(response(url="javascript:alert(1)")))["text/html"]
    assert "](" not in forms(ResultsView(response(url="data:text/html,x")))["text/markdown"]


@pytest.mark.parametrize("place", ["text", "address"])
def test_hostile_web_text_stays_inert_in_every_view_and_form(place):
    fired = []
    # A front end that lets raw HTML in markdown through is the worst case.
    drawn = MarkdownIt("commonmark", {"html": True}).enable("table")
    for payload in payloads():
        text, url = (payload, "https://e.example/") if place == "text" else ("Reefs", payload)
        for view in views(text, url):
            shown = forms(view)
            found = alive(shown["text/html"]) + alive(drawn.render(shown["text/markdown"]))
            if found or re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown["text/plain"]):
                fired.append((type(view).__name__, payload[:80], found[:3]))
    assert fired == []
