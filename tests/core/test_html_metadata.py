"""A page's own facts, each with its source; a claim for machines beats a guess, and no page is an error."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.fetch.html import convert, html_to_markdown
from webloupe.fetch.html.dates import day_in

URL = "https://www.example.org/2019/11/18/storm"
TEXT = "<p>" + "The harbour master tells what happened at the pier on that morning. " * 8 + "</p>"


def page(head: str = "", body: str = "", lang: str = "en") -> str:
    return (
        f"<html lang={lang}><head><title>Storm | Paper</title>{head}</head><body><article>{body}{TEXT}</article></body>"
    )


def data(**article: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **article})}</script>'


OPEN_GRAPH = (
    '<meta property="og:title" content="Storm"><meta property="og:site_name" content="The Paper">'
    '<meta property="article:published_time" content="2020-01-02T03:04:05Z">'
    '<meta name=author content="Ann Lee"><meta name=description content="What happened.">'
    '<link rel=canonical href="/storm">'
)


def test_facts_come_with_their_sources():
    found = convert(page(OPEN_GRAPH), url=URL).metadata
    assert (found.title, found.site, found.author, found.published) == ("Storm", "The Paper", "Ann Lee", "2020-01-02")
    assert (found.canonical, found.description, found.lang) == ("https://www.example.org/storm", "What happened.", "en")
    assert found.sources == {
        "title": "opengraph",
        "author": "meta",
        "published": "opengraph",
        "lang": "html",
        "canonical": "link",
        "site": "opengraph",
        "description": "meta",
    }


def test_what_is_written_of_the_article_beats_the_rest():
    other = data(**{"@type": "VideoObject"}, datePublished="2001-01-01", author={"name": "Other"})
    own = data(datePublished="2020-05-06T23:00:00-08:00", dateModified="2020-05-08", author=[{"name": "A"}, "B"])
    found = convert(page(other + own + OPEN_GRAPH), url=URL).metadata
    assert (found.published, found.modified, found.author) == ("2020-05-06", "2020-05-08", "A, B")
    assert found.sources["published"] == found.sources["author"] == "json-ld"


GUESSED = {
    "time": ("<time datetime='2019-11-20T10:00'>an hour ago</time>", "2019-11-20"),
    "url": ("", "2019-11-18"),
    "byline": ("<div class=post-date>20 November 2019</div>", "2019-11-20"),
    "text": ("<h1>Storm</h1><div><b>Harbour</b> | Nov. 20, 2019</div>", "2019-11-20"),
    "microdata": ("<span itemprop=author>Ann Lee</span>", "Ann Lee"),
}


@pytest.mark.parametrize("source", GUESSED)
def test_what_is_only_guessed_says_from_what(source):
    body, value = GUESSED[source]
    url = URL if source == "url" else "https://www.example.org/storm"
    found = convert(page(body=body), url=url).metadata
    fact = "author" if source == "microdata" else "published"
    assert (getattr(found, fact), found.sources[fact]) == (value, source)


def test_a_day_of_change_is_no_day_of_publication():
    body = "<time class=updated datetime=2021-02-03>Updated</time><time datetime=2020-01-01>1 Jan</time>"
    found = convert(page(body=body), url="https://example.org/").metadata
    assert (found.published, found.modified) == ("2020-01-01", "2021-02-03")


@pytest.mark.parametrize(
    ("text", "lang", "day"),
    [
        ("2019-11-05T10:00:00Z", "", "2019-11-05"),
        ("Published on November 5th, 2019 at noon", "en", "2019-11-05"),
        ("5 Nov. 2019", "en", "2019-11-05"),
        ("5. März 2019", "de", "2019-03-05"),
        ("1er août 2019", "fr", "2019-08-01"),
        ("5 de noviembre de 2019", "es", "2019-11-05"),
        ("5 ноября 2019", "ru", "2019-11-05"),
        ("2019年11月5日", "zh", "2019-11-05"),
        ("11/5/2019", "en-US", "2019-11-05"),
        ("5/11/2019", "en-GB", "2019-11-05"),
        ("5.11.2019", "en", "2019-11-05"),
        ("13/11/2019", "en", "2019-11-13"),
        ("20191105", "", "2019-11-05"),
        ("Tue Nov 05 2019 03:05:46", "en", "2019-11-05"),
        ("0001-01-01T00:00:00Z", "", ""),
        ("2019-13-45", "", ""),
        ("version 10.2.3 of 2019", "", ""),
    ],
)
def test_days_are_read_as_they_are_written(text, lang, day):
    assert day_in(text, lang) == day


def test_a_line_on_author_and_day_leaves_the_text_only_for_the_metadata():
    line = "<p class=byline>By Ann Lee, 20 November 2019</p>"
    known = data(author={"name": "Ann Lee"}, datePublished="2019-11-20")
    assert "Ann Lee" not in html_to_markdown(page(known, line))
    assert "Ann Lee" in html_to_markdown(page("", line))


@pytest.mark.parametrize(
    "script",
    [
        "{", "[" * 100_000, '"x"', "null", '{"@type": 7, "author": 7, "datePublished": [1], "headline": {}}',
        '{"@type": [null], "author": [null, {"name": 3}, ["x"]], "publisher": "x", "dateModified": null}',
        '{"@graph": [{"@type": "Article", "author": {"name": {"name": "x"}}}]}',
    ],
)  # fmt: skip
def test_data_that_is_odd_says_nothing(script):
    head = f'<script type="application/ld+json">{script}</script>'
    assert convert(page(head), url="https://example.org/").metadata.published == ""


NAMES = st.sampled_from(["article:published_time", "author", "og:url", "date", "og:locale", "description", "og:title"])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(NAMES, st.text(max_size=40)), max_size=8), st.text(max_size=60), st.text(max_size=30))
def test_no_page_is_an_error_and_facts_are_single_harmless_lines(metas, body, url):
    quoted = [(name, value.replace('"', "&quot;")) for name, value in metas]
    head = "".join(f'<meta name="{name}" content="{value}">' for name, value in quoted)
    found = convert(page(head, f"<time datetime=x>{body}</time><p class=byline>By {body}</p>"), url=url).metadata
    values = [getattr(found, name) for name in found.sources]
    assert all(value and len(value) <= 1_000 and not re.search(r"[\n\r\x00\u200b\u202e]", value) for value in values)
    assert found.published == "" or re.fullmatch(r"\d{4}-\d\d-\d\d", found.published)
