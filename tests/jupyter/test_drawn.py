"""What crosses to the views: harmless, short enough for a notebook, and true."""

import json
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from outputs import alive, compression, page, payloads, response, views

from webloupe.compress.pipeline import compress
from webloupe.compress.wish import Wish
from webloupe.search.attempts import note_on_nothing
from webloupe.types import Attempt, Compression, Omitted, Segment
from webloupe_jupyter import drawn
from webloupe_jupyter.drawn.pages import SAVED_BYTES
from webloupe_jupyter.text import html_bytes


def strings(value):
    """Every text in JSON data."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in strings(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in strings(one)]
    return [value] if isinstance(value, str) else []


def named(value, name):
    """Every value under `name` in JSON data."""
    if isinstance(value, dict):
        own = [value[name]] if name in value else []
        return own + [found for one in value.values() for found in named(one, name)]
    return [found for one in value for found in named(one, name)] if isinstance(value, list | tuple) else []


@pytest.mark.parametrize("place", ["text", "address"])
def test_hostile_web_text_is_inert_in_everything_that_crosses(place):
    fired = []
    markup = MarkdownIt("commonmark", {"html": True})
    for payload in payloads():
        text, url = (payload, "https://e.example/") if place == "text" else ("Reefs", payload)
        for view in views(text, url):
            data = msgspec.to_builtins(view._drawn().data)
            found = [sign for html in named(data, "read_html") for sign in alive(html)]
            found += [sign for line in named(data, "citation") for sign in alive(markup.render(line))]
            links = [*named(data, "url"), *named(data, "final_url")]
            found += [link for link in links if link and not re.match(r"(?i)https?://", link)]
            found += [line for line in named(data, "magic") if "\n" in line]
            found += [text for text in strings(data) if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", text)]
            if found:
                fired.append((type(view).__name__, payload[:80], found[:3]))
    assert fired == []


def test_page_text_that_is_no_markdown_stays_text():
    shape = drawn.page(page("<b>a</b> *b*", media_type="text/csv"), {})
    assert re.fullmatch(r'<pre style="[^"]*">&lt;b&gt;a&lt;/b&gt; \*b\*</pre>', shape.read_html)


def test_a_hit_says_undated_and_its_citation_names_no_date():
    hit = drawn.results(response("Reefs [1]"), {}).hits[0]
    assert hit.published == "undated" and hit.citation == r"[Reefs \[1\]](<https://e.example/reefs>), e.example"


@pytest.mark.parametrize(
    ("outcome", "words"),
    [("ok", "exa answered"), ("empty", "exa found nothing"), ("rate_limited", "exa: rate limited")],
)
def test_an_attempt_is_told_in_words(outcome, words):
    assert drawn.results(response(attempts=(Attempt(backend="exa", outcome=outcome),)), {}).tries[0].text == words


LONG = "".join(f"Paragraph {n} of the page tells what the one before it left open.\n\n" for n in range(30_000))


def test_an_output_keeps_at_most_40_kb_of_a_page():
    banners = LONG.replace("what", "what cookies do to <you> & 'me'")
    segments = tuple(
        Segment(op="kept", before=banners[at : at + 900], after=banners[at : at + 900])
        if at % 1_800
        else Segment(op="dropped", before=banners[at : at + 900], after="", reason="banner")
        for at in range(0, 900_000, 900)
    )
    done = Compression(method="rules", text="", tokens_before=9, tokens_after=3, segments=segments)
    for text in (LONG[:500_000], "彗" * 500_000, "|a|b|\n|-|-|\n" + "|1|2|\n" * 90_000, "x" * 400_000):
        for one in (None, done):
            shape = drawn.saved_page(page(text, compression=one), {})
            kept = html_bytes(shape.read_html) + len(json.dumps(msgspec.to_builtins(shape.diff), ensure_ascii=False))
            assert 4_000 <= kept <= SAVED_BYTES
            assert shape.more and shape.next_start and (one is None or shape.diff.whole is False)


def test_a_short_page_is_kept_whole():
    shape = drawn.saved_page(page(compression=compression()), {"compress": "rules"})
    assert shape.diff.whole and shape.more == "" and shape.next_start is None and shape.magic_on == ""
    assert shape.magic == "%fetch --compress rules https://e.example/reefs"


def test_reading_on_begins_where_the_excerpt_ends():
    shape = drawn.saved_page(page(LONG[:90_000]), {})
    last = re.findall(r"Paragraph (\d+)", shape.read_html)[-1]
    assert LONG[shape.next_start :].lstrip().startswith(f"Paragraph {int(last) + 1} ")
    assert shape.magic_on == f"%fetch --start {shape.next_start} https://e.example/reefs"


def test_a_part_of_a_page_says_which():
    shape = drawn.saved_page(
        page("x" * 900, total_chars=12_345, omitted=Omitted(start=900, chars=11_445)), {"start": 1}
    )
    assert shape.notes == ("This is characters 1–900 of 12,345",)
    assert drawn.saved_page(page("They grow."), {}).notes == ()


def test_who_found_nothing_is_told_once():
    attempts = [Attempt(backend=name, outcome="empty") for name in ("exa", "keenable")]
    nothing = response(attempts=tuple(attempts), notes=(note_on_nothing(attempts), "from the store"), results=())
    shape = drawn.results(nothing, {})
    assert shape.notes == ("from the store",) and [one.text for one in shape.tries] == [
        "exa found nothing",
        "keenable found nothing",
    ]


def test_reading_on_past_a_gap_begins_at_the_gap():
    cut = page(LONG[:2_000], full=LONG, omitted=Omitted(start=1_500, chars=9_000))
    assert drawn.page(cut, {"budget_chars": 2_000}).magic_on.startswith("%fetch --budget 2000 --start 1500 ")


@settings(deadline=None)  # the first counts tokens, which loads a vocabulary
@given(st.lists(st.sampled_from(["a line of text\n", "word ", "We use cookies.\n", "\n\n\n\n", "😀", "\r\n"])))
def test_a_whole_diff_gives_both_texts_back(parts):
    text = "".join(parts)
    done = compress(text, Wish(method="rules", force=True))
    shape = drawn.whole_diff(done)
    assert "".join(one.before for one in shape.segments) == text.replace("\r", "")
    assert "".join(one.after for one in shape.segments) == done.text.replace("\r", "")


def test_a_shortened_run_says_how_much_is_missing_and_keeps_its_ends():
    done = Compression(
        method="rules", text=LONG, tokens_before=9, tokens_after=9,
        segments=(Segment(op="kept", before=LONG, after=LONG),),
    )  # fmt: skip
    shape = drawn.saved_diff(done, 20_000)
    (run,) = shape.segments
    head, gap, tail = re.split(r"(\[… [\d,]+ characters …\])", run.before)
    assert not shape.whole and run.before == run.after and f"{run.elided:,}" in gap
    assert len(head) + len(tail) + run.elided == len(LONG) and LONG.startswith(head) and LONG.endswith(tail)
