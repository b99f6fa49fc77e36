"""What the core knows of languages: search terms of any script, and sentences of English and Chinese."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Scripts written without blanks between words (and Hangul, whose words carry their particles): searched by bigrams.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and points that belong to a word although str.isalnum says no (Hebrew, Arabic, Indic scripts).
_MARKS: Final = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0971-\u0dff"
_TERM: Final = re.compile(
    rf"(?P<run>[{_UNSPACED}]+)|(?P<word>(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}]))+(?:(?:\+\+|\#)(?!\w))?)"
)
_ACCENTS: Final = re.compile("[\u0300-\u036f]+")
# Sorting a run of accents takes the square of its length, so text is normalised in stretches, cut at blanks if it can.
_STRETCH: Final = re.compile(r"(?s).{1,512}(?!\S)|.{1,512}")


def terms(text: str) -> Iterator[str]:
    """The search terms of `text` in order: words in lower case without accents and plural s, bigrams of CJK runs.

    A run of one CJK character is that character. `C++` and `C#` are words of their own.
    """
    for match in _TERM.finditer(_folded(text)):
        run = match["run"]
        if run is None:
            yield _singular(match["word"])
        elif len(run) == 1:
            yield run
        else:
            yield from (run[at : at + 2] for at in range(len(run) - 1))


def run_ends(text: str) -> set[str]:
    """The last characters of the CJK runs of `text`: the only ones that begin no bigram, so that an index that adds
    them finds every single character by prefix."""
    return {match["run"][-1] for match in _TERM.finditer(_folded(text)) if match["run"]}


def _folded(text: str) -> str:
    """Letters that a searcher holds equal made equal: width, case, accents."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold, _STRETCH.findall(text)))


def _fold(stretch: str) -> str:
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", stretch).casefold()))
    return unicodedata.normalize("NFC", bare)


def _singular(word: str) -> str:
    """English plurals to singulars by Harman's three rules ("How effective is suffixing?", 1991)."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("us", "ss", "aes", "ees", "oes")):
        return word
    if word.endswith("ies"):
        return word if word.endswith(("eies", "aies")) else word[:-3] + "y"
    return word[:-1]


_ABBREVIATIONS: Final = re.compile(
    r"(?:mrs?|ms|dr|prof|sr|jr|st|vs|etc|e\.g|i\.e|cf|al|figs?|nos?|vol|pp|eds?|approx|dept|est|inc|ltd|co|corp|gen|col"
    r"|sgt|capt|lt|rev|hon|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|u\.s|u\.k|a\.m|p\.m|ph\.d|eq|sec|ch)\Z",
    re.IGNORECASE,
)
_CLOSERS: Final = "\"'”’»）)\\]】」』*_"
_BREAK: Final = re.compile(
    rf"[。！？；…]+[{_CLOSERS}]*\s*"
    rf"|(?P<stop>[.!?]+[{_CLOSERS}]*)(?P<gap>\s*)"
    r"|\n(?:[ \t]*\n\s*|(?=[ \t]*(?:[-*+>#|]|\d{1,3}[.)])))"
)  # No branch can fail after a long run: that would be tried again from each place in the run.
_LAST_WORD: Final = re.compile(r"[^\s(\[\"'“‘]{1,12}\Z")


def sentences(text: str) -> list[str]:
    """`text` cut after each sentence, Chinese or English, and at blank lines, list items and headings.

    The pieces keep the white space that follows them, so that they join to `text` exactly.
    """
    pieces: list[str] = []
    start = 0
    for match in _BREAK.finditer(text):
        if match["stop"] is not None and not _ends_sentence(text, match):
            continue
        pieces.append(text[start : match.end()])
        start = match.end()
    if start < len(text):
        pieces.append(text[start:])
    return pieces


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    """Whether a stop ends a sentence: not inside a word, after an abbreviation or initial, before a small letter."""
    if not match["gap"] or text[match.end() : match.end() + 1].islower():
        return False
    if not match["stop"].startswith("."):
        return True
    word = _LAST_WORD.search(text, max(0, match.start() - 12), match.start())
    return word is None or not (_ABBREVIATIONS.match(word[0]) or (len(word[0]) == 1 and word[0].isupper()))
