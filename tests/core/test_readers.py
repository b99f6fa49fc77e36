"""Bodies of every media type become documents, or are named and refused."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping

import pytest
from pypdf import PdfWriter
from pypdf.annotations import Link as PdfLink
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from webloupe.errors import TooLarge, Unreadable
from webloupe.fetch.challenge import is_challenge
from webloupe.fetch.convert import convert
from webloupe.fetch.document import MAX_CHARS, Document, ReadOptions


def read(
    body: bytes | str,
    content_type: str = "",
    url: str = "https://e.example/d/x",
    over_cap: bool = False,
    **options: str,
) -> Document:
    raw = body.encode() if isinstance(body, str) else body
    return convert(
        raw,
        headers={"content-type": content_type},
        url=url,
        options=ReadOptions(**options),  # type: ignore[arg-type]
        over_cap=over_cap,
    )


PAGE = (
    "<!doctype html><html lang=en><head><title>A title</title></head><body><nav>menu</nav><main><h1>Head</h1>"
    "<p>Some <b>bold</b> text that is long enough to be the content of this page.</p>"
    "<a href='../y'>on</a></main></body></html>"
)


def test_a_page_becomes_markdown_with_title_language_and_absolute_links() -> None:
    page = read(PAGE, "text/html; charset=utf-8")
    assert (page.title, page.lang, page.media_type, page.charset) == ("A title", "en", "text/html", "utf-8")
    assert "**bold**" in page.text and "https://e.example/y" in [link.url for link in page.links]


def test_a_page_comes_in_the_format_asked_for() -> None:
    assert read(PAGE, "text/html", format="raw").text == PAGE
    assert "**" not in read(PAGE, "text/html", format="text").text
    assert "<b>bold</b>" in read(PAGE, "text/html", format="html").text.replace("strong>", "b>")


UNTOUCHED = [
    ("# T\n\nUse `<br>` and x_y_z.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "text/markdown; charset=utf-8"),
    ("# Notes\n\n* a_b_c stays\n\n    indented\n<div>kept</div>\n", "text/plain"),
    ('{"n": 12345678901234567890, "p": 1.10, "h": "<b>x</b>", "k": "a_b*c"}', "application/json"),
    ('<?xml version="1.0"?><list><one>1 &amp; 2</one></list>', "application/xml"),
    ("def f():\n\treturn 1  # ✓\n", "text/x-python"),
    ("let a = 1;\n", "application/javascript"),
    ("key: value\n", "application/yaml"),
]


@pytest.mark.parametrize(("text", "content_type"), UNTOUCHED)
@pytest.mark.parametrize("shape", ["markdown", "text", "raw"])
def test_text_that_is_no_page_passes_untouched(text: str, content_type: str, shape: str) -> None:
    assert read(text, content_type, format=shape).text == text


def test_text_asked_for_as_html_is_escaped() -> None:
    assert read("a <b> & c", "text/plain", format="html").text == "<pre>a &lt;b&gt; &amp; c</pre>"


def test_links_of_markdown_are_found_outside_code_and_made_absolute() -> None:
    text = (
        "# Guide\n\nSee [one](a.md), [![badge](b.png)](/two) and <https://q.example/x>, also https://w.example/a_(b).\n"
        "`[no](no.md)`\n\n```\nhttps://no.example\n```\n[ref]: ../three 'T'\n[mail](mailto:a@b) [here](#x)\n"
    )
    page = read(text, "text/markdown", "https://e.example/d/i.md")
    assert page.title == "Guide"
    assert [(link.text, link.url) for link in page.links] == [
        ("one", "https://e.example/d/a.md"),
        ("badge", "https://e.example/two"),
        ("https://q.example/x", "https://q.example/x"),
        ("https://w.example/a_(b)", "https://w.example/a_(b)"),
        ("ref", "https://e.example/three"),
    ]


def test_blanks_in_a_sitemap_cost_no_time() -> None:
    started = time.process_time()
    read("<urlset><url><loc>" + " " * 1_000_000, "application/xml")
    assert time.process_time() - started < 1.0


def test_links_of_a_sitemap_and_of_a_feed_are_theirs_alone() -> None:
    sitemap = '<urlset xmlns="http://www.sitemaps.org/s"><url><loc>https://e.example/a?b&amp;c</loc></url></urlset>'
    assert [link.url for link in read(sitemap, "application/xml").links] == ["https://e.example/a?b&c"]
    feed = '<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title><entry><link rel="a" href="/1"/></entry></feed>'
    page = read(feed, "application/atom+xml")
    assert page.title == "N" and [link.url for link in page.links] == ["https://e.example/1"]


# --- PDF -------------------------------------------------------------------------------------------------------------


def a_pdf(*texts: str, password: str = "", link: str = "") -> bytes:
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for text in texts:
        page = writer.add_blank_page(300, 300)
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        content = DecodedStreamObject()
        content.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = content
    if link:
        writer.add_annotation(0, PdfLink(rect=(0, 0, 10, 10), url=link))
    writer.add_metadata({"/Title": "A paper"})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_pdf_gives_its_pages_title_and_links() -> None:
    page = read(a_pdf("First words", "Second words", link="https://w.example/"), "application/octet-stream")
    assert page.title == "A paper" and page.media_type == "application/pdf"
    assert page.text == "## Page 1\n\nFirst words\n\n## Page 2\n\nSecond words\n"
    assert [link.url for link in page.links] == ["https://w.example/"]


def a_printed_table() -> bytes:
    rows = [("City", "Area", "People"), ("Oslo", "454", "709000"), ("Bergen", "465", "291000"), ("Moss", "63", "50000")]
    shown = [
        f"1 0 0 1 {20 + 90 * c} {250 - 20 * r} Tm ({cell}) Tj"
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    ]
    prose = "1 0 0 1 20 120 Tm (Figures of the year before last, as the cities gave them.) Tj"
    return a_pdf(f"x) Tj {' '.join(shown)} {prose} (")


def test_a_table_of_a_pdf_is_told_by_its_layout_and_prose_is_none() -> None:
    page = read(a_printed_table(), "application/pdf")
    assert [table.rows[:2] for table in page.tables] == [(("City", "Area", "People"), ("Oslo", "454", "709000"))]
    assert page.tables[0].name == "page 1" and "may mislead" in page.notes[1]
    assert read(a_pdf("Just words in a line", "and more"), "application/pdf").tables == ()


BROKEN_PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


@pytest.mark.parametrize("body", [BROKEN_PDF, b"%PDF-1.7", a_pdf("")[:300], a_pdf(""), a_pdf("x", password="secret")])
def test_a_pdf_that_cannot_be_read_is_named_and_never_printed(body: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        read(body, "application/octet-stream", "https://e.example/r.pdf")
    lines = caught.value.lines()
    assert "PDF" in lines[0] and f"{len(body):,}" in lines[0] and len(lines) == 2
    assert "endobj" not in "".join(lines) and "\n" not in lines[0]


def test_a_pdf_over_the_cap_is_refused_with_the_way_out() -> None:
    with pytest.raises(TooLarge) as caught:
        read(a_pdf("x")[:200], "application/pdf", over_cap=True)
    assert "--max-bytes" in caught.value.hint


@pytest.mark.parametrize("body", [b"\x89PNG\r\n\x1a\n\x00\x00", bytes(range(256)) * 4, b"PK\x03\x04\x00"])
def test_a_binary_is_named_with_its_size_and_refused(body: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        read(body)
    lines = caught.value.lines()
    assert f"{len(body):,} bytes" in lines[0] and "/" in lines[0] and len(lines) == 2


# --- caps ------------------------------------------------------------------------------------------------------------


def test_a_document_keeps_exactly_two_million_characters_and_knows_the_rest() -> None:
    page = read("漢" * (MAX_CHARS + 7), "text/plain; charset=utf-8")
    assert len(page.text) == MAX_CHARS and page.chars_total == MAX_CHARS + 7


def test_a_text_torn_at_the_byte_cap_ends_with_a_whole_line() -> None:
    body = b"".join(b"line %06d\n" % number for number in range(1_000))[:-5]
    assert read(body, "text/plain", over_cap=True).text.endswith("line 000998\n")


def test_a_character_torn_at_the_byte_cap_leaves_no_mark() -> None:
    body = ("漢字" * 100).encode()[:-1]
    assert read(body, "text/plain", over_cap=True).text == ("漢字" * 100)[:-1]


# --- not the page ----------------------------------------------------------------------------------------------------

CHECK = (
    "<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1>"
    "<p>Please complete the security check to continue.</p><div class=cf-turnstile></div></body></html>"
)
SHELL = "<!doctype html><html><title>S</title><body><div id=root></div><script src=a.js></script></body></html>"


@pytest.mark.parametrize(
    "body",
    [
        CHECK,
        "<html><body><p>我们检测到异常流量，请完成安全验证后继续访问。</p></body></html>",
        "<html><body><p>One more step</p><div class='g-recaptcha'></div><script></script></body></html>",
        "<html><body><p>Before you continue. We use cookies.</p><p>Accept all</p><p>Reject all</p></body></html>",
    ],
)
def test_a_robot_check_or_consent_wall_delivered_with_200_is_named(body: str) -> None:
    assert read(body, "text/html").blocked


def test_an_article_about_robot_checks_is_an_article() -> None:
    text = "<p>Such pages ask you to verify you are human. Nobody likes them, and they are everywhere today.</p>" * 40
    assert read(f"<html><body><article><h1>Captchas</h1>{text}</article></body></html>", "text/html").blocked is None


def test_a_short_page_behind_a_guard_that_only_watches_is_a_page() -> None:
    watched = "<p>Short but whole.</p><script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>"
    form = "<p>Write to us.</p><form><input type=email><div class=g-recaptcha></div></form>"
    assert read(f"<html><body>{watched}</body></html>", "text/html").blocked is None
    assert read(f"<html><body>{form}</body></html>", "text/html").blocked is None


def test_a_shell_at_the_address_of_an_llms_txt_is_no_index() -> None:
    page = read(SHELL, "text/html", "https://e.example/llms.txt")
    assert page.media_type == "text/html" and len(page.notes) == 2 and "llms.txt" in page.notes[0]


def test_a_page_that_only_asks_for_scripts_is_told_as_one() -> None:
    body = "<html><body><div id=mount-7></div><p>Please enable JavaScript to use this site.</p><script></script></body>"
    assert "drawn by script" in read(body, "text/html").notes[0]


def test_an_empty_body_is_an_empty_page_and_no_error() -> None:
    page = read(b"", "text/html")
    assert page.text == "" and page.blocked is None


CHALLENGES: list[tuple[int, Mapping[str, str], bytes, bool]] = [
    (403, {"cf-mitigated": "challenge"}, b"", True),
    (403, {}, CHECK.encode(), True),
    (503, {}, b"<script>window._cf_chl_opt={}</script>", True),
    (429, {}, b"slow down", False),
    (403, {}, b"<h1>Forbidden</h1>", False),
    (200, {"cf-mitigated": "challenge"}, b"", False),
    (404, {}, CHECK.encode(), False),
]


@pytest.mark.parametrize(("status", "headers", "body", "expected"), CHALLENGES)
def test_a_challenge_is_told_from_a_plain_refusal(
    status: int, headers: Mapping[str, str], body: bytes, expected: bool
) -> None:
    assert is_challenge(status, headers, body) is expected
