"""Main-content selection: which part of a cleaned page is what it was made for, and what was left out.

Deterministic, in steps from certain to guessed: regions that HTML names, a landmark that holds the text, furniture by
its class words, then the densest block with the title before it. No step loses an element that holds over 40 % of the
text, nor that much in pieces of one kind, but for menus (blocks of links that stand beside text) and consent walls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turbohtml import Document, Element, Node

from ...types import Main
from . import chrome, heading, measure, skip_links, tags
from .suspects import Suspect, crowds, suspect_of

MAX_SHARE = 0.4
# Besides <main> and <article>.
LANDMARKS = "[role=main], [itemprop=articleBody], #content, #main, #main-content"
# More articles than this are a list of teasers, not the text.
MAX_ARTICLES = 3
LANDMARK_MIN_CHARS, LANDMARK_MIN_SHARE = 250, 0.3
# The densest block is taken for the whole when it holds this share of what is left, or this share of its prose where
# there is prose. Measured on 270 labelled pages.
DENSE_SHARE = {"auto": 0.6, "precision": 0.3}
PROSE_SHARE, PROSE_PRESENT = 0.7, 0.1
# Structure that class words do not condemn.
PROTECTED = frozenset(
    ("html", "body", "main", "article", "table", "tr", "td", "th", "tbody", "pre", "code", "h1", "h2", "h3", "a")
)
# Longer class lists are generated; their end names no region.
MAX_NAME_CHARS = 300
# A menu has at least this much text beside it.
MIN_REST_CHARS = 300
# Mode precision drops lists of links up to this share of the content.
MAX_LIST_SHARE = 0.3
# Of 267 labelled pages with text none has less of its unlinked text in its main content than 5.6 %.
THIN_SHARE = 0.05


@dataclass(frozen=True)
class Choice:
    """The chosen element, and what is not in it: "navigation (1,234 characters)", largest first.

    `chars` of the page's `of` characters are in it, `consent` of them were its consent wall's.
    """

    root: Element | Document
    left_out: tuple[str, ...] = ()
    chars: int = 0
    of: int = 0
    consent: int = 0

    def is_thin(self, of: int) -> bool:
        """True when next to nothing was chosen out of `of` characters; the consent wall is none of them."""
        return self.chars < THIN_SHARE * (of - self.consent)


def choose(document: Document, mode: Main) -> Choice:
    """The main content of a cleaned page. `full` leaves everything; `recall` drops only what is furniture for sure."""
    body = tags.first(document, "body")
    if body is None or mode == "full":
        return Choice(body or document)
    selection = _Selection(body)
    selection.drop_regions()
    root = selection.landmark()
    if mode != "recall":
        selection.drop_named(root)
        root = selection.densest(root, DENSE_SHARE[mode])
        if mode == "precision":
            selection.drop_link_lists(root)
    return selection.choice(root)


def unlinked(document: Document) -> int:
    """Characters of a page outside its links: what a selection can be expected to choose from."""
    body = tags.first(document, "body")
    return 0 if body is None else measure.size(body) - measure.linked(body)


class _Selection:
    """The state of one selection: what was left out so far, by region, and how much text still stands."""

    def __init__(self, body: Element) -> None:
        self.body = body
        self.left_out: Counter[str] = Counter()
        self.standing = self.of = measure.size(body)

    def drop_regions(self) -> None:
        limit = self.standing * MAX_SHARE
        elements = [
            (element, chrome.TAGS[element.tag])
            for element in tags.each(self.body, *chrome.TAGS)
            if element.tag != "header" or _is_page_header(element)
        ]
        self._drop_furniture(elements, limit)
        roles = [(element, chrome.ROLES.get(element.attr("role") or "")) for element in self.body.select("[role]")]
        self._drop_furniture([(element, region) for element, region in roles if region], limit)
        for link in skip_links.find(self.body):
            self._drop(suspect_of(link, "navigation"))

    def landmark(self) -> Element:
        """The largest landmark when it holds enough of the text, else the body."""
        found = [*self.body.select(LANDMARKS), *tags.each(self.body, "main", "article")]
        if sum(element.tag == "article" for element in found) > MAX_ARTICLES:
            found = [element for element in found if element.tag != "article"]
        if not found:
            return self.body
        sizes = {element: measure.size(element) for element in found}
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
            named = [
                (element, regions[name])
                for element, name in zip(elements, names, strict=True)
                if name in regions and element.tag not in PROTECTED and not _is_content(element, other)
            ]
            self._drop_furniture(named, limit)

    def densest(self, root: Element, share: float) -> Element:
        found = root.main_content()
        if found is None or found == root:
            return root
        found = heading.whole(found)
        size = measure.size(found)
        dense = size > share * self.standing
        if not dense:
            prose = measure.prose(root)
            dense = prose > PROSE_PRESENT * self.standing and measure.prose(found) > PROSE_SHARE * prose
        return self._narrow(root, found, self.standing, size) if dense else root

    def drop_link_lists(self, root: Element) -> None:
        limit = self.standing * MAX_LIST_SHARE
        for element in root.select("ul, ol, div, section, p"):
            chars = measure.size(element)
            if 0 < chars < limit and len(element.select("a")) > 1 and measure.is_linked(element, chars):
                self._drop(Suspect(element, "links", chars))

    def choice(self, root: Element) -> Choice:
        left_out = tuple(f"{name} ({chars:,} characters)" for name, chars in self.left_out.most_common())
        return Choice(root, left_out, self.standing, self.of, self.left_out[chrome.CONSENT])

    def _narrow(self, outer: Element, inner: Element, before: int, after: int) -> Element:
        """`inner` with the title before it, unless something big and worth reading stands beside it."""
        if before - after > MAX_SHARE * before and self._stands_beside(outer, inner, MAX_SHARE * before):
            return outer
        headed = heading.headed(outer, inner)
        self.standing = after if headed == inner else measure.size(headed)
        self._note("around the main content", before - self.standing)
        return headed

    def _drop_furniture(self, elements: Sequence[tuple[Element, str]], limit: float) -> None:
        """Drop what is smaller than `limit`, unless the page is made of its kind."""
        suspects = [suspect_of(element, region) for element, region in elements]
        kept = crowds([suspect for suspect in suspects if suspect.chars < limit], self.standing)
        for suspect in suspects:
            region, chars = suspect.region, suspect.chars
            is_small = chars < limit and region not in kept
            if is_small or (region == chrome.CONSENT and chars < self.standing) or self._is_menu(suspect):
                self._drop(suspect)

    def _drop(self, suspect: Suspect) -> None:
        if suspect.element.closest("html") is None:  # it went with an element round it
            return
        self._note(suspect.region, suspect.chars)
        self.standing -= suspect.chars
        suspect.element.decompose()

    def _note(self, name: str, chars: int) -> None:
        if chars > 0:
            self.left_out[name] += chars

    def _is_menu(self, suspect: Suspect) -> bool:
        """A menu may be longer than the text it leads to; a page that is nothing but links keeps them."""
        return self.standing - suspect.chars >= MIN_REST_CHARS and measure.is_linked(suspect.element, suspect.chars)

    def _stands_beside(self, outer: Element, inner: Element, limit: float) -> bool:
        for element in _beside(outer, inner):
            beside = suspect_of(element, "")
            if beside.chars > limit and not self._is_menu(beside):
                return True
        return False


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
