"""Main-content selection: which part of a cleaned page is what it was made for, and what was left out.

Deterministic, in steps from certain to guessed: regions that HTML names, a landmark that holds the text, furniture by
its class words, then the densest block. No step loses an element that holds over 40 % of the text, but for menus:
blocks of links that stand beside text. Text is measured without blanks, which only indent markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from turbohtml import Document, Element, Node

from ...types import Main
from . import chrome

MAX_SHARE = 0.4
LANDMARKS = "main, [role=main], article, [itemprop=articleBody], #content, #main, #main-content"
# More articles than this are a list of teasers, not the text.
MAX_ARTICLES = 3
LANDMARK_MIN_CHARS, LANDMARK_MIN_SHARE = 250, 0.3
# The densest block is taken for the whole when it holds this share of what is left, or this share of its prose where
# there is prose: paragraphs of a length that captions and teasers seldom have. Measured on 270 labelled pages.
DENSE_SHARE = {"auto": 0.6, "precision": 0.3}
PROSE_SHARE, PROSE_PRESENT, PARAGRAPH_CHARS = 0.7, 0.1, 60
# Structure that class words do not condemn.
PROTECTED = frozenset(
    ("html", "body", "main", "article", "table", "tr", "td", "th", "tbody", "pre", "code", "h1", "h2", "h3", "a")
)
# Longer class lists are generated; their end names no region.
MAX_NAME_CHARS = 300
# A block is a menu when links hold this share of its text and at least this much text stands beside it.
LINK_SHARE, MIN_REST_CHARS = 0.6, 300
# Mode precision drops lists of links up to this share of the content.
MAX_LIST_SHARE = 0.3


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
        found = self.body.select(LANDMARKS)
        if sum(element.tag == "article" for element in found) > MAX_ARTICLES:
            found = [element for element in found if element.tag != "article"]
        largest = max(found, key=_size, default=self.body)
        size, total = _size(largest), _size(self.body)
        if size < max(LANDMARK_MIN_CHARS, total * LANDMARK_MIN_SHARE) or self._loses_much(self.body, largest):
            return self.body
        return self._narrow(self.body, largest)

    def drop_named(self, root: Element) -> None:
        limit = _size(root) * MAX_SHARE
        for element in root.select("[class], [id]"):
            names = f"{element.attr('class') or ''} {element.attr('id') or ''}"[:MAX_NAME_CHARS]
            if (region := chrome.region(names)) and element.tag not in PROTECTED:
                self._drop(element, region, limit)

    def densest(self, root: Element, share: float) -> Element:
        found = root.main_content()
        if found is None:
            return root
        size = _size(root)
        dense = _size(found) > share * size
        if not dense:
            prose = _prose(root)
            dense = prose > PROSE_PRESENT * size and _prose(found) > PROSE_SHARE * prose
        return self._narrow(root, found) if dense and not self._loses_much(root, found) else root

    def drop_link_lists(self, root: Element) -> None:
        limit = _size(root) * MAX_LIST_SHARE
        for element in root.select("ul, ol, div, section, p"):
            size = _size(element)
            if 0 < size < limit and len(element.select("a")) > 1 and _is_linked(element):
                self._drop(element, "links", limit)

    def report(self) -> tuple[str, ...]:
        return tuple(f"{name} ({chars:,} characters)" for name, chars in self.left_out.most_common())

    def _narrow(self, outer: Element, inner: Element) -> Element:
        self._note("around the main content", _size(outer) - _size(inner))
        return inner

    def _drop(self, element: Element, name: str, limit: float) -> None:
        if element.parent is None:  # it went with the element round it
            return
        size = _size(element)
        if size < limit or self._is_menu(element, size):
            self._note(name, size)
            element.decompose()

    def _note(self, name: str, chars: int) -> None:
        if chars > 0:
            self.left_out[name] += chars

    def _is_menu(self, element: Element, size: int) -> bool:
        """A menu may be longer than the text it leads to; a page that is nothing but links keeps them."""
        return _size(self.body) - size >= MIN_REST_CHARS and _is_linked(element)

    def _loses_much(self, outer: Element, inner: Element) -> bool:
        """True when one element beside `inner` holds more than its share of `outer` and is no menu."""
        total = _size(outer)
        if total - _size(inner) <= MAX_SHARE * total:
            return False
        for element in _beside(outer, inner):
            size = _size(element)
            if size > MAX_SHARE * total and not self._is_menu(element, size):
                return True
        return False


def _size(node: Node) -> int:
    text = node.text
    return len(text) - text.count(" ") - text.count("\n") - text.count("\t")


def _prose(root: Element) -> int:
    sizes = [len(paragraph.text) for paragraph in root.select("p")]
    return sum(size for size in sizes if size >= PARAGRAPH_CHARS)


def _is_linked(element: Element) -> bool:
    return sum(map(_size, element.select("a"))) > LINK_SHARE * _size(element)


def _beside(outer: Element, inner: Element) -> Iterator[Element]:
    """Every element under `outer` that neither holds `inner` nor is held by it, topmost ones only."""
    node: Node | None = inner
    while node is not None and node != outer:
        for siblings in (node.previous_siblings, node.next_siblings):
            yield from (sibling for sibling in siblings if isinstance(sibling, Element))
        node = node.parent
