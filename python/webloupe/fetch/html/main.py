"""Main-content selection: which part of a cleaned page is what it was made for, and what was left out.

Deterministic, in steps from certain to guessed: regions that HTML names, a landmark that holds the text, furniture by
its class words, then the densest block. No step drops an element that holds over 40 % of the text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from turbohtml import Document, Element, Node

from ...types import Main
from . import chrome
from .spaces import collapse

MAX_SHARE = 0.4
LANDMARKS = "main, [role=main], article, [itemprop=articleBody], #content, #main, #main-content"
# More articles than this are a list of teasers, not the text.
MAX_ARTICLES = 3
LANDMARK_MIN_CHARS, LANDMARK_MIN_SHARE = 250, 0.3
# The densest block must hold this share of what is left to be taken for the whole (measured on development pages).
DENSE_SHARE = {"auto": 0.6, "precision": 0.3}
# Structure that class words do not condemn.
PROTECTED = frozenset(
    ("html", "body", "main", "article", "table", "tr", "td", "th", "tbody", "pre", "code", "h1", "h2", "h3", "a")
)
# Longer class lists are generated; their end names no region.
MAX_NAME_CHARS = 300
# What must stand beside a long menu before it may go.
MIN_REST_CHARS = 500
# A block is a list of links when links hold this share of its text.
LINK_SHARE = 0.6


@dataclass(frozen=True)
class Choice:
    """The chosen element, and what is not in it: "navigation (1,234 characters)", largest first."""

    root: Element | Document
    left_out: tuple[str, ...]


def choose(document: Document, mode: Main) -> Choice:
    """The main content of a cleaned page. `full` leaves everything; `recall` drops only what is furniture for sure."""
    body = document.select_one("body")
    if body is None or mode == "full":
        return Choice(body or document, ())
    selection = _Selection(body)
    selection.drop_regions()
    root = selection.landmark()
    if mode != "recall":
        selection.drop_named(root)
        root = selection.densest(root, DENSE_SHARE[mode])
        if mode == "precision":
            selection.drop_link_lists(root)
    return Choice(root, selection.report())


class _Selection:
    """The state of one selection: characters by region that were left out so far."""

    def __init__(self, body: Element) -> None:
        self.body = body
        self.left_out: Counter[str] = Counter()

    def drop_regions(self) -> None:
        limit = _size(self.body) * MAX_SHARE
        for name, selector in chrome.REGIONS.items():
            for element in self.body.select(selector):
                self._drop(element, name, limit)

    def landmark(self) -> Element:
        """The largest landmark when it holds enough of the text, else the body."""
        total = _size(self.body) or 1
        found = self.body.select(LANDMARKS)
        if sum(element.tag == "article" for element in found) > MAX_ARTICLES:
            found = [element for element in found if element.tag != "article"]
        largest = max(found, key=_size, default=self.body)
        enough = max(LANDMARK_MIN_CHARS, total * LANDMARK_MIN_SHARE)
        return self._narrow(self.body, largest) if _size(largest) >= enough else self.body

    def drop_named(self, root: Element) -> None:
        limit = _size(root) * MAX_SHARE
        for element in root.select("[class], [id]"):
            names = f"{element.attr('class') or ''} {element.attr('id') or ''}"[:MAX_NAME_CHARS]
            if (region := chrome.region(names)) and element.tag not in PROTECTED:
                self._drop(element, region, limit)

    def densest(self, root: Element, share: float) -> Element:
        found = root.main_content()
        return self._narrow(root, found) if found is not None and _size(found) > share * _size(root) else root

    def drop_link_lists(self, root: Element) -> None:
        limit = _size(root) * 0.3
        for element in root.select("ul, ol, div, section, p"):
            links = element.select("a")
            size = _size(element)
            if len(links) > 1 and sum(map(_size, links)) > LINK_SHARE * size:
                self._drop(element, "links", limit)

    def report(self) -> tuple[str, ...]:
        return tuple(f"{name} ({chars:,} characters)" for name, chars in self.left_out.most_common())

    def _narrow(self, outer: Element, inner: Element) -> Element:
        self._note("around the main content", _size(outer) - _size(inner))
        return inner

    def _drop(self, element: Element, name: str, limit: float) -> None:
        if element.parent is None:
            return
        size = _size(element)
        if size < limit or self._is_menu(element, size):
            self._note(name, size)
            element.decompose()

    def _is_menu(self, element: Element, size: int) -> bool:
        """A menu may be longer than the text it leads to; a page that is nothing but links keeps them."""
        if _size(self.body) - size < MIN_REST_CHARS:
            return False
        linked = sum(len(collapse(link.text)) for link in element.select("a"))
        return linked > LINK_SHARE * len(collapse(element.text))

    def _note(self, name: str, chars: int) -> None:
        if chars > 0:
            self.left_out[name] += chars


def _size(node: Node) -> int:
    return len(node.text)
