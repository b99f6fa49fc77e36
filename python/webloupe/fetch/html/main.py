"""Main-content selection: which part of a cleaned page is what it was made for, and what was left out.

Deterministic, in steps from certain to guessed: regions that HTML names, a landmark that holds the text, furniture by
its class words, menus by their short links, then the home of the prose with the title before it; of pages that tell
one story, lists and teasers of others too. No step loses an element that holds over 40 % of the text, nor that much in
pieces of one kind, but for what leads elsewhere beside text (menus, lists of links, teasers) and consent walls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from turbohtml import Document, Element, Node

from ...types import Main
from . import chrome, heading, measure, metadata, prose, sharing, skip_links, suspects, tags, trim
from .choice import About, Choice
from .page_type import PageType
from .suspects import Suspect, crowds, is_page_header, suspect_of

MAX_SHARE = 0.4
LANDMARKS = "main, article, [role=main], [itemprop=articleBody], #content, #main, #main-content"
# More articles than this are a list of teasers, not the text.
MAX_ARTICLES = 3
LANDMARK_MIN_CHARS, LANDMARK_MIN_SHARE, NESTED_SHARE = 250, 0.3, 0.85
# Where prose holds this share of the text, the page is made of it.
PROSE_SHARE = 0.6
PROSE_SHARES: dict[PageType, float] = {"article": 0.15, "product": 0.2}
# Pages about one thing: what leads to others is not about it.
STORIES: tuple[PageType, ...] = ("article", "product")
# A menu has at least this much text beside it.
MIN_REST_CHARS = 300


def choose(document: Document, mode: Main, about: About) -> Choice:
    """The main content of a cleaned page. `full` leaves everything; `recall` drops only what is furniture for sure."""
    body = tags.first(document, "body")
    if body is None or mode == "full":
        return Choice(body or document)
    selection, kind = _Selection(body, about.known), about.kind
    selection.drop_regions()
    root = selection.landmark()
    if mode != "recall":
        selection.drop_named(root, kind)
        links = trim.Links(root, about.url)
        if kind != "listing":
            selection.drop_menus(links)
        if mode == "precision" or kind in STORIES:
            selection.trim(root, links)
        root = selection.home(root, mode, kind)
        if kind in STORIES:
            selection.drop_repeats(root)
    return selection.choice(root)


def unlinked(document: Document) -> int:
    """Characters of a page outside its links: what a selection can be expected to choose from."""
    body = tags.first(document, "body")
    return 0 if body is None else measure.whole(body) - measure.linked(body)


class _Selection:
    """The state of one selection: what was left out so far, by region, and how much text still stands."""

    def __init__(self, body: Element, known: frozenset[str]) -> None:
        self.body, self.known = body, known
        self.left_out: Counter[str] = Counter()
        self.standing = self.of = measure.whole(body)

    def drop_regions(self) -> None:
        limit = self.standing * MAX_SHARE
        elements = [
            (element, chrome.TAGS[element.tag])
            for element in tags.each(self.body, *chrome.TAGS)
            if element.tag != "header" or is_page_header(element)
        ]
        self._drop_furniture(elements, limit)
        roles = [(element, chrome.ROLES.get(element.attr("role") or "")) for element in self.body.select("[role]")]
        self._drop_furniture([(element, region) for element, region in roles if region], limit)
        for link in skip_links.find(self.body):
            self._drop(suspect_of(link, "navigation"))
        for item in list(sharing.find(self.body)):
            self._drop(suspect_of(item, "sharing"))

    def landmark(self) -> Element:
        """The largest landmark when it holds enough of the text, else the body."""
        found = self.body.select(LANDMARKS)
        if sum(element.tag == "article" for element in found) > MAX_ARTICLES:
            found = [element for element in found if element.tag != "article"]
        if not found:
            return self.body
        lengths = {element: len(element.text) for element in found}
        longest = max(lengths.values())
        # One landmark in another: the inner one, where it says as much.
        near = [element for element in found if lengths[element] >= NESTED_SHARE * longest]
        inmost = min(near, key=lengths.__getitem__)
        chars = measure.whole(inmost)
        if chars < max(LANDMARK_MIN_CHARS, self.standing * LANDMARK_MIN_SHARE):
            return self.body
        return self._narrow(self.body, inmost, self.standing, chars)

    def drop_named(self, root: Element, kind: PageType) -> None:
        found = [*suspects.named(root, self.body, kind), *suspects.fields(root)]
        self._drop_furniture(found, self.standing * MAX_SHARE)

    def home(self, root: Element, mode: Main, kind: PageType) -> Element:
        """The home of the prose, where a page is made of it; of an article without paragraphs, its densest block."""
        found = prose.of(root, anyhow=kind == "product")
        if found.chars >= PROSE_SHARES.get(kind, PROSE_SHARE) * self.standing:
            inner: Element | None = found.body() if kind == "article" else found.home()
        elif kind == "article" or mode == "precision":
            inner = root.main_content()
        else:
            return root
        if inner is None or inner == root:
            return root
        inner = heading.whole(inner)
        return self._narrow(root, inner, self.standing, measure.size(inner))

    def drop_menus(self, links: trim.Links) -> None:
        for element, chars in trim.menus(links):
            if self._leaves_text(chars):
                self._drop(Suspect(element, "navigation", chars))

    def trim(self, root: Element, links: trim.Links) -> None:
        """Drop what leads to other pages of the site."""
        links.weigh_site()
        for element, chars in trim.link_lists(links):
            if self._leaves_text(chars):
                self._drop(Suspect(element, "links", chars))
        for teaser in trim.teasers(root, links):
            self._drop(suspect_of(teaser, "related"))  # measured anew: one may stand in another

    def drop_repeats(self, root: Element) -> None:
        for paragraph in trim.repeats(root):
            self._note("repeated", chars := measure.size(paragraph))
            self.standing -= chars
            paragraph.decompose()

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
        found = [suspect_of(element, region) for element, region in elements]
        kept = crowds([suspect for suspect in found if suspect.chars < limit], self.standing)
        for suspect in found:
            region, chars = suspect.region, suspect.chars
            is_small = chars < limit and region not in kept and not self._tells_more(suspect)
            if is_small or (region == chrome.CONSENT and chars < self.standing) or self._is_menu(suspect):
                self._drop(suspect)

    def _tells_more(self, suspect: Suspect) -> bool:
        """True for the line on author and date that is in no metadata."""
        return suspect.region == chrome.BYLINE and metadata.tells_more(suspect.element.text, self.known)

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
        return self._leaves_text(suspect.chars) and measure.is_linked(suspect.element, suspect.chars)

    def _leaves_text(self, chars: int) -> bool:
        return self.standing - chars >= MIN_REST_CHARS

    def _stands_beside(self, outer: Element, inner: Element, limit: float) -> bool:
        for element in _beside(outer, inner):
            beside = suspect_of(element, "")
            if beside.chars > limit and not self._is_menu(beside):
                return True
        return False


def _beside(outer: Element, inner: Element) -> Iterator[Element]:
    """Every element under `outer` that neither holds `inner` nor is held by it, topmost ones only."""
    node: Node | None = inner
    while node is not None and node != outer:
        for siblings in (node.previous_siblings, node.next_siblings):
            yield from (sibling for sibling in siblings if isinstance(sibling, Element))
        node = node.parent
