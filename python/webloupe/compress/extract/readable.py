"""What a chosen unit cannot be read without: the heading above it, and the line that opens its list or its block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..units import Unit

if TYPE_CHECKING:
    from .index import Indexed

_ITEM: Final = re.compile(r"\s*(?:[-*+•·]|\d{1,3}[.)])\s")
_OPENS: Final = re.compile(r"[:：][*_]*\s*\Z")


def needs(index: Indexed, unit: int) -> list[int]:
    """The units that must stand before `unit`, in order.

    A heading is not needed by a sentence that names all it says.
    """
    needed = [int(index.headings[unit])] if index.needs_heading[unit] else []
    opener = index.openers[unit]
    return needed if opener is None else [*needed, opener]


def openers(units: Sequence[Unit], texts: Sequence[str]) -> list[int | None]:
    """By unit the line with a colon that opens the list it is an item of, or that stands before the block it is."""
    found: list[int | None] = []
    was_item = False
    for place, (unit, text) in enumerate(zip(units, texts, strict=True)):
        is_item = unit.kind == "sentence" and _ITEM.match(text) is not None
        if is_item and was_item:
            found.append(found[-1])
        else:
            opens = place > 0 and units[place - 1].kind == "sentence" and _OPENS.search(texts[place - 1][-40:])
            found.append(place - 1 if opens and (is_item or unit.kind == "block") else None)
        was_item = is_item
    return found
