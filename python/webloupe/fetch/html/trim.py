"""What leads elsewhere: menus without a name, and the precision stage for pages that tell one story.

Links to other sites are a story's sources; links within the site are its menus, teasers and lists of what to read next.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from turbohtml import Element, Node

from . import measure, prose, tags

# What holds links in rows.
LISTS = ("ul", "ol", "div", "section", "table")
# A menu has many links of a word or two; a headline or the name of a product is longer, an index has more.
MENU_LINKS, MENU_MAX_LINKS = 8, 200
MENU_CHARS, MENU_SHARE = 15, 0.8
# What a teaser is: an item with a heading that leads to another page of the site.
HEADINGS = ("h2", "h3", "h4", "h5", "h6")
MIN_TEASERS, MAX_TEASER_CHARS = 2, 400
# Beside teasers a story is this long, and this part of their length; where less is said, they are what the page is for.
STORY_CHARS, STORY_SHARE = 300, 0.2
# More of the story than this beside the items of a row, and they are its sections.
MIXED_SHARE = 0.1

Sized = tuple[Element, int]


class Site:
    """The site of a page, by its address; without one, only relative links lead within it."""

    def __init__(self, url: str) -> None:
        self._name = _name(url)

    def holds(self, link: Element) -> bool:
        """True for a link to another page of the site."""
        address = (link.attr("href") or "").strip()
        if address.startswith(("http:", "https:", "//")):
            return bool(self._name) and _name(address) == self._name
        return not address.startswith(("#", "mailto:", "tel:", "javascript:")) and bool(address)


def _name(url: str) -> str:
    """The last two labels of the host: www.example.org and news.example.org are one site."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return ".".join(host.split(".")[-2:])


def menus(root: Element) -> Iterator[Sized]:
    """Blocks of many short links, outermost first, with their sizes."""
    for element in tags.each(root, *LISTS):
        links = tags.each(element, "a")
        if MENU_LINKS <= len(links) <= MENU_MAX_LINKS:
            linked = sum(map(measure.size, links))
            if linked <= MENU_CHARS * len(links) and linked > MENU_SHARE * (chars := measure.size(element)):
                yield element, chars


def link_lists(root: Element, site: Site) -> Iterator[Sized]:
    """Lists made of links within the site, outermost first, with their sizes."""
    for element in tags.each(root, *LISTS):
        links = tags.each(element, "a")
        if len(links) < 2 or len(within := [link for link in links if site.holds(link)]) < 2:
            continue
        chars = measure.size(element)
        if sum(map(measure.size, within)) > measure.LINK_SHARE * chars:
            yield element, chars


def teasers(root: Element, site: Site) -> list[Element]:
    """Items that each announce another page of the site; none where the page is made of them."""
    rows: dict[Node, dict[Element, int]] = {}
    for heading in tags.each(root, *HEADINGS):
        link = tags.first(heading, "a") or heading.closest("a")
        if link is not None and site.holds(link) and (item := _item(heading, root)) and item.parent is not None:
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


def _item(heading: Element, root: Element) -> Element | None:
    """The largest element round a heading that holds no other and is no longer than a teaser."""
    item = heading
    while isinstance(around := item.parent, Element) and around != root:
        if len(tags.each(around, *HEADINGS)) > 1:
            break
        item = around
    return item if item != heading and measure.size(item) <= MAX_TEASER_CHARS else None
