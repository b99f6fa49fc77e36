"""A packed text: each source under its number, and at the end the list of addresses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from ...types import ContextItem, PackedSource

_LINE_CHARS: Final = 200  # of a title or an address


class Shown(NamedTuple):
    """A passage as it is shown, and whose it is."""

    item: ContextItem
    text: str


def sources(shown: Sequence[Shown]) -> list[PackedSource]:
    """The sources, numbered from 1 in the order of the text; each is there once."""
    first: dict[str, ContextItem] = {}
    for one in shown:
        first.setdefault(_name(one.item), one.item)
    return [
        PackedSource(number=number, title=item.title, source=item.source, at=item.at)
        for number, item in enumerate(first.values(), 1)
    ]


def numbers(shown: Sequence[Shown]) -> dict[str, int]:
    """By id the number of each item's source."""
    known: dict[str, int] = {}
    return {one.item.id: known.setdefault(_name(one.item), len(known) + 1) for one in shown}


def written(shown: Sequence[Shown]) -> str:
    """The text: passages under the number and title of their source, then the addresses by number."""
    number = numbers(shown)
    parts: list[str] = []
    for count, run in groupby(shown, key=lambda one: number[one.item.id]):
        held = list(run)
        parts.append(f"[{count}] {_line(held[0].item.title or held[0].item.source or 'note')}")
        parts += [one.text for one in held]
    addresses = [one for one in sources(shown) if "://" in one.source]
    if addresses:
        parts.append("\n".join(["Sources:", *(f"[{one.number}] {_line(one.source)}" for one in addresses)]))
    return "\n\n".join(parts)


def _name(item: ContextItem) -> str:
    """What makes two items one source: the address, else the same name with the same title."""
    return item.source if "://" in item.source else f"{item.source}\0{item.title}"


def _line(text: str) -> str:
    """A title from the web on one line, so that it cannot pose as a line of ours."""
    line = " ".join(text.split())
    return line if len(line) <= _LINE_CHARS else f"{line[: _LINE_CHARS - 1]}…"
