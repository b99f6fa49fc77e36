"""Words that tell no fact by themselves: most differences between copies are of these, and need no second look."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .contrasts import telling_words
from .facts.units import MULTIPLIERS, UNITS
from .measures import measures
from .negation import negating_words, negations

_WORD: Final = re.compile(r"[a-z]{3,}")
_COUNTING: Final = UNITS.keys() | MULTIPLIERS.keys() | {"degree", "degrees", "celsius", "fahrenheit"}
_AROUND: Final = ",.;:!?"


def plain_keys(text: str) -> list[str]:
    """The words of a text as they stand between blanks, without the stops at their ends."""
    return [word.strip(_AROUND) for word in text.split()]


@lru_cache(maxsize=65_536)
def is_plain(word: str) -> bool:
    """Whether a word is English in small letters, and neither negates nor has an opposite, counts, or is a unit."""
    if not _WORD.fullmatch(word) or word in _COUNTING or word in telling_words() or word in negating_words():
        return False
    return not negations(word) and measures(word).numbers == ()
