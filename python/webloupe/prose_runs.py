"""Paragraphs among the lines of a text, and the runs that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from .line_kinds import Line

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]*_]*(?:\s|$)|[。！？；।؟]|[\u0e00-\u0e7f]{30}")  # Thai has no full stop
_NO_BLANKS = re.compile(r"[\u0e00-\u0edf\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SPEAKER = re.compile(r"[*_]{0,2}[\w .'-]{1,30}[*_]{0,2}[:：][*_]{0,2} ")
_PARAGRAPH_CHARS = 14  # a shorter run of words is a label, even with a full stop
_ITEM_CHARS = 80  # a shorter item is one of a list, a longer one is told
_FLOW_CHARS = 600  # prose without a title that leads elsewhere; the blurb of a headline is shorter
_APART_CHARS = 400  # prose without a signature; what a reference says of one name is shorter
_END = Line("end", "", is_title=True)


class Prose:
    """Characters of paragraphs as they are met: `chars` in all, `flow` in long runs between titles that lead
    elsewhere, `apart` in long runs between signatures.
    """

    def __init__(self) -> None:
        self.chars = self.flow = self.apart = 0
        self._since_title = self._since_signature = 0

    def add(self, chars: int) -> None:
        """A paragraph."""
        self.chars += chars
        self._since_title += chars
        self._since_signature += chars

    def meets_title(self) -> None:
        """A title that leads elsewhere ends a run."""
        self.flow += self._since_title if self._since_title >= _FLOW_CHARS else 0
        self._since_title = 0

    def meets_signature(self) -> None:
        """So does a name of a reference."""
        self.apart += self._since_signature if self._since_signature >= _APART_CHARS else 0
        self._since_signature = 0


def prose_of(lines: Iterable[Line]) -> Prose:
    """A paragraph is lines of no other kind, wrapped or not, up to an empty one, that hold a sentence."""
    prose = Prose()
    paragraph = 0
    ended = False
    for line in chain(lines, (_END,)):
        weight = len(line.seen)
        if not line.seen.isascii():
            weight += 2 * len(_NO_BLANKS.findall(line.seen))  # a Chinese character says what three letters do
        in_item = line.kind in ("item", "clause", "article") and weight > _ITEM_CHARS
        if in_item or _is_text(line) or (paragraph and line.kind == ""):
            paragraph += weight
            ended = ended or _SENTENCE_END.search(line.seen) is not None
            if not (in_item or line.kind == "item"):
                continue
        if ended and paragraph > _PARAGRAPH_CHARS:
            prose.add(paragraph)
        paragraph, ended = 0, False
        if line.is_title:
            prose.meets_title()
        if line.kind in ("signature", "end"):
            prose.meets_signature()
    return prose


def _is_text(line: Line) -> bool:
    """Whether a line is one of a paragraph by itself: words that are no setting and no code, or anything in Chinese."""
    if line.kind == "setting" and _SPEAKER.match(line.seen):
        return True
    if line.kind in ("", "code", "setting") and len(line.seen) > _PARAGRAPH_CHARS and line.seen.count(" ") >= 3:
        return True
    return line.kind in ("", "item") and not line.seen.isascii() and _NO_BLANKS.search(line.seen) is not None
