"""A large page is parsed by pieces where whole it would fill the memory; nobody can tell by the text."""

from __future__ import annotations

import math

import pytest

from webloupe.fetch.html import convert
from webloupe.fetch.html.parse import LARGE_OCTETS, PIECE_OCTETS

LINE = "<p>Grüße 🙂 und die “schönen” Wörter &amp; <b>fette</b>, mit <a href='/ziel?a=1&b=2'>Verweisen</a>.\r\n"
HEAD = "<!doctype html><meta charset={charset}><title>Groß 🙂</title><body><h1>Kopf</h1>"


def page(head: str = "<title>Groß 🙂</title><h1>Kopf</h1>", line: str = LINE) -> str:
    """A page of more than `LARGE_OCTETS` octets."""
    return head + line * (LARGE_OCTETS // len(line.encode()) + 1)


def test_lines_are_cut_at_every_octet() -> None:
    assert math.gcd(len(LINE.encode()), PIECE_OCTETS) == 1


@pytest.mark.parametrize("charset", [None, "utf-8", "UTF8"])
def test_pieces_make_the_same_text_as_the_whole(charset: str | None) -> None:
    text = page()

    whole, pieces = convert(text, url="https://example.org/"), convert(text.encode(), charset=charset)

    assert pieces.title == "Groß 🙂"
    assert pieces.text.replace("(/ziel", "(https://example.org/ziel") == whole.text
    assert "�" not in pieces.text


def test_a_page_in_another_encoding_is_read_in_that_one() -> None:
    text = page().replace("“", '"').replace("”", '"').replace("🙂", "")

    found = convert(HEAD.format(charset="iso-8859-1").encode() + text.encode("latin-1") + b"\xf0\xf0")

    assert "Grüße" in found.text
    assert found.text.endswith("ðð")


def test_a_mark_of_utf_16_wins_over_the_header() -> None:
    assert "Grüße 🙂" in convert(page().encode("utf-16"), charset="utf-8").text


def test_a_mark_of_utf_8_is_no_text() -> None:
    found = convert(b"\xef\xbb\xbf" + page(head="").encode())

    assert found.text.startswith("Grüße")
    assert found.hidden == ()


def test_shadow_roots_of_a_large_page_are_text() -> None:
    shadow = "<div><template SHADOWROOTMODE=open><p>Im Schatten steht dieser Satz.</p></template></div>"

    assert "Im Schatten" in convert(page(head=shadow).encode()).text
