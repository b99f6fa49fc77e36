"""Finding elements by tag in one pass, collected before the tree changes.

turbohtml answers a plain tag selector from an index that every change throws away; a list of selectors it tests one by
one at every element. One iteration is cheaper than either where the caller changes the tree.
"""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Document, Element


def each(root: Document | Element, *tags: str) -> list[Element]:
    """Every element under `root` with one of these tags, in document order."""
    return list(root.iter_elements(tags))


def gather(root: Document | Element, *tags: str) -> dict[str, list[Element]]:
    """Every element under `root` with one of these tags, by tag, in document order; each tag has its list."""
    found: dict[str, list[Element]] = {tag: [] for tag in tags}
    for element in root.iter_elements(tags):
        found.setdefault(element.tag, []).append(element)
    return found


def outermost(elements: Iterable[Element]) -> list[Element]:
    """Those of some elements of one tag that stand in no other element of that tag."""
    return [
        element for element in elements if (around := element.parent) is None or around.closest(element.tag) is None
    ]


def first(root: Document | Element, *tags: str) -> Element | None:
    """The first element under `root` with one of these tags."""
    return next(root.iter_elements(tags), None)
