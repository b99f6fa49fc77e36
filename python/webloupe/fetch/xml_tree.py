"""XML of strangers as a tree: no entity is expanded, nothing is loaded, and of broken XML comes what is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element  # lxml's elements have the same methods

MOST_BYTES = 32_000_000
"""XML of more is refused: its tree would take about ten times as much memory."""

MOST_TAGS = 2_000_000
"""So is XML of more tags: each takes about 130 bytes of memory, however short it is."""


def tree(xml: bytes | str) -> Element | None:
    """The root element; None when there is none, or too much of it.

    A str is decoded already: what it declares does not count.
    """
    from lxml import etree

    is_text = isinstance(xml, str)
    data = xml.encode("utf-8", "replace") if isinstance(xml, str) else xml
    if len(data) > MOST_BYTES or data.count(b"<") > MOST_TAGS:
        return None
    parser = etree.XMLParser(
        encoding="utf-8" if is_text else None,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return cast("Element | None", etree.fromstring(data, parser))
    except (etree.XMLSyntaxError, ValueError):
        return None


def local(element: Element) -> str:
    """The name of an element without its namespace; "" for what is no element (an entity left alone)."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def named(element: Element, name: str) -> Iterator[Element]:
    """The children of this local name, in any namespace."""
    return (child for child in element if local(child) == name)


def first(element: Element, *path: str) -> Element | None:
    """The element at the end of a path of local names, the first child of each name."""
    for name in path:
        found = next(named(element, name), None)
        if found is None:
            return None
        element = found
    return element


def attribute(element: Element, name: str) -> str:
    """The attribute of this local name, in whatever namespace; "" when it is missing."""
    value = element.get(name)
    if value is not None:
        return value
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")


def markup_of(element: Element) -> str:
    """What stands inside an element, text and tags, without the text that other elements keep beside it."""
    from lxml import etree

    return (element.text or "") + "".join(etree.tostring(child, encoding="unicode") for child in element)


def text_of(element: Element | None) -> str:
    """All text inside, as it stands."""
    return "" if element is None else "".join(element.itertext())
