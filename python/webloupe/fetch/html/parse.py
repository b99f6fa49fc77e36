"""Bytes or text to turbohtml's tree.

The parser builds what the HTML standard says for every input and holds at most 512 levels (deeper elements become
siblings, as in browsers), so no later step needs a depth guard of its own.
"""

from __future__ import annotations

import codecs

import turbohtml
from turbohtml import Document, IncrementalParser

from . import tags
from .spaces import collapse

# A tree keeps the page that it was parsed from, by the widest of its characters: one emoji, and each takes four octets.
# By pieces, only the pieces with one do; that is slower, so it serves for large pages.
LARGE_OCTETS, PIECE_OCTETS = 2_000_000, 32_768
# How the first octet of nearly all characters beyond the basic plane reads in UTF-8.
ASTRAL = b"\xf0"
SHADOW_ROOT = b"shadowrootmode"


def parse(body: bytes | str, charset: str | None = None) -> Document:
    """The tree of a page. `charset` is a WHATWG label; unknown or None: BOM, `<meta>`, then detection decide."""
    if isinstance(body, str):
        return _tree(_encodable(body), None)
    if len(body) > LARGE_OCTETS and ASTRAL in body and (document := _in_pieces(body, charset)) is not None:
        return document
    if charset is None:
        return _tree(body, None)
    try:
        return _tree(body, charset)
    except LookupError:
        return _tree(body, None)


def title(document: Document) -> str:
    """The page's `<title>`, else its first heading, else ""."""
    for tag in ("title", "h1"):
        found = tags.first(document, tag)
        if found is not None and (text := collapse(found.text)):
            return text
    return ""


def language(document: Document) -> str:
    """The language tag the page claims for itself, else ""."""
    root = document.root
    return (root.attr("lang") or "").strip() if root is not None else ""


def _encodable(text: str) -> str:
    """`text` without lone surrogates, which no decoder gives and no file takes."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _in_pieces(body: bytes, charset: str | None) -> Document | None:
    """The tree of a large page in UTF-8; None for another, and for shadow roots, which this parser would hide."""
    if not _is_utf_8(body, charset) or SHADOW_ROOT in body.lower():
        return None
    parser = IncrementalParser(encoding="utf-8", positions=False)
    for start in range(0, len(body), PIECE_OCTETS):
        parser.feed(body[start : start + PIECE_OCTETS])
    return parser.close()


def _is_utf_8(body: bytes, charset: str | None) -> bool:
    """True where a mark, the header, a declaration at the beginning or else every single octet says so."""
    if charset is None or body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        from turbohtml.detect import detect

        charset = detect(body).encoding or ""
    return charset.strip().lower() in ("utf-8", "utf-8-sig", "utf8")


def _tree(body: bytes | str, charset: str | None) -> Document:
    # Shadow roots stay ordinary templates here: `templates.unfold` puts them where a reader sees them.
    return turbohtml.parse(
        body,
        encoding=charset,
        detect_encoding=isinstance(body, bytes) and charset is None,
        positions=False,
        allow_declarative_shadow_roots=False,
    )
