"""Finding elements by tag: turbohtml keeps an index of the known ones, which a list of selectors does not use."""

from __future__ import annotations

from collections.abc import Iterator

from turbohtml import Document, Element


def each(root: Document | Element, *tags: str) -> Iterator[Element]:
    """Every element under `root` with one of these tags, tag by tag. The tree may change between two of them."""
    for tag in tags:
        yield from root.select(tag)


def remove(root: Document | Element, *tags: str) -> None:
    """Drop every element under `root` with one of these tags."""
    for element in each(root, *tags):
        element.decompose()
