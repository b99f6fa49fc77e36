"""What a page says of itself."""

from __future__ import annotations

import msgspec

from ..types import Wire


class Metadata(Wire, frozen=True, kw_only=True):
    """Facts that a page states about itself, each "" when it states none; claims of the page, not checked ones.

    `published` and `modified` are days, "2026-11-30"; `lang` is a language tag; `canonical` an absolute http(s) address
    where the page's own address is known. `sources` tells for each fact where it stood: "json-ld", "meta", "opengraph",
    "link", "time", "byline", "microdata", "html", "title", "heading", "url" or "text", from sure to guessed.
    """

    title: str = ""
    author: str = ""
    published: str = ""
    modified: str = ""
    lang: str = ""
    canonical: str = ""
    site: str = ""
    description: str = ""
    sources: dict[str, str] = msgspec.field(default_factory=dict)
