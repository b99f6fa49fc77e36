"""What a chosen unit cannot be read without: the heading above it, and the line that opens its list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .index import Indexed

_ITEM: Final = re.compile(r"\s*(?:[-*+•·]|\d{1,3}[.)])\s")
_OPENS: Final = re.compile(r"[:：][*_]*\s*\Z")


def needs(index: Indexed, unit: int) -> list[int]:
    """The units that must stand before `unit`, in order: those it needs itself are in it.

    A heading is not needed by a sentence that names all it says.
    """
    needed = [int(index.headings[unit])] if index.needs_heading[unit] else []
    opening = _opening(index, unit)
    if opening is not None:
        needed.append(opening)
    return needed


def _opening(index: Indexed, unit: int) -> int | None:
    """The line with a colon before the list that `unit` belongs to, or before the block that it is."""
    if index.units[unit].kind == "block":
        return unit - 1 if unit and _opens(index, unit - 1) else None
    if not _ITEM.match(index.texts[unit]):
        return None
    before = unit - 1
    while before >= 0 and _ITEM.match(index.texts[before]) and index.units[before].kind == "sentence":
        before -= 1
    return before if before >= 0 and _opens(index, before) else None


def _opens(index: Indexed, unit: int) -> bool:
    return index.units[unit].kind == "sentence" and _OPENS.search(index.texts[unit]) is not None
