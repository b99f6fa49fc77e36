"""The user's own patterns, run with a time limit: one that backtracks for ever must not hold up a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .ruleset import Own, compiled
from .segments import Edit

LIMIT_S: Final = 1.0  # for all that one pattern does to a text


def own_edits(text: str, own: Own) -> Iterator[Edit]:
    """What the rule changes. TimeoutError where its pattern takes longer than `LIMIT_S`."""
    import regex

    for found in compiled(own).finditer(text, timeout=LIMIT_S):
        if found.end() > found.start():
            try:
                new = "" if own.lines else found.expand(own.replacement)
            except (regex.error, IndexError):  # a group that this match has not
                continue
            if new != found[0]:
                yield Edit(found.start(), found.end(), new)
