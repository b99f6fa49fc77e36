"""Text that goes into the markdown as it is: formulas and footnote marks, which escaping would break.

A private element carries it through the cleaned tree, so that both engines can know it.
"""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Element, Text

TAG = "wl-raw"


def raw(text: str) -> Element:
    """An element whose text both engines write unescaped."""
    return Element(TAG, None, [Text(text)])


def forbid(elements: Iterable[Element]) -> None:
    """Take the privilege from elements of that name that the page brought along."""
    for element in elements:
        element.unwrap()
