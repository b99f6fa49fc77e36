"""Whether a text says a phrase: the same words in a row, whatever case, marks and white space stand between them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

_CJK: Final = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD: Final = re.compile(rf"[{_CJK}]+|(?:(?![{_CJK}])[^\W_])+")
_IS_CJK: Final = re.compile(f"[{_CJK}]")
_PATIENCE: Final = 400_000_000  # characters looked through; a hostile pair of texts must not cost minutes


class Phrases:
    """The words of a text. Runs of CJK characters are words, in which a phrase may begin anywhere.

    After `_PATIENCE` characters (some thousands of misses in the longest texts) nothing more is found.
    """

    def __init__(self, text: str) -> None:
        self._words = f" {words(text)} "
        self._left = _PATIENCE

    def rest(self) -> None:
        """Patience anew, for the next text that is compared."""
        self._left = _PATIENCE

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        """The words by themselves: a miss is mostly seen by one of them."""
        return frozenset(self._words.split())

    def say(self, phrase: str) -> bool:
        """Whether the words of `phrase` stand here in a row; a phrase without words is said by every text."""
        return self.say_words(words(phrase))

    def say_words(self, wanted: str) -> bool:
        """The same of a phrase as `words` gives it."""
        if not wanted:
            return True
        known = self._vocabulary
        if not known.issuperset(parts := wanted.split(" ")) and (
            wanted.isascii() or any(word not in known and not _IS_CJK.match(word) for word in parts)
        ):
            return False
        # A word of letters ends where its letters end, so "5" is not said by "50"; CJK has no such ends.
        left = "" if _IS_CJK.match(wanted[0]) else " "
        right = "" if _IS_CJK.match(wanted[-1]) else " "
        if self._left <= 0:
            return False
        found = self._words.find(f"{left}{wanted}{right}")
        self._left -= len(self._words) if found < 0 else found
        return found >= 0


def words(text: str) -> str:
    """The words of `text` in lower case, one blank between them."""
    return " ".join(_WORD.findall(text.lower()))
