"""What cells show: data to the program, harmless and stable forms to the eye."""

import copy
import json
import pickle
import re
from html import unescape
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from outputs import KINDS, alive, compared, compression, page, payloads, response, views

from webloupe.types import ErrorInfo, Failed, Omitted, UsageRow, UsageSummary
from webloupe_jupyter.shapes import MIME_TYPE
from webloupe_jupyter.text import PAGE_CHARS, excerpt, fenced, host, link, markdown, markdown_link, safe_url
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
    assert list(batch.df["verdict"]) == ["ok", "failed"] and list(batch.df["reason"]) == ["", "no such host"]
    assert "failed: no such host" in str(batch)
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
    slow = "keenable is slower than usual (2.3 s): another was asked beside it."
    shown = (ResultsView(response()), PageView(page()), ResultsView(compared(cached=True, notes=(slow,))))
    saved = json.dumps([view._repr_mimebundle_() for view in shown])
    assert not re.search(r"924|123\.4|99\.9|55\.5|77\.7|2\.3|412| ms\b|retry", saved)
    assert "keenable is slower than usual: another was asked beside it." in saved


def test_each_form_says_who_rests():
    for form in forms(ResultsView(compared())).values():
        assert "exa rests after: rate limited" in form


def test_an_answer_from_memory_leaves_the_bytes_that_the_first_one_left():
    first, again = (ResultsView(compared(cached=cached))._repr_mimebundle_() for cached in (False, True))
    assert json.dumps(first) == json.dumps(again)


def test_each_form_shows_the_backends_side_by_side_and_who_had_a_hit():
    for form in forms(ResultsView(compared("reef"))).values():
        plain = unescape(form).replace("\\", "")
        for words in ("good descriptions", "50%", "agreement", "0.25", "reef#1, exa#2", "from reef"):
            assert words in plain, (words, plain)


def test_each_form_ties_the_answer_to_its_hits_or_says_that_nothing_does():
    for form in forms(ResultsView(compared("Reefs grow."))).values():
        plain = form.replace("\\", "")
        assert "Reefs grow. [1]" in plain and "Reefs sing. [no source]" in plain


def test_usage_says_what_is_left_until_when_and_what_it_came_to():
    usage = next(view for view in views("exa", "https://e.example/") if isinstance(view, UsageView))
    for form in forms(usage).values():
        assert "! exa" in form and "24 of 1,000 left" in form and "pool shared with others (2 readings)" in form
        assert "9 ms" in form and "answers: 3" in form
    assert usage._shape().sums[-1].text == "0.5"


def test_usage_counts_by_the_hour_from_the_first_reading_on(monkeypatch):
    def nobody(*_: object) -> None:
        raise AssertionError("the log is read again")

    monkeypatch.setattr("webloupe_jupyter.views.usage.default_session", nobody)
    row = UsageRow(day="2026-10-06 15:00", backend="exa", ok=2, total=2)
    usage = UsageView(UsageSummary(days=2, by="hour", rows=(row,)), given={"days": 2, "by": "hour"})
    assert (usage.days, usage.by) == (2, "hour")
    assert usage._drawn().data.magic == "%webusage --days 2 --by hour"


def test_the_same_data_gives_the_same_bytes():
    first, second = ([view._repr_mimebundle_() for view in views("a", "https://e.example/")] for _ in range(2))
    assert json.dumps(first) == json.dumps(second)


def test_an_output_carries_3000_characters_of_a_page_and_says_where_the_rest_is():
    text = "".join(f"Line {n} of the page.\n" for n in range(2_000))
    view = PageView(page(text[:15_000], full=text, total_chars=len(text), omitted=Omitted(start=11_250, chars=9_000)))
    for form in forms(view).values():
        assert form.count("of the page.") <= PAGE_CHARS / len("Line 1 of the page.")
        start = int(re.search(r"%fetch --start (\d+) ", form)[1])
        last = int(re.findall(r"Line (\d+) of the page", form)[-1])
        assert text[start:].lstrip().startswith(f"Line {last + 1} of") and start <= PAGE_CHARS
    assert "more characters in .text (the budget), all 44,890 in .full" in str(view)


def test_a_window_of_a_page_names_its_position_in_every_form():
    view = PageView(page("x" * 9_000, total_chars=257_765), given={"start": 11_080})
    for form in (view._html(), view._markdown(), view._text()):
        assert "characters 11,080–14,080 of 257,765" in form


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


@pytest.mark.parametrize("control", ["\r", "\x7f", "\x85", "\x0c", "\x00", "\ud800"])
@pytest.mark.parametrize("sign", ["`", "~"])
def test_control_signs_never_make_a_fence_that_closes(control, sign):
    hostile = f"{sign * 2}{control}{sign}\n![a](http://evil.test/a.gif)\n<script>alert(1)</script>\n[b](http://b.test)"
    markup = MarkdownIt("commonmark", {"html": True})
    for text in (hostile, hostile.replace("\n", "\n\n"), f"{control}{hostile}"):
        for view in (PageView(page(text)), PageView(page(text, media_type="text/csv"))):
            shown = markup.render(view._markdown())
            assert alive(shown) == [] and shown.count("<a ") == 1


ADDRESSES = [
    "http://a.example/?x=1&copy;=2&lt;b",
    "http://a.example/?x=1&ampere=2&#36;=$1&price=$2",
    "http://a.example/a_b_c/*d*/[e](f)~g~!h'i",
    "https://a.example/%7Bx%7D?q=%26amp%3B",
]


@pytest.mark.parametrize("url", ADDRESSES)
def test_a_link_leads_to_its_address_in_every_form(url):
    for html in (MarkdownIt("commonmark", {"html": True}).render(markdown_link(url, "x")), link(url, "x")):
        assert unquote(unescape(re.search(r'href="([^"]*)"', html)[1])) == unquote(url)
    assert "&copy" not in markdown_link(url, "x") and "$" not in markdown_link(url, "x")


@pytest.mark.parametrize("url", ["ht\ntp://a.example/", "java\nscript://a.example/", "\x01javascript:alert(1)"])
def test_what_is_judged_an_address_is_what_is_linked(url):
    assert safe_url(url) == "" and "href" not in link(url, "x") and "](" not in markdown_link(url, "x")


def test_the_host_is_the_one_that_a_browser_goes_to():
    assert host("http://evil.test\\@good.example/") == "evil.test" and host("http://a\ud800b.example/") == "ab.example"


@pytest.mark.parametrize("text", ["- a", "=", "---", "1. a", "12) a", "+ a", "# a", "> a", "~~~", "a\n---"])
def test_web_text_makes_no_block_of_its_own(text):
    assert (
        MarkdownIt().parse(markdown(text))[0].type == "paragraph_open" and len(MarkdownIt().parse(markdown(text))) == 3
    )


def test_half_characters_break_no_view_and_reach_no_form():
    half = "\ud800"
    shown = views(half, f"http://a{half}.example/{half}")
    shown.append(BatchView([Failed(url=f"http://a/{half}", error=ErrorInfo(code="host_down", message=half, url=half))]))
    for view in shown:
        assert json.dumps(view._repr_mimebundle_(), ensure_ascii=False).encode()
        assert half not in view._html() + view._markdown()


def test_data_in_a_saved_page_keep_their_columns():
    for view in (PageView(page("a,b\n1,2", media_type="text/csv")), PageView(page("```\na  b\n```"))):
        assert re.search(r'<pre style="font-family: var\(--jp-code-font-family, monospace\)', view._html())


def test_a_page_without_a_title_shows_its_address_once():
    view = PageView(page(title=""))
    assert str(view).count(view.final_url) == 1 and view._markdown().count(r"https://e\.example") <= 1


@pytest.mark.parametrize(
    ("calls", "days", "words"),
    [(12, 1, "12 calls today"), (1, 7, "1 call in the last 7 days"), (0, 1, "0 calls today")],
)
def test_usage_counts_calls_in_words(calls, days, words):
    row = UsageRow(day="2026-10-06", backend="exa", ok=calls, total=calls)
    assert str(UsageView(UsageSummary(days=days, rows=(row,)))).splitlines()[0] == words


def test_a_batch_has_one_order_of_columns_and_tells_savings():
    batch = BatchView([page(compression=compression()), page(title="Plain")])
    html = re.findall(r"<th[^>]*>([^<]*)</th>", batch._html())
    marked = [cell.strip() for cell in batch._markdown().split("\n\n")[1].splitlines()[0].strip("|").split("|")]
    assert html == marked == ["", *batch._text().splitlines()[1].split()]
    for form in (batch._html(), batch._markdown().replace("\\", ""), batch._text()):
        assert form.count("7 → 60 (-40%)") == 1


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
