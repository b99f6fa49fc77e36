"""Links that jump over the menu, for readers who cannot see: on every page, content on none."""

from __future__ import annotations

import re

from turbohtml import Element, Text

SAYING = re.compile(r"\s*(?:skip|jump)\s+(?:to|over|past|navigation|content|main|links)\b", re.I)
# A page that begins with more links into itself begins with its table of contents.
MAX_LEADING = 4
# Further down a page, a link into it says something of its own.
FIRST = 20
# A longer link is a sentence.
MAX_CHARS = 60
HEADINGS = "h1, h2, h3, h4, h5, h6"


def find(body: Element) -> list[Element]:
    """The skip links of a page: what its markup or wording says so, and the links into itself that it begins with."""
    leading = _leading(body)
    found = leading if len(leading) <= MAX_LEADING else []
    found += [link for link in body.select('a[href*="#"]')[:FIRST] if _says_so(link)]
    return [link for link in found if len(link.text) <= MAX_CHARS]


def _says_so(link: Element) -> bool:
    names = f"{link.attr('class')} {link.attr('id')}".lower()
    return "skip" in names or SAYING.match(link.text[:MAX_CHARS]) is not None


def _leading(body: Element) -> list[Element]:
    """Links to a place of the page that stand before any other text, in whatever language."""
    found: list[Element] = []
    for node in body.descendants:
        if isinstance(node, Element):
            if node.tag == "a" and _leads_within(node):
                found.append(node)
        elif isinstance(node, Text) and not node.data.isspace():
            parent = node.parent
            link = parent.closest("a") if isinstance(parent, Element) else None
            if not found or link is None or link != found[-1]:
                break
    return found


def _leads_within(link: Element) -> bool:
    _, mark, place = (link.attr("href") or "").partition("#")
    return bool(mark and place) and place[0] not in "/!" and link.closest(HEADINGS) is None
