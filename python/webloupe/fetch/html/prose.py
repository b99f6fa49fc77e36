"""Where the prose of a page stands: paragraphs that are no captions, teasers or lists of links, and what holds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from turbohtml import Element, Node

from . import tags
from .measure import PARAGRAPH_CHARS

LINK = ("a",)
PARAGRAPHS = ("p", "pre", "blockquote")
# What holds text where paragraphs hold less than this share of it, and what stands in no paragraph.
BLOCKS, FEW_SHARE = ("div", "td", "dd", "li", "section"), 0.03
INNER = ("div", "p", "ul", "ol", "table", "section", "dl", "h2", "h3")
# A word of Chinese or Japanese is a letter or two.
FIRST_WIDE, WIDE = "\u2e80", 2
# A paragraph that is mostly links is a menu or a teaser.
MIN_UNLINKED_CHARS = 40
# The innermost element that holds this share of the prose is its home.
HOME_SHARE = 0.9


# How sites name what holds the text of an article, and the least share of its prose that it holds then.
BODIES = (
    *("article-body", "articlebody", "article__body", "article-content", "article__content", "entry-content"),
    *("post-content", "post-body", "story-body", "storybody"),
)
BODY_SHARE = 0.7


@dataclass(frozen=True)
class Prose:
    """The characters of prose on a page: in all, and under each element of `root` that holds any."""

    root: Element
    chars: int = 0
    under: dict[Node, int] = field(default_factory=dict)

    def inside(self, node: Node) -> int:
        """Characters of prose under `node`."""
        return self.chars if node == self.root else self.under.get(node, 0)

    def body(self) -> Element:
        """What is named as the body of an article and holds most of its prose, else its home."""
        least = self.chars * BODY_SHARE
        holders = (node for node, chars in self.under.items() if chars >= least and isinstance(node, Element))
        named = next(filter(_is_named_body, holders), None)  # inner ones come first
        return self.home() if named is None else named

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


def _is_named_body(element: Element) -> bool:
    names = (element.attr("class") or "").lower()
    return element.attr("itemprop") == "articleBody" or any(name in names for name in BODIES)


def of(root: Element, *, anyhow: bool = False) -> Prose:
    """The prose under `root`: its paragraphs. `anyhow`: where there are next to none, what stands for them."""
    told = _gathered(root, PARAGRAPHS)
    if anyhow and told.chars < FEW_SHARE * len(root.text):
        told = _gathered(root, (*PARAGRAPHS, *BLOCKS))
    return told


def _gathered(root: Element, names: tuple[str, ...]) -> Prose:
    under: dict[Node, int] = {}
    total = 0
    for block in tags.each(root, *names):
        chars = _prose(block)
        if chars < MIN_UNLINKED_CHARS:
            continue
        total += chars
        around = block.parent
        while isinstance(around, Element) and around != root:
            under[around] = under.get(around, 0) + chars
            around = around.parent
    return Prose(root, total, under)


def _prose(block: Element) -> int:
    """Characters of a paragraph outside its links; 0 for a short one and for what holds paragraphs."""
    text = block.text
    wide = WIDE if text.lstrip()[:1] >= FIRST_WIDE else 1
    chars = len(text) * wide
    inner = INNER if block.tag in BLOCKS else PARAGRAPHS[:1]
    if chars < PARAGRAPH_CHARS or (block.tag != "p" and tags.first(block, *inner) is not None):
        return 0
    for link in block.iter_elements(LINK):
        chars -= len(link.text) * wide
    return chars
