"""One page under many addresses is one page; what selects content is never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.search.canonical import canonical
from webloupe.search.merge import deduplicate
from webloupe.types import SearchResult

PAGE = "https://site.example/news/story?id=2"


@pytest.mark.parametrize(
    "other",
    [
        "http://site.example/news/story?id=2",
        "https://WWW.Site.Example:443/news/story/?id=2",
        "http://site.example:80/news/./story?id=2#part-3",
        "https://site.example./news/story?id=2#:~:text=oak",
        "https://user:word@site.example/news/story?id=2",
        "https://site.example/news/stor%79?%69d=2&",
        "https://site.example/news/story?utm_source=a&id=2&UTM_Campaign=b&%75tm_term=c",
        "https://site.example/news/story?id=2&gclid=1&fbclid=2&msclkid=3&mc_cid=4&igshid=5&ref_src=6",
        "https://site.example/news/story/amp?id=2",
        "https://site.example/news/story/amp/?id=2",
        "https://site.example/news/story?id=2&amp=1",
        "https://site.example/news/story?amp&id=2",
        "https://amp.site.example/news/story?id=2",
        "https://www.google.com/amp/s/www.site.example/news/story/amp/?id=2",
        "https://www.google.co.uk/amp/site.example/news/story?id=2",
        "https://site-example.cdn.ampproject.org/c/s/site.example/news/story?id=2&amp_js_v=0.1&usqp=x",
        "https://site-example.cdn.ampproject.org/v/s/www.site.example/news/story?id=2&amp=1",
        "  https://site.example/news/story?id=2 ",
    ],
)
def test_variants_of_an_address_have_one_key(other):
    assert canonical(other) == PAGE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"https://a.example/x?{name}=1", f"https://a.example/x?{name}=2")
        for name in ("id", "p", "v", "page", "q", "ref", "source", "s", "t", "sid", "lang", "utm", "at", "start")
    ]
    + [
        ("https://a.example/x?ref=7&id=2", "https://a.example/x?id=2"),
        ("https://a.example/#!/one", "https://a.example/#!/two"),
        ("https://a.example/#/one", "https://a.example/#/two"),
        ("https://a.example/Oak", "https://a.example/oak"),
        ("https://a.example/a%2Fb", "https://a.example/a/b"),
        ("https://a.example/?q=1%2B1", "https://a.example/?q=1+1"),
        ("https://a.example/?q=a%26b", "https://a.example/?q=a&b"),
        ("https://a.example:8080/", "https://a.example/"),
        ("https://github.com/oak/amp", "https://github.com/oak"),
        ("https://a.example/amp", "https://a.example/"),
        ("https://a.example/revamp", "https://a.example/rev"),
        ("https://amp.dev/", "https://dev/"),
        ("https://www.google.com/amp/", "https://www.google.com/"),
        ("ftp://a.example/x", "http://a.example/x"),
    ],
)
def test_different_pages_have_different_keys(one, other):
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://münchen.example/Bäume", "https://xn--mnchen-3ya.example/B%c3%a4ume"),
        ("https://a.example/Oak_%28tree%29", "https://a.example/Oak_(tree)"),
        ("https://a.example/?q=red%20oak", "https://a.example/?q=red+oak"),
        ("https://a.example", "https://a.example/?"),
        ("https://a.example/story.amp.html", "https://a.example/story.html"),
    ],
)
def test_spellings_of_one_address_are_alike(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    "junk", ["", "oak", "http://", "https://[", "mailto:a@b.example", "//x", "http://a b/", "\ud800"]
)
def test_what_is_no_web_address_comes_back_as_it_is(junk):
    assert canonical(junk) == junk


ADDRESSES = st.from_regex(
    r"https?://(www\.|amp\.){0,2}[a-z]{1,3}\.(com|de)(:80|:443|:8)?(/(amp|a|%7e|%2F|\.\.|ü|x\.amp|)){0,4}/?"
    r"(\?(id=%20|utm_x=1|amp|&|a=\+|=|%){0,4})?(#!?/?[a-z]?)?",
    fullmatch=True,
)


@given(st.one_of(st.text(), ADDRESSES))
def test_a_key_is_its_own_key_and_nothing_raises(text):
    assert canonical(canonical(text)) == canonical(text)


def hit(url: str, **fields: str) -> SearchResult:
    return SearchResult(title="Oak", url=url, **fields)


def test_the_best_rank_stays_with_its_own_address_and_learns_from_the_others():
    first = "https://www.site.example/oak?utm_source=x"
    hits = [
        hit(first),
        hit("https://b.example/"),
        hit("http://site.example/oak", published="2026-01-02", description="Oaks need light."),
    ]
    kept, merged = deduplicate(hits)
    assert [(one.url, one.published) for one in kept] == [(first, "2026-01-02"), ("https://b.example/", "")]
    assert kept[0].description == "Oaks need light."
    assert merged == 1


CASES = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports" / "014-tracking-params.json"


@pytest.mark.skipif(not CASES.exists(), reason="the collection of reported faults is not beside this checkout")
def test_a_reported_list_has_three_pages():
    kept, merged = deduplicate([hit(url) for url in json.loads(CASES.read_text("utf-8"))])
    assert (len(kept), merged) == (3, 3)
