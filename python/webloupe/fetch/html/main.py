"""Main-content selection: which part of a cleaned page is what it was made for, and what was left out.

Deterministic, in steps from certain to guessed: regions that HTML names, a landmark that holds the text, furniture by
its class words, then the densest block. No step loses an element that holds over 40 % of the text, but for menus
(blocks of links that stand beside text) and consent walls. Text is measured without blanks, which only indent markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from turbohtml import Document, Element, Node

from ...types import Main
from . import chrome, tags

MAX_SHARE = 0.4
# Besides <main> and <article>.
LANDMARKS = "[role=main], [itemprop=articleBody], #content, #main, #main-content"
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
    body = tags.first(document, "body")
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
    """The state of one selection: what was left out so far, by region, and how much text still stands."""

    def __init__(self, body: Element) -> None:
        self.body = body
        self.left_out: Counter[str] = Counter()
        self.standing = _size(body)

    def drop_regions(self) -> None:
        limit = self.standing * MAX_SHARE
        for element in tags.each(self.body, *chrome.TAGS):
            if element.tag != "header" or _is_page_header(element):
                self._drop(element, chrome.TAGS[element.tag], limit)
        for element in self.body.select("[role]"):
            if region := chrome.ROLES.get(element.attr("role") or ""):
                self._drop(element, region, limit)

    def landmark(self) -> Element:
        """The largest landmark when it holds enough of the text, else the body."""
        found = [*self.body.select(LANDMARKS), *tags.each(self.body, "main", "article")]
        if sum(element.tag == "article" for element in found) > MAX_ARTICLES:
            found = [element for element in found if element.tag != "article"]
        if not found:
            return self.body
        sizes = {element: _size(element) for element in found}
        largest = max(found, key=sizes.__getitem__)
        if sizes[largest] < max(LANDMARK_MIN_CHARS, self.standing * LANDMARK_MIN_SHARE):
            return self.body
        return self._narrow(self.body, largest, self.standing, sizes[largest])

    def drop_named(self, root: Element) -> None:
        limit = self.standing * MAX_SHARE
        for attribute, other in (("class", "id"), ("id", "class")):
            elements = root.select(f"[{attribute}]")
            names = [(element.attr(attribute) or "")[:MAX_NAME_CHARS] for element in elements]
            regions = chrome.regions(set(names))
            for element, name in zip(elements, names, strict=True):
                if name in regions and element.tag not in PROTECTED and not _is_content(element, other):
                    self._drop(element, regions[name], limit)

    def densest(self, root: Element, share: float) -> Element:
        found = root.main_content()
        if found is None or found == root:
            return root
        size = _size(found)
        dense = size > share * self.standing
        if not dense:
            prose = _prose(root)
            dense = prose > PROSE_PRESENT * self.standing and _prose(found) > PROSE_SHARE * prose
        return self._narrow(root, found, self.standing, size) if dense else root

    def drop_link_lists(self, root: Element) -> None:
        limit = self.standing * MAX_LIST_SHARE
        for element in root.select("ul, ol, div, section, p"):
            size = _size(element)
            if 0 < size < limit and len(element.select("a")) > 1 and _is_linked(element, size):
                self._drop(element, "links", limit)

    def report(self) -> tuple[str, ...]:
        return tuple(f"{name} ({chars:,} characters)" for name, chars in self.left_out.most_common())

    def _narrow(self, outer: Element, inner: Element, before: int, after: int) -> Element:
        """`inner`, unless something big and worth reading stands beside it."""
        if before - after > MAX_SHARE * before and self._stands_beside(outer, inner, MAX_SHARE * before):
            return outer
        self._note("around the main content", before - after)
        self.standing = after
        return inner

    def _drop(self, element: Element, name: str, limit: float) -> None:
        if element.closest("html") is None:  # it went with an element round it
            return
        size = _size(element)
        if size < limit or (name == chrome.CONSENT and size < self.standing) or self._is_menu(element, size):
            self._note(name, size)
            self.standing -= size
            element.decompose()

    def _note(self, name: str, chars: int) -> None:
        if chars > 0:
            self.left_out[name] += chars

    def _is_menu(self, element: Element, size: int) -> bool:
        """A menu may be longer than the text it leads to; a page that is nothing but links keeps them."""
        return self.standing - size >= MIN_REST_CHARS and _is_linked(element, size)

    def _stands_beside(self, outer: Element, inner: Element, limit: float) -> bool:
        for element in _beside(outer, inner):
            size = _size(element)
            if size > limit and not self._is_menu(element, size):
                return True
        return False


def _size(node: Node) -> int:
    text = node.text
    return len(text) - text.count(" ") - text.count("\n") - text.count("\t")


def _prose(root: Element) -> int:
    sizes = [len(paragraph.text) for paragraph in root.select("p")]
    return sum(size for size in sizes if size >= PARAGRAPH_CHARS)


def _is_linked(element: Element, size: int) -> bool:
    return sum(map(_size, element.select("a"))) > LINK_SHARE * size


def _is_page_header(header: Element) -> bool:
    """Not of an article or section, and not the one that holds the title."""
    return header.closest(chrome.HEADED) is None and tags.first(header, "h1") is None


def _is_content(element: Element, attribute: str) -> bool:
    return chrome.speaks_of_content(element.attr(attribute) or "")


def _beside(outer: Element, inner: Element) -> Iterator[Element]:
    """Every element under `outer` that neither holds `inner` nor is held by it, topmost ones only."""
    node: Node | None = inner
    while node is not None and node != outer:
        for siblings in (node.previous_siblings, node.next_siblings):
            yield from (sibling for sibling in siblings if isinstance(sibling, Element))
        node = node.parent
