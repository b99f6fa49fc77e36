"""Parts of a page that its reader names by CSS selectors: to be kept alone, or to be left out."""

from __future__ import annotations

from turbohtml import Document, Element

from . import measure, tags
from .choice import Choice

_PROBE = Element("p")


def check(selector: str) -> str:
    """`selector` as it is. Raises ValueError, which says why, when it is no CSS selector."""
    try:
        _PROBE.matches(selector)
    except ValueError as error:
        raise ValueError(f"{selector!r} is no CSS selector: {error}") from None
    return selector


def remove(document: Document, selector: str) -> int:
    """Take what matches out of the tree; returns its characters. Raises ValueError for a bad selector."""
    chars = 0
    for element in document.select(check(selector)):
        if element.closest("html") is not None and element.tag not in ("html", "body"):
            chars += measure.size(element)
            element.decompose()
    return chars


def select(document: Document, selector: str) -> Choice | None:
    """The elements that match, outermost ones, in order; None when none does. Raises ValueError for a bad selector."""
    found = document.select(check(selector))
    if not found:
        return None
    body = tags.first(document, "body")
    of = measure.size(body if body is not None else document)
    chosen = set(found)
    outermost = [element for element in found if chosen.isdisjoint(element.ancestors)]
    holder = Element("div")
    for element in outermost:
        holder.append(element.extract() if element.tag not in ("html", "body") else _opened(element))
    chars = measure.size(holder)
    left = of - chars
    return Choice(holder, (f"around the selection ({left:,} characters)",) if left > 0 else (), chars, of)


def _opened(element: Element) -> Element:
    """The content of the page's own frame, which can stand in nothing else."""
    content = Element("div")
    content.extend(list(element.children))
    return content
