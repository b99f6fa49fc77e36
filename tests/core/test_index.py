"""The full-text index: any script, any query, any thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.index import Index, Page
from webloupe.snippets import snippet

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
PAGES = [
    ("https://www.pku.example/", "Peking University", "北京大学位于中国北京。学校成立于1898年。人们喜欢喝茶。"),
    (
        "https://cpp.example/notes",
        "C++ notes",
        "# Notes\n\nC++ has templates. It's what's used for foo:bar and a-b parts of the engine.",
    ),
    (
        "https://docs.example/net",
        "C# guide",
        "C# runs on a virtual machine and has generics, not templates, in its language.",
    ),
    (
        "https://blog.example/tea",
        "On tea",
        "Tea is a drink made of leaves. A café in Zürich serves it with milk in large cups.",
    ),
    (
        "https://news.blog.example/",
        "Bridge",
        "The council approved the bridge over the river. The bridge opens in May.",
    ),
]


@pytest.fixture
def index() -> Iterator[Index]:
    made = Index()
    for page in PAGES:
        made.add(*page)
    yield made
    made.close()


def first(index: Index, query: str) -> str:
    hits = index.search(query)
    return hits[0].title if hits else ""


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("大学", "Peking University"),
        ("茶", "Peking University"),
        ("北京大学在哪里", "Peking University"),
        ("peking universities", "Peking University"),
        ("C++", "C++ notes"),
        ("C#", "C# guide"),
        ("a-b", "C++ notes"),
        ("foo:bar", "C++ notes"),
        ("what's", "C++ notes"),
        ("cafe zurich", "On tea"),
        ('"over the river"', "Bridge"),
        ("“over the river”", "Bridge"),
        ("templates -generics", "C++ notes"),
        ("templates site:docs.example", "C# guide"),
        ("bridge site:blog.example", "Bridge"),
        ("bridge site:https://news.blog.example/x", "Bridge"),
        ("title:bridge OR NEAR(x)", "Bridge"),
        ("", ""),
        ("😀", ""),
        ('"', ""),
        ("-bridge", ""),
        ("zeppelin", ""),
        ('"river the over"', ""),
        ("bridge site:pku.example", ""),
    ],
)
def test_a_query_finds_its_page(index: Index, query: str, title: str) -> None:
    assert first(index, query) == title


SYNTAX = ["AND", "NOT ", "NEAR(", "site:", " -", *"ab\"'*()-+^:{}[],.\\ \x00\ud800大学😀"]
ODD = st.lists(st.sampled_from(SYNTAX)).map("".join)


@settings(deadline=None)
@given(st.one_of(ODD, st.text(st.characters(exclude_categories=()))))
def test_no_query_is_an_error(query: str) -> None:
    index = Index()
    index.add(*PAGES[0])
    assert len(index.search(query)) <= 1
    index.close()


def test_no_naughty_string_is_an_error(index: Index) -> None:
    source = SHARED / "vectors" / "naughty_strings.json"
    if not source.exists():
        pytest.skip("the shared vectors are not beside the project")
    for text in json.loads(source.read_text("utf-8")):
        index.add("https://naughty.example/", text, text)
        index.search(text)


def test_pages_with_every_word_come_before_pages_with_some(index: Index) -> None:
    index.add("https://tea.example/", "Tea tea tea", "tea " * 50)
    assert [hit.title for hit in index.search("tea milk")][:2] == ["On tea", "Tea tea tea"]


def test_a_word_in_the_title_counts_more_than_one_in_the_text(index: Index) -> None:
    index.add("https://x.example/1", "Other", "Something about walnut wood and other words here.")
    index.add("https://x.example/2", "Walnut", "Something about other wood and other words here.")
    assert first(index, "walnut") == "Walnut"


def test_adding_an_address_again_replaces_its_page(index: Index) -> None:
    index.add("https://blog.example/tea", "On coffee", "Coffee is a drink made of beans.", "2026-03-01")
    assert index.search("leaves") == []
    (hit,) = index.search("beans")
    assert (hit.title, hit.published) == ("On coffee", "2026-03-01")


def test_limit_bounds_the_answer(index: Index) -> None:
    for number in range(20):
        index.add(f"https://many.example/{number}", "Many", "zebra")
    assert [len(index.search("zebra", limit)) for limit in (0, 1, 7)] == [0, 1, 7]


def test_a_file_keeps_its_pages(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    index.add(*PAGES[3])
    index.close()
    again = Index(tmp_path / "index.sqlite")
    assert first(again, "tea") == "On tea"
    again.close()


def test_threads_may_read_and_write_together(index: Index) -> None:
    ready = threading.Barrier(8)

    def work(number: int) -> int:
        ready.wait()
        for turn in range(20):
            index.add(f"https://t{number}.example/", f"Thread {number}", f"turn {turn} walrus")
            assert index.search("bridge")
        return len(index.search("walrus", limit=10))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert len(index.search("walrus", limit=10)) == 8


MARKED = """# Setting up

- [Home](/) | [Docs](/docs)

| option | value |
|---|---|
| timeout | 30 |

The **timeout** is set with [the `--timeout` option](https://example.org/t). Values over 120 are cut. See below.
"""


def test_a_snippet_is_the_sentence_around_the_words_without_markup() -> None:
    assert snippet(MARKED, {"timeout", "option"}) == (
        "The timeout is set with the --timeout option. Values over 120 are cut."
    )


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=())), st.integers(20, 300))
def test_a_snippet_keeps_to_its_length(text: str, most: int) -> None:
    assert len(snippet(text, {"a", "the"}, max_chars=most)) <= most


def test_a_snippet_of_one_endless_sentence_shows_the_word() -> None:
    shown = snippet("filler " * 500 + "walrus " + "filler " * 500, {"walrus"})
    assert "walrus" in shown and shown.startswith("…") and shown.endswith("…") and len(shown) <= 300


def test_a_page_is_taken_out_only_in_the_state_that_was_seen(index: Index) -> None:
    url = "https://trees.example/"
    elm = Page("https://trees.example/elm", "Elm", "An elm.", stamp="1")
    index.add_all([Page(url, "Oak", "An oak.", stamp="1"), elm])
    index.add_all([Page(url, "Oak", "An oak tree.", stamp="2")])
    index.remove({url: "1", elm.url: "1", "https://nowhere.example/": ""})
    assert (first(index, "oak tree"), first(index, "elm")) == ("Oak", "")
    assert index.stamps()[url] == "2"


def test_pages_are_chosen_and_passed_over_in_the_order_of_their_rank() -> None:
    trees = Index()
    languages = ["en", "de", "en", "de"]
    pages = [Page(f"https://t.example/{n}", "Tree", "oak " * (9 - n), lang=lang) for n, lang in enumerate(languages)]
    trees.add_all(pages)
    ranked = [hit.url for hit in trees.search("oak")]
    german = [hit.url for hit in trees.search("oak", fits=lambda _, lang: lang == "de")]
    assert german == [url for url in ranked if url[-1] in "13"]
    assert [hit.url for hit in trees.search("oak", 2, skip=1)] == ranked[1:3]
    assert trees.search("oak", 2, skip=4) == []
    trees.close()
