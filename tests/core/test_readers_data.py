"""Tables, feeds, notebooks and pictures become text that can be read, and keep what is exact in them."""

from __future__ import annotations

import base64
import csv
import io
import json
import struct
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.fetch.convert import convert
from webloupe.fetch.document import MAX_CHARS, Document, ReadOptions


def read(body: bytes | str, content_type: str = "", url: str = "https://e.example/d/x", **options: str) -> Document:
    raw = body.encode() if isinstance(body, str) else body
    return convert(raw, headers={"content-type": content_type}, url=url, options=ReadOptions(**options))  # type: ignore[arg-type]


# --- separated values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('name;size\r\na;"1,5"\r\nb;2\r\n', "semicolons"),
        ("name,size\na,1.5\nb,2\n", "commas"),
        ("name\tsize\na\t1,5\nb\t2\n", "tabs"),
        ("sep=|\nname|size\na|1,5\nb|2\n", "pipes"),
    ],
)
def test_the_separator_is_found_and_the_size_told(text: str, word: str) -> None:
    page = read(text, "text/csv")
    assert page.text.startswith(f"2 rows, 2 columns, separated by {word}.\n\n| name | size |\n| --- | --- |\n| a | 1")
    assert page.tables[0].rows[0] == ("name", "size")


@given(st.lists(st.lists(st.text(max_size=8), min_size=3, max_size=3), min_size=2, max_size=8))
def test_every_cell_is_kept_exactly(rows: list[list[str]]) -> None:
    rows = [["".join(mark for mark in cell if mark.isprintable() or mark in "\n\t") for cell in row] for row in rows]
    rows = [[f"a{row[0]}", *row[1:]] for row in rows]  # a row of nothing is no row
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    page = read(out.getvalue().encode("utf-8", "replace"), "text/csv; charset=utf-8")
    expected = tuple(tuple(cell.encode("utf-8", "replace").decode() for cell in row) for row in rows)
    assert page.tables[0].rows == expected
    lines = page.text.split("\n")
    assert len(lines) == len(rows) + 4 and all(line.startswith("|") for line in lines[2:-1])


def test_csv_without_columns_and_csv_asked_for_raw_stay_as_they_are() -> None:
    words = "just words\non lines\n"
    assert read(words, "text/csv").text == words
    assert read("a,b\n1,2\n", "text/csv", format="raw").text == "a,b\n1,2\n"


def test_a_long_table_is_bounded_and_says_so() -> None:
    started = time.process_time()
    page = read("id,name\n" + "".join(f"{n},{'x' * 40}\n" for n in range(100_000)), "text/csv")
    assert time.process_time() - started < 5.0  # 0.5 s in fact; the bound tells linear from quadratic
    assert len(page.text) <= MAX_CHARS < page.chars_total
    assert page.text.startswith("100,000 rows, 2 columns") and "of which the first" in page.notes[0]


# --- feeds -----------------------------------------------------------------------------------------------------------

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://n.example/</link>
<description>All of it</description><item><title>A &amp; B</title><link>https://n.example/1?a=1&amp;b=2</link>
<pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>It <b>rained</b>.</p>]]></description></item>
<item><guid>https://n.example/2</guid><enclosure url="https://n.example/x.mp3" type="audio/mpeg"/></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Log</title><entry><title>E</title>
<link rel="self" href="/self"/><link rel="alternate" href="/1"/><updated>2026-01-02</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>c <b>d</b></p></div></content></entry></feed>"""


def test_a_feed_is_listed_entry_by_entry_with_exact_links_dates_and_summaries() -> None:
    page = read(RSS, "application/rss+xml")
    assert page.title == "News"
    assert "## A & B\n\n<https://n.example/1?a=1&b=2>\nMon, 02 Nov 2026 10:00:00 GMT\n\nIt **rained**." in page.text
    assert [link.url for link in page.links] == [
        "https://n.example/",
        "https://n.example/1?a=1&b=2",
        "https://n.example/2",
        "https://n.example/x.mp3",
    ]
    atom = read(ATOM, "text/xml")
    assert (atom.title, atom.lang) == (
        "Log",
        "en",
    ) and "## E\n\n<https://e.example/1>\n2026-01-02\n\nc **d**" in atom.text


def test_a_feed_asked_for_raw_and_a_broken_one_lose_nothing() -> None:
    assert read(RSS, "application/rss+xml", format="raw").text == RSS
    assert "A & B" in read(RSS[:-40].replace("&amp; B", "& B"), "application/rss+xml").text.replace("A B", "A & B")
    assert read("<rss>", "application/rss+xml").text == "<rss>"


def test_entities_of_a_feed_are_not_expanded() -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    page = read(f'<!DOCTYPE r [<!ENTITY l0 "lol">{lol}]>' + RSS.partition("?>")[2].replace("It ", "&l9;"), "text/xml")
    assert len(page.text) < 10_000


# --- notebooks -------------------------------------------------------------------------------------------------------

PICTURE = base64.b64encode(bytes(200)).decode()
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"language_info": {"name": "julia"}},
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Fit\n", f"![p](data:image/png;base64,{PICTURE})"]},
        {
            "cell_type": "code",
            "source": "x = 1\n```\n",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]},
                {"output_type": "display_data", "data": {"image/png": PICTURE, "text/plain": ["<Figure>"]}},
                {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["\x1b[0;31mE\x1b[0m: v"]},
            ],
        },
    ],
}


@pytest.mark.parametrize("content_type", ["text/plain", "application/json", "application/x-ipynb+json"])
def test_a_notebook_shows_cells_and_outputs_without_pictures_spelt_out(content_type: str) -> None:
    page = read(json.dumps(NOTEBOOK), content_type, "https://e.example/fit.ipynb")
    assert page.title == "Fit" and [(one.text, one.language) for one in page.code] == [("x = 1\n```\n", "julia")]
    assert "````julia\nx = 1\n```\n````\n\n```\none\ntwo\n```\n\n```\n<Figure>\n```\n\n[image/png output]" in page.text
    assert "```\nE: v\n```" in page.text and "\x1b" not in page.text and PICTURE[:50] not in page.text


def test_what_is_no_notebook_stays_json() -> None:
    for text in ('{"nbformat": 4, "cells": 3}', '{"nbformat": 4, "cells": ', '{"a": [1]}'):
        assert read(text, "application/json", "https://e.example/x.ipynb").text == text


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_odd_notebooks_are_read(odd: object) -> None:
    cell = {"cell_type": "code", "source": odd, "outputs": odd, "metadata": odd}
    output = {**cell, "source": "x", "outputs": [{"output_type": "stream", "text": odd, "data": odd, "traceback": odd}]}
    assert read(json.dumps({"nbformat": 4, "cells": [cell, output], "metadata": odd}), "application/json").text


# --- pictures --------------------------------------------------------------------------------------------------------


def a_png(width: int, height: int, text: str = "") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    about = chunk(b"tEXt", b"Description\x00" + text.encode("latin-1")) if text else b""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + about + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xe0\x00\x04JF\xff\xc2\x00\x11\x08\x00\x14\x00\x1e\x03" + bytes(20)
PICTURES = [
    (a_png(640, 480), "PNG image, 640 × 480 pixels"),
    (JPEG, "JPEG image, 30 × 20 pixels"),
    (b"GIF89a\x0a\x00\x05\x00" + bytes(8), "GIF image, 10 × 5 pixels"),
    (b"BM" + bytes(12) + struct.pack("<Iii", 40, 7, -9) + bytes(20), "BMP image, 7 × 9 pixels"),
    (b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x63\x00\x00\x31\x00\x00", "WEBP image, 100 × 50"),
    (b"\x00\x00\x01\x00\x01\x00\x20\x00" + bytes(20), "ICON image, 32 × 256 pixels"),
    (b"II*\x00\x08\x00\x00\x00\x02\x00" + struct.pack("<HHIIHHII", 256, 4, 1, 3, 257, 3, 1, 4), "TIFF image, 3 × 4"),
    (b"\x00\x00\x00\x18ftypavif" + bytes(20) + b"ispe" + struct.pack(">III", 0, 11, 12), "AVIF image, 11 × 12 pixels"),
    (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><title>Logo</title></svg>', "SVG image, 10 × 20"),
]


@pytest.mark.parametrize(("body", "said"), PICTURES)
def test_a_picture_tells_its_format_and_size(body: bytes, said: str) -> None:
    page = read(body)
    assert page.text.startswith(said) and f"{len(body):,} bytes" in page.text and "\n" not in page.text.strip()


def test_what_a_picture_says_of_itself_is_told() -> None:
    assert read(a_png(1, 1, "A boat at sea")).text.endswith("bytes: A boat at sea\n")
    assert "Logo" in read(PICTURES[-1][0]).text


@given(st.sampled_from([body for body, _ in PICTURES]), st.integers(0, 60), st.binary(max_size=40))
def test_broken_pictures_are_told_or_refused(body: bytes, at: int, rubbish: bytes) -> None:
    from webloupe.errors import Unreadable

    try:
        assert read(body[:at] + rubbish).text is not None
    except Unreadable as refused:
        assert len(refused.lines()) == 2
