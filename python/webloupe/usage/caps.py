"""Caps on what is spent: which one is reached, in two lines that say what to do. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..types import Caps, ErrorInfo, Spent

_WHERE = {"cell": "in this cell today", "notebook": "in this notebook today", "day": "today"}
_UNITS = {"calls": "{:,} searches and pages", "tokens": "{:,} tokens", "usd": "US$ {:,.4g}"}


class Reached(NamedTuple):
    """A cap that is reached: its name in `Caps`, where it holds, and how much of what is spent against it."""

    name: str
    scope: str
    unit: str
    spent: float
    cap: float


def reached(caps: Caps, spent: Spent) -> Iterator[Reached]:
    """The caps that leave nothing for another call, the smallest scope first."""
    for scope in _WHERE:
        for unit in _UNITS:
            cap = getattr(caps, f"{scope}_{unit}")
            so_far = getattr(getattr(spent, scope), unit)
            if cap is not None and so_far >= cap:
                yield Reached(f"{scope}_{unit}", scope, unit, so_far, cap)


def exceeded(caps: Caps, spent: Spent) -> ErrorInfo | None:
    """What to tell instead of another call that costs something; None while every cap has something left."""
    first = next(reached(caps, spent), None)
    if first is None:
        return None
    say = _UNITS[first.unit].format
    ways = [f"Raise limits.{first.name}", "ask again for what is in memory, which costs nothing"]
    ways.append("go on in another cell" if first.scope == "cell" else "wait until midnight")
    return ErrorInfo(
        code="quota_spent",
        message=f"The cap of {say(first.cap)} {_WHERE[first.scope]} is reached: {say(first.spent)} spent.",
        hint=f"{ways[0]}, {ways[1]}, or {ways[2]}.",
    )
