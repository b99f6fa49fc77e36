"""How much an element says. Text is measured without blanks, which only indent markup."""

from __future__ import annotations

from functools import cached_property

from turbohtml import Document, Element, Node, Text

# Paragraphs of a length that captions and teasers seldom have.
PARAGRAPH_CHARS = 60
# One pass over the octets is cheaper than three over the characters; of a huge text no copy is made.
HUGE_CHARS, BLANKS = 200_000, b" \n\t"
# A block is made of links when they hold this share of its text.
LINK_SHARE = 0.6


def size(node: Node) -> int:
    """Characters of text under `node`, without blanks."""
    text = node.text
    if len(text) >= HUGE_CHARS:
        return len(text) - text.count(" ") - text.count("\n") - text.count("\t")
    if text.isascii():
        return len(text.encode().translate(None, BLANKS))
    octets = text.encode("utf-8", "surrogatepass")
    return len(text) - len(octets) + len(octets.translate(None, BLANKS))


def whole(root: Element | Document) -> int:
    """`size` of something as large as a page, piece by piece: one wide character would quadruple a copy of it all."""
    pieces = [child for child in root.children if isinstance(child, (Element, Text))]
    while len(pieces) == 1 and isinstance(pieces[0], Element):
        pieces = [child for child in pieces[0].children if isinstance(child, (Element, Text))]
    return sum(map(size, pieces))


class Standing:
    """How much of a page still stands while parts of it are taken out: measured once, and only when asked for."""

    def __init__(self, root: Element | Document) -> None:
        self._root = root

    @cached_property
    def chars(self) -> int:
        """The `size` of what stands."""
        return whole(self._root)

    def lose(self, element: Element) -> None:
        """`element`, which may be in the page or not, is about to go."""
        if "chars" in vars(self) and self._root in element.ancestors:
            self.chars -= size(element)


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
