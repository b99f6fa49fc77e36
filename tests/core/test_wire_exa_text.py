"""Exa's text answers: what was written comes back, whatever the pages quote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.search.backends.exa import read_blocks

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "reports"
NASTY = [
    "",
    "---",
    "...",
    "title: front matter",
    "Title: a line of the page",
    "Title: quoted\nURL: https://quoted.example/",
    "\nTitle: quoted\nURL: https://quoted.example/\n",
    "---\ntitle: x\nurl: https://quoted.example/\n---",
    "> Title: q\n> URL: https://quoted.example/\n> Published: N/A\n> Author: N/A",
    "- Title: of a book\n- see URL: in prose",
    "URL: https://quoted.example/",
    "URL: https://quoted.example/\nText: of an API's answer",
    "\nTitle: of an API's answer\nURL: https://quoted.example/\nText: more\n",
    "\nTitle: of a list\nURL: https://quoted.example/\nAuthor: Poe\nDate: 2020-01-02\n",
    "---\nTitle: of a list\n\nURL: https://quoted.example/\n\nPublished: 2020-01-02\n\nBy: Poe",
    "Published: 2020-01-02",
    "Author: Poe",
    "Highlights:",
    "Summary: of a page",
    "Searched 12 sources for this review",
    "No search results found",
    "Note: read this",
    "| a | b |",
]
WORDS = st.text(st.sampled_from("abc dé字.:|"), min_size=1, max_size=30).map(str.strip).filter(bool)
PARTS = st.lists(st.one_of(st.sampled_from(NASTY), WORDS.map(lambda words: f"x {words}")), max_size=6)


@st.composite
def hits(draw: st.DrawFn) -> tuple[str, str, str, list[str]]:
    title = draw(st.one_of(st.just("N/A"), WORDS.map(lambda words: f"T {words}")))
    url = f"https://{draw(st.sampled_from(['a.example', 'b.example']))}/{draw(st.integers(0, 999))}?u=https://x.example"
    published = draw(st.sampled_from(["N/A", "2026-04-11", "2026-04-11T00:00:00.000Z"]))
    return title, url, published, draw(PARTS)


def written(hit: tuple[str, str, str, list[str]], label: str) -> str:
    title, url, published, parts = hit
    head = f"Title: {title}\nURL: {url}\nPublished: {published}\nAuthor: N/A"
    if not parts:
        return head
    return (
        f"{head}\n{label}: {parts[0]}" + "".join(f"\n{part}" for part in parts[1:])
        if label == "Text"
        else (f"{head}\n{label}:\n" + "\n".join(parts))
    )


@settings(max_examples=400, deadline=None)
@given(
    st.lists(hits(), min_size=1, max_size=6),
    st.sampled_from(["\n\n---\n\n", "\n\n", "\n---\n"]),
    st.sampled_from(["Highlights", "Text", "Summary"]),
    st.sampled_from(["", "\n\nSearched 12 sources", "\n\nSearched 1 source in 0.4 s\n"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_was_written_is_read_back(
    given_hits: list[tuple[str, str, str, list[str]]], joint: str, label: str, footer: str, end: str
) -> None:
    text = joint.join(written(hit, label) for hit in given_hits) + footer
    found = list(read_blocks(text.replace("\n", end)))
    assert [hit.url for hit in found] == [url for _, url, _, _ in given_hits]
    for hit, (title, _, published, parts) in zip(found, given_hits, strict=True):
        assert hit.title == ("" if title == "N/A" else title)
        assert hit.published == ("" if published == "N/A" else "2026-04-11")
        assert words(hit.description) == words("\n".join(parts))


def words(text: str) -> list[str]:
    """The words of a text in order; marks of quotation, rules and gaps are none."""
    lines = (line.strip().removeprefix("> ") for line in text.splitlines())
    return [word for line in lines for word in line.split() if word.strip("-.…")]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(hits(), min_size=1, max_size=5),
    st.sampled_from(["Published", "Author", "Published+Author", "Title"]),
    st.sampled_from(["\n\n---\n\n", "\n\n"]),
)
def test_a_layout_that_lost_labels_still_gives_its_hits(
    given_hits: list[tuple[str, str, str, list[str]]], lost: str, joint: str
) -> None:
    tame = [(title, url, published, ["x words"]) for title, url, published, _ in given_hits]
    text = joint.join(written(hit, "Highlights") for hit in tame)
    kept = [line for line in text.split("\n") if line.partition(":")[0] not in lost.split("+")]
    found = list(read_blocks("\n".join(kept)))
    assert [(hit.url, hit.description) for hit in found] == [(url, "x words") for _, url, _, _ in tame]


def test_the_first_paragraph_is_not_all_of_a_highlight() -> None:
    text = "Title: A\nURL: https://a.example/\nPublished: N/A\nAuthor: N/A\nHighlights:\none\n\ntwo\n\n---\n\nthree"
    assert [hit.description for hit in read_blocks(text)] == ["one two three"]


def test_blank_lines_between_the_labels_do_no_harm() -> None:
    text = "Title: A\n\nURL: https://a.example/\n\nPublished: 2026-01-02\n\nAuthor: N/A\n\nHighlights:\n\none"
    (hit,) = read_blocks(text)
    assert (hit.title, hit.published, hit.description) == ("A", "2026-01-02", "one")


def test_blocks_that_lost_labels_are_kept() -> None:
    text = (
        "Title: One\nURL: https://r.example/1\nPublished: N/A\nScore: 0.4\n"
        "Highlights:\n- Title: a book\n- a URL: here\n---\n"
        "URL: https://r.example/2\nText: no title\n\n"
        "Title: Three: with colon\nURL: https://r.example/3\n"
    )
    found = list(read_blocks(text))
    assert [hit.url[-1] for hit in found] == ["1", "2", "3"]
    assert [hit.title for hit in found] == ["One", "", "Three: with colon"]
    assert found[0].description == "- Title: a book - a URL: here"


def test_a_reported_layout_gives_its_three_hits() -> None:
    path = SHARED / "049-result-text-shape.txt"
    if not path.exists():
        pytest.skip("the reported cases are not beside the project")
    urls = [hit.url for hit in read_blocks(path.read_text())]
    assert urls == ["https://r.example/1", "https://r.example/2", "https://r.example/3?u=https://x.example"]
