"""Where the prose of a page stands: paragraphs that are no captions, teasers or lists of links, and what holds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from turbohtml import Element, Node

from . import tags
from .measure import PARAGRAPH_CHARS

LINK = ("a",)
# A paragraph that is mostly links is a menu or a teaser.
MIN_UNLINKED_CHARS = 40
# The innermost element that holds this share of the prose is its home.
HOME_SHARE = 0.9


@dataclass(frozen=True)
class Prose:
    """The characters of prose on a page: in all, and under each element of `root` that holds any."""

    root: Element
    chars: int = 0
    under: dict[Node, int] = field(default_factory=dict)

    def inside(self, node: Node) -> int:
        """Characters of prose under `node`."""
        return self.chars if node == self.root else self.under.get(node, 0)

    def home(self) -> Element:
        """The innermost element that holds nearly all of it."""
        home, least = self.root, self.chars * HOME_SHARE
        while self.chars:
            children = (child for child in home.children if isinstance(child, Element))
            inner = next((child for child in children if self.under.get(child, 0) >= least), None)
            if inner is None:
                break
            home = inner
        return home


def of(root: Element) -> Prose:
    """The prose under `root`."""
    under: dict[Node, int] = {}
    total = 0
    for block in tags.each(root, "p", "pre", "blockquote"):
        chars = len(block.text)
        if chars < PARAGRAPH_CHARS or (block.tag != "p" and tags.first(block, "p") is not None):
            continue
        for link in block.iter_elements(LINK):
            chars -= len(link.text)
        if chars < MIN_UNLINKED_CHARS:
            continue
        total += chars
        around = block.parent
        while isinstance(around, Element) and around != root:
            under[around] = under.get(around, 0) + chars
            around = around.parent
    return Prose(root, total, under)
