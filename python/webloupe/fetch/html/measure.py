"""How much an element says. Text is measured without blanks, which only indent markup."""

from __future__ import annotations

from turbohtml import Element, Node

# Paragraphs of a length that captions and teasers seldom have.
PARAGRAPH_CHARS = 60
# A block is made of links when they hold this share of its text.
LINK_SHARE = 0.6


def size(node: Node) -> int:
    """Characters of text under `node`, without blanks."""
    text = node.text
    return len(text) - text.count(" ") - text.count("\n") - text.count("\t")


def prose(root: Element) -> int:
    """Characters in paragraphs that are no captions."""
    sizes = [len(paragraph.text) for paragraph in root.select("p")]
    return sum(chars for chars in sizes if chars >= PARAGRAPH_CHARS)


def linked(element: Element) -> int:
    """Characters inside links."""
    return sum(map(size, element.select("a")))


def is_linked(element: Element, chars: int) -> bool:
    """True when links hold most of an element of `chars` characters."""
    return linked(element) > LINK_SHARE * chars
