"""What leads elsewhere: menus without a name, and the precision stage for pages that tell one story.

Links to other sites are a story's sources; links within the site are its menus, teasers and lists of what to read next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from turbohtml import Element, Node

from . import measure, prose, tags

LINK = ("a",)
# What holds links in rows.
LISTS = ("ul", "ol", "div", "section", "table")
# A menu has many links of a word or two; a headline or the name of a product is longer, an index has more.
MENU_LINKS, MENU_MAX_LINKS = 8, 200
MENU_CHARS, MENU_SHARE = 15, 0.8
# More links than this in one place are an index.
LIST_MAX_LINKS = 2_000
# What a teaser is: an item with a heading that leads to another page of the site.
HEADINGS = ("h2", "h3", "h4", "h5", "h6")
MIN_TEASERS, MAX_TEASER_CHARS = 2, 400
# Beside teasers a story is this long, and this part of their length; where less is said, they are what the page is for.
STORY_CHARS, STORY_SHARE = 300, 0.2
# More of the story than this beside the items of a row, and they are its sections.
MIXED_SHARE = 0.1

Sized = tuple[Element, int]


class Links:
    """The links under an element with their sizes, measured once, and which of them lead to other pages of the site.

    `url` is the page's address; without one, only relative links lead within its site.
    """

    def __init__(self, root: Element, url: str) -> None:
        self.chars = {link: measure.size(link) for link in tags.each(root, "a")}
        self._site = site_of(url)
        self.rows = self._rows(root) if len(self.chars) > 1 else []
        self.within: dict[Element, int] = {}

    def _rows(self, root: Element) -> list[tuple[Element, list[Element]]]:
        """What may be a row of links, outermost first, with the links in it."""
        rows = []
        for element in tags.each(root, *LISTS):
            inside = list(islice(element.iter_elements(LINK), LIST_MAX_LINKS + 1))
            if 1 < len(inside) <= LIST_MAX_LINKS:
                rows.append((element, inside))
        return rows

    def weigh_site(self) -> None:
        """Tell links within the site from those that leave it."""
        self.within = {link: chars for link, chars in self.chars.items() if self.leads_within(link)}

    def leads_within(self, link: Element) -> bool:
        """True for a link to another page of the site."""
        address = link.attr("href") or ""
        if address.startswith("/") and not address.startswith("//"):
            return True
        if address.startswith(("http:", "https:", "//")):
            host = address.split("/", 3)[2] if address.count("/", 0, 9) > 1 else ""
            return bool(self._site) and (host == self._site or host.endswith(f".{self._site}"))
        return bool(address) and not address.startswith(("#", "mailto:", "tel:", "javascript:"))


def site_of(url: str) -> str:
    """The last two labels of the host: www.example.org and news.example.org are one site."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return ".".join(host.split(".")[-2:])


def menus(links: Links) -> Iterator[Sized]:
    """Blocks of many short links, outermost first, with their sizes."""
    for element, inside in links.rows:
        if MENU_LINKS <= len(inside) <= MENU_MAX_LINKS:
            linked = sum(map(links.chars.__getitem__, inside))
            if linked <= MENU_CHARS * len(inside):
                chars = measure.size(element)
                if linked > MENU_SHARE * chars:
                    yield element, chars


def link_lists(links: Links) -> Iterator[Sized]:
    """Lists made of links within the site, outermost first, with their sizes."""
    weights = links.within
    for element, inside in links.rows if weights else ():
        within = [weights[link] for link in inside if link in weights]
        if len(within) > 1 and (linked := sum(within)):
            chars = measure.size(element)
            if linked > measure.LINK_SHARE * chars:
                yield element, chars


def teasers(root: Element, links: Links) -> list[Element]:
    """Items that each announce another page of the site; none where the page is made of them."""
    rows: dict[Node, dict[Element, int]] = {}
    for heading in tags.each(root, *HEADINGS):
        link = tags.first(heading, "a") or heading.closest("a")
        if link is not None and link in links.within and (item := _item(heading, root)) and item.parent is not None:
            rows.setdefault(item.parent, {})[item] = measure.size(item)
    rows = {parent: items for parent, items in rows.items() if len(items) >= MIN_TEASERS}
    if not rows:
        return []
    told = prose.of(root)
    story = told.chars - sum(told.inside(item) for items in rows.values() for item in items)
    if story < max(STORY_CHARS, STORY_SHARE * sum(sum(items.values()) for items in rows.values())):
        return []
    return [
        item
        for parent, items in rows.items()
        if told.inside(parent) - sum(map(told.inside, items)) <= MIXED_SHARE * told.chars
        for item in items
    ]


def repeats(root: Element) -> Iterator[Element]:
    """Paragraphs that say again, word for word, what one elsewhere said: captions of galleries, copies for phones.

    A refrain stands beside itself, in the same element.
    """
    said: dict[str, Node | None] = {}
    for paragraph in tags.each(root, "p"):
        text = paragraph.text
        if len(text) >= measure.PARAGRAPH_CHARS:
            text = text.strip()
            if said.setdefault(text, paragraph.parent) != paragraph.parent:
                yield paragraph


def _item(heading: Element, root: Element) -> Element | None:
    """The largest element round a heading that holds no other and is no longer than a teaser."""
    item = heading
    while isinstance(around := item.parent, Element) and around != root:
        if next(islice(around.iter_elements(HEADINGS), 1, None), None) is not None:
            break
        item = around
    return item if item != heading and measure.size(item) <= MAX_TEASER_CHARS else None
