"""A text prepared once for all that is looked for in it. Everything here keeps the places of its characters."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Final

from ...language import sentences
from ...outline import Outline, outline
from .dates import dates_in
from .found import Found, Span, blanked
from .phrases import Phrases
from .urls import targets

_FULL_WIDTH: Final = 0xFEE0  # between a full-width sign and its ASCII twin
_ESCAPE: Final = re.compile(r"\\(?=[!-/:-@\[-`{-~])")


class Source:
    """A text as its finders see it.

    `folded` is the text with full-width signs and digits of other scripts as ASCII, sign for sign; `bare` is that with
    blanks in place of fenced code, addresses and the backslashes of markdown.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = _folded(text)

    @cached_property
    def outline(self) -> Outline:
        """Headings, tables and fenced code; no tokens are counted."""
        return outline(self.text, lambda pieces: [0] * len(pieces))

    @cached_property
    def code(self) -> list[Span]:
        """Where fenced code stands, its fences too."""
        spans = []
        for block in self.outline.code:
            start = block.start or 0
            inside = self.text.find("\n", start) + 1 or len(self.text)
            end = min(len(self.text), inside + len(block.text) + 1)
            closing = self.text.find("\n", end)
            spans.append(Span(start, len(self.text) if closing < 0 else closing))
        return spans

    @cached_property
    def without_code(self) -> str:
        """`folded` with blanks for fenced code."""
        return blanked(self.folded, self.code)

    @cached_property
    def bare(self) -> str:
        """`folded` without code, addresses and escapes."""
        return _ESCAPE.sub(" ", blanked(self.without_code, targets(self.without_code)))

    @cached_property
    def dates(self) -> list[Found]:
        """The dates of `bare`, in order."""
        return list(dates_in(self.bare, self.text))

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of `bare`, which join to it."""
        return sentences(self.bare)

    @cached_property
    def stripped(self) -> list[str]:
        """The sentences without the white space around them; kept, since the longest may be asked for very often."""
        return [sentence.strip() for sentence in self.sentences]

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate(map(len, self.sentences), initial=0))

    def start_of(self, number: int) -> int:
        """Where a sentence begins, by its number."""
        return self._starts[number]

    def sentence_at(self, place: int) -> int:
        """The number of the sentence that a place is in."""
        return bisect_right(self._starts, place) - 1

    @cached_property
    def lines(self) -> set[str]:
        """The lines of the text without blanks around them."""
        return {line.strip() for line in self.text.split("\n")}

    @cached_property
    def phrases(self) -> Phrases:
        """The words of `bare`, to ask whether it says a phrase."""
        return Phrases(self.bare)

    @cached_property
    def all_phrases(self) -> Phrases:
        """The words of the whole text, code and addresses too."""
        return Phrases(self.folded)


def _folded(text: str) -> str:
    if text.isascii():
        return text
    for sign in set(text):  # there are few, and to replace one is many times faster than a table of all
        if twin := _twin(sign):
            text = text.replace(sign, twin)
    return text


def _twin(sign: str) -> str:
    """The ASCII sign that says the same, "" where there is none."""
    if "！" <= sign <= "～":
        # The stops of a Chinese sentence stay, they end it without a blank after them.
        return "" if sign in "！？；，：" else chr(ord(sign) - _FULL_WIDTH)
    if sign == "\u3000":
        return " "
    return str(unicodedata.decimal(sign)) if sign > "\x7f" and sign.isdecimal() else ""
