"""Links: absolute and exact, none that runs a script, none that is empty or points at its own heading."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from turbohtml import Document, Element, Node, Text

from ...types import Link
from . import tags
from .spaces import collapse

# Schemes that run or carry code; everything else is the reader's own business.
FORBIDDEN = re.compile(r"(?:javascript|vbscript|data|blob|file):", re.I)
# What browsers drop from an address before they read its scheme.
IGNORED = re.compile(r"[\t\n\r]|^[\x00-\x20]+")
HARMLESS = ("http:", "https:", "#", "/")
# Links at a heading or a note that lead nowhere but to it, by the class that documentation and blog engines give them.
PERMALINK = frozenset(
    ("headerlink", "hash-link", "header-anchor", "anchorjs-link", "heading-anchor", "footnote-backref")
)
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# What engines put beside headings and notes: an offer to edit, the way back.
BESIDE = '[class^="mw-editsection"], [class^="mw-cite-backlink"], [role=doc-backlink]'
MARKS = frozenset(("", "#", "¶", "§", "🔗", "link", "permalink", "anchor", "\u200b", "copy link"))
# Nodes of a link that are looked at for words of its own, where it goes round other links.
OWN_WITHIN = 50
BLANK = "\u200b\ufeff\xa0 \t\r\n"


def resolve(node: Document | Element, base: str) -> None:
    """Make addresses absolute, but for those within the page; percent octets stay as they are. No `base`: relative."""
    if not base:
        return
    within = [(link, address) for link in tags.each(node, "a") if (address := link.attr("href") or "").startswith("#")]
    node.resolve_links(base)
    for link, address in within:
        link.attrs["href"] = address


def unbroken(address: str) -> str:
    """An address with %20 for its blanks, which would end it in markdown."""
    return address.strip().replace(" ", "%20")


def disarm(root: Element | Document) -> None:
    """Unwrap links that would run a script and drop those without text: permalinks and empty ones."""
    for heading in tags.each(root, *HEADINGS):
        for link in heading.select("a"):
            is_mark = collapse(link.text).lower() in MARKS and link.select_one("img") is None
            if is_mark and "#" in (link.attr("href") or "#"):
                link.decompose()
    found = tags.each(root, "a")
    holders = _holders(found, root)
    for link in found:
        address = link.attr("href")
        if address is not None and not address.startswith(HARMLESS) and _leads_nowhere(address):
            link.unwrap()
            continue
        if address is not None and " " in address:
            link.attrs["href"] = unbroken(address)
        if (not link.text.strip(BLANK) and tags.first(link, "img") is None) or _is_permalink(link):
            link.decompose()
        elif link in holders and tags.first(link, "a", *HEADINGS) is not None:
            _narrow(link)


def _holders(links: Iterable[Element], root: Element | Document) -> set[Element]:
    """The links that hold a heading or another link: to ask what stands in them goes upwards, which is short."""
    inner = [*links, *tags.each(root, *HEADINGS)]
    return {
        link
        for element in inner
        if isinstance(around := element.parent, Element) and (link := around.closest("a")) is not None
    }


def _narrow(link: Element) -> None:
    """Put a link that goes round a heading, or round other links, on what is its own: neither is one in markdown."""
    own = _own_heading(link) or _own_words(link)
    if own is not None:
        # Pages have attributes of names that no element can be made with.
        kept = {name: value for name in ("href", "title") if (value := link.attr(name)) is not None}
        own.wrap(Element("a", kept))
    link.unwrap()


def _own_heading(link: Element) -> Element | None:
    """What a heading of the link holds, as one element."""
    for heading in link.iter_elements(HEADINGS):
        if heading.text.strip(BLANK) and heading.closest("a") == link and tags.first(heading, "a") is None:
            return heading.wrap_children(Element("span"))
    return None


def _own_words(link: Element) -> Node | None:
    """The first words or picture that stand in no other link."""
    for node in islice(link.descendants, OWN_WITHIN):
        says = node.data.strip(BLANK) if isinstance(node, Text) else isinstance(node, Element) and node.tag == "img"
        if says and isinstance(node.parent, Element) and node.parent.closest("a") == link:
            return node
    return None


def _leads_nowhere(address: str) -> bool:
    """True for an empty address and for one that would run a script."""
    return not address or FORBIDDEN.match(IGNORED.sub("", address)) is not None


def _is_permalink(link: Element) -> bool:
    classes = link.attr("class")
    return classes is not None and not PERMALINK.isdisjoint(classes.split())


def listed(document: Document) -> tuple[Link, ...]:
    """Every http(s) link of the page, in order, each address once, with the first text that names it."""
    found: dict[str, str] = {}
    for element in document.select('a[href^="http" i]'):
        address, text = unbroken(element.attr("href") or ""), collapse(element.text)
        if not found.get(address):
            found[address] = text
    return tuple(Link(text=text, url=address) for address, text in found.items())
