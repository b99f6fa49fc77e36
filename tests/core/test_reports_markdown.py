"""Reported faults of markdown: what a page says comes out once, whole, and reads back as it was."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from reports import Report, given

from webloupe import html_to_markdown

BOTH = pytest.mark.parametrize("engine", ["fast", "markdownify"])


PLACES = ("<p>{} y</p>", "<table><tr><th>a<th>b<tr><td>{}<td>y</table>")


class Read(HTMLParser):
    """Markdown read back by a CommonMark parser: its text, its links with their texts, its tables as rows of cells."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.text = ""
        self.links: list[tuple[str, str]] = []
        self.tables: list[list[list[str]]] = []
        self.tags: list[str] = []
        self.open: list[tuple[str, int, str]] = []
        self.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append((tag, len(self.text), dict(attrs).get("href") or ""))
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            name, start, address = self.open.pop()
            if name == tag:
                break
        if tag == "a":
            self.links.append((self.text[start:], unquote(address)))
        if tag in ("td", "th"):
            self.tables[-1][-1].append(self.text[start:])

    def handle_data(self, data: str) -> None:
        self.text += data


def converted(report: Report, engine: str) -> str:
    return html_to_markdown(report.text, url=report.url.replace("http:", "https:"), engine=engine)  # type: ignore[arg-type]


@BOTH
@given("008", "035", "069", "077", "087", "104", "107", "123", "148", "149")
def test_a_page_says_what_it_says(report: Report, engine: str) -> None:
    assert not report.wrong(converted(report, engine))


@BOTH
@given("030")
def test_addresses_are_read_back_whole(report: Report, engine: str) -> None:
    assert Read(converted(report, engine)).links == [
        ("Plan", "https://s.example/Our Files/plan (final).txt"),
        ("smile", "https://s.example/find?w=:-)&k=1"),
    ]


@BOTH
@given("093")
def test_texts_of_links_are_read_back_whole(report: Report, engine: str) -> None:
    texts = [text for text, _ in Read(converted(report, engine)).links]
    assert texts == ["list[0] of rows]", "if k<n then"]


@BOTH
@given("107")
def test_each_link_of_a_card_leads_where_it_led(report: Report, engine: str) -> None:
    links = Read(converted(report, engine)).links
    assert links == [("Card title", "https://m.example/outer"), ("In", "https://m.example/inner")]


@BOTH
@given("069")
def test_a_text_is_read_back_as_it_was_and_nothing_is_escaped_for_nothing(report: Report, engine: str) -> None:
    markdown = converted(report, engine)
    read = Read(markdown)
    assert read.text.split("\n") == [
        "1. Not a list", "- not a bullet", "snake_case_name and 2*3*4 and v1.2-rc", "#hash", "",
    ]  # fmt: skip
    assert set(read.tags) == {"p"}
    for line in markdown.split("\n"):
        if "\\" in line:
            assert MarkdownIt().render(line.replace("\\", "")) != MarkdownIt().render(line), line


@BOTH
@given("041", "110")
def test_every_table_has_a_head_as_wide_as_its_rows(report: Report, engine: str) -> None:
    (rows,) = Read(converted(report, engine)).tables
    wanted = {"041": [["Q1", "", "Q2"], ["a", "b", "c"]], "110": [["key", "val"], ["x_1", "9"]]}[report.number]
    assert [row for row in rows if any(row)] == wanted
    assert converted(report, engine).count("---") == len(wanted[0])


@BOTH
@given("035")
def test_a_row_is_a_line(report: Report, engine: str) -> None:
    (rows,) = Read(converted(report, engine)).tables
    assert [row[0] for row in rows] == ["Day", "Mon", "Tue"]


@BOTH
@pytest.mark.parametrize(
    "address", ["/a(b)c", "/a)b", "/a b (c", "/q?x=1&copy;=2", "/[1]", "/a*b_c", "/a\\b", "/q?x=<y>", "/q?a|b"]
)
def test_any_address_is_read_back(address: str, engine: str) -> None:
    href = f"https://s.example{address}".replace("&", "&amp;").replace("<", "&lt;")
    for page in (
        f'<p><a href="{href}">x</a> y</p>',
        f'<table><tr><th>a<th>b<tr><td><a href="{href}">x</a><td>y</table>',
    ):
        markdown = html_to_markdown(page, engine=engine)  # type: ignore[arg-type]
        assert Read(markdown).links == [("x", f"https://s.example{address}")], markdown


@BOTH
@pytest.mark.parametrize(
    "text", ["a]b", "[a](b)", "a<b", "<b>", "`a`", "a*b*c", "![a](b)", "&lt;", "a\\", "_a_", "a|b"]
)
def test_any_text_of_a_link_is_read_back(text: str, engine: str) -> None:
    shown = text.replace("&", "&amp;").replace("<", "&lt;")
    for page in PLACES:
        markdown = html_to_markdown(page.format(f'<a href="/x">{shown}</a>'), engine=engine)  # type: ignore[arg-type]
        assert Read(markdown).links == [(text, "/x")], markdown
