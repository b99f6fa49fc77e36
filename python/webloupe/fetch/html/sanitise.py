"""The cleaned content as HTML that runs nothing."""

from __future__ import annotations

import nh3

SCHEMES = {"http", "https", "mailto"}
# Blocks of text and what marks words in them; no class, id or style, which a page could use to imitate its host.
ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align", "scope"},
    "code": {"class"},
    "*": {"lang", "dir"},
}
DROPPED = {"script", "style"}


def sanitise(html: str) -> str:
    """`html` with harmless tags, attributes and schemes only; links carry rel="noopener noreferrer"."""
    return nh3.clean(
        html,
        attributes=ATTRIBUTES,
        clean_content_tags=DROPPED,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer",
    )
