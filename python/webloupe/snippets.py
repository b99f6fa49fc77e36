"""The part of a text that shows best what a search found in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Final

from .language import sentences, terms

SNIPPET_CHARS: Final = 300
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_LINE_MARK: Final = re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\|)|\|[ \t]*$|^[ \t:|=-]+$")
_INLINE_MARK: Final = re.compile(r"\*{1,3}|`+|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_ENDED: Final = re.compile(r"[.!?。！？…]['\"’”»)）」』]*\Z")
_WIDE_STOPS: Final = ("。", "！", "？", "；", "…")
_PROSE: Final = 1.5  # terms: a sentence with one term less shows more than a heading or row with all of them


def snippet(text: str, wanted: Set[str], *, max_chars: int = SNIPPET_CHARS) -> str:
    """The sentence of `text` with the most of the `wanted` terms and what follows it, at most `max_chars` characters.

    Markup of markdown and HTML is taken away; whole sentences are preferred to headings, rows and fragments.
    """
    pieces = sentences(text)
    best, merit = 0, 0.0
    for at, piece in enumerate(pieces):
        found = len(wanted & set(terms(piece)))
        if found + _PROSE <= merit or not (found or merit == 0):
            continue
        mine = found + (_PROSE if found else 0.5) * _is_prose(_plain(piece))
        if mine > merit:
            best, merit = at, mine
        if merit == len(wanted) + _PROSE:
            break
    first = _plain(pieces[best]) if pieces else ""
    if len(first) > max_chars:
        return _around(first, wanted, max_chars)
    return _extended(first, pieces[best + 1 :], max_chars)


def _extended(first: str, rest: list[str], max_chars: int) -> str:
    """`first` and as many of the sentences after it as there is room for."""
    for piece in rest:
        more = _plain(piece)
        if not _is_prose(more):
            break
        joined = first + ("" if first.endswith(_WIDE_STOPS) else " ") + more
        if len(joined) > max_chars:
            break
        first = joined
    return first


def _around(sentence: str, wanted: Set[str], max_chars: int) -> str:
    """A part of a long sentence that shows the first of the wanted terms, cut at blanks where there are some."""
    low = sentence.lower()
    hits = [at for at in (low.find(term) for term in wanted) if at >= 0]
    start = max(0, min(hits, default=0) - max_chars // 4)
    if start:
        blank = sentence.find(" ", start, start + 20)
        start = blank + 1 if blank >= 0 else start
    end = start + max_chars - 2
    if end < len(sentence):
        blank = sentence.rfind(" ", end - 20, end)
        end = blank if blank >= 0 else end
    return ("…" if start else "") + sentence[start:end].strip() + ("…" if end < len(sentence) else "")


def _is_prose(plain: str) -> bool:
    """Whether this reads as a sentence: it ends as one and has some words."""
    return _ENDED.search(plain) is not None and len(list(terms(plain))) > 3


def _plain(markup: str) -> str:
    """The text that a reader of this markdown sees, on one line."""
    text = _LINK.sub(r"\1", _LINK.sub(r"\1", markup))  # twice: an image inside a link
    for marks in (_TAG, _LINE_MARK, _INLINE_MARK):
        text = marks.sub("", text)
    return " ".join(text.replace("|", ", ").split())
