"""XML, sitemaps and feeds, as they stand."""

from __future__ import annotations

import html
import re

from ...types import Link
from ..document import Document, ReadOptions, Source
from ..links import resolved
from ..untouched import decoded, untouched

MEDIA_TYPES = ("text/xml", "application/xml", "+xml")

_TITLE = re.compile(r"<title[^>]*>\s*(?:<!\[CDATA\[)?([^<\]]{1,500})", re.IGNORECASE)
_ADDRESS = re.compile(
    r"<(?:loc|link|url)>\s*+(?:<!\[CDATA\[)?+\s*+([^<\]\s]{1,2000})"
    r"|<(?:atom:)?link\b[^<>]{0,500}?\bhref=[\"']([^\"'<>\s]{1,2000})",
    re.IGNORECASE,
)
_TITLE_WITHIN = 4_096  # characters; further down are the titles of entries


def read(source: Source, options: ReadOptions) -> Document:
    """The text untouched; the links are those of sitemaps (`loc`) and feeds (`link`)."""
    text, encoding = decoded(source, markup=True)
    title = _TITLE.search(text[:_TITLE_WITHIN])
    return untouched(
        source,
        options,
        text=text,
        encoding=encoding,
        title=html.unescape(title.group(1)).strip() if title else "",
        links=_links(text, source.url),
    )


def _links(text: str, url: str) -> tuple[Link, ...]:
    found: dict[str, None] = {}
    for match in _ADDRESS.finditer(text):
        absolute = resolved(html.unescape(match.group(1) or match.group(2)), url)
        if absolute:
            found.setdefault(absolute)
    return tuple(Link(text=address, url=address) for address in found)
