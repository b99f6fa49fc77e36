"""Bytes or text to turbohtml's tree.

The parser builds what the HTML standard says for every input and holds at most 512 levels (deeper elements become
siblings, as in browsers), so no later step needs a depth guard of its own.
"""

from __future__ import annotations

import turbohtml
from turbohtml import Document

from . import tags
from .spaces import collapse


def parse(body: bytes | str, charset: str | None = None) -> Document:
    """The tree of a page. `charset` is a WHATWG label; unknown or None: BOM, `<meta>`, then detection decide."""
    if isinstance(body, str):
        return _tree(_encodable(body), None)
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


def _tree(body: bytes | str, charset: str | None) -> Document:
    # Shadow roots stay ordinary templates here: `templates.unfold` puts them where a reader sees them.
    return turbohtml.parse(
        body,
        encoding=charset,
        detect_encoding=isinstance(body, bytes) and charset is None,
        positions=False,
        allow_declarative_shadow_roots=False,
    )
