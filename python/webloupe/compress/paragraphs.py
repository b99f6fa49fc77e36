"""Lines and paragraphs with their places, and the rule against paragraphs told twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..language import sentences
from .segments import Edit

LONG_PARAGRAPH: Final = 2_000  # characters from which a paragraph is looked at by sentence
_MIN_WIDTH: Final = 20  # below this a repeat is a label ("Returns:", "Yes.") and says something where it stands
_MIN_SENTENCE_WIDTH: Final = 80
_LABELLED: Final = re.compile(r"[\s>*+-]*[^\s:：][^:：.。\n]{0,30}[:：]")
_TARGET: Final = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_FIGURE: Final = re.compile(r"\d")
_SENTENCE_END: Final = re.compile(r"[.!?。！？…][\"'”’»)）」』*_\]]*\Z")
_HEADING: Final = re.compile(r"[ ]{0,3}#{1,6}(?:\s|$)")
_WIDE: Final = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")


class Line(NamedTuple):
    """A line with its end, if it has one; `start` in code points."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """The place after the line and its end."""
        return self.start + len(self.text)


def lines(text: str) -> Iterator[Line]:
    """The lines of `text`, ended by line feeds only, so that they join to it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield Line(start, text[start:end])
        start = end


class Paragraph(NamedTuple):
    """Lines between blank lines; `next_start` is where the next paragraph begins."""

    text: str
    start: int
    next_start: int

    @property
    def is_heading(self) -> bool:
        """Whether it is a markdown heading and nothing else."""
        return _HEADING.match(self.text) is not None and "\n" not in self.text.strip()


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of `text` in order."""
    bounds: list[tuple[int, int]] = []
    blank = True
    for line in lines(text):
        if not line.text.strip():
            blank = True
        elif blank:
            bounds.append((line.start, line.end))
            blank = False
        else:
            bounds[-1] = (bounds[-1][0], line.end)
    starts = [*(start for start, _ in bounds[1:]), len(text)]
    return [
        Paragraph(text[start:end], start, following)
        for (start, end), following in zip(bounds, starts if bounds else (), strict=True)
    ]


def repeated_paragraphs(text: str) -> Iterator[Edit]:
    """Drops paragraphs that stood before, word for word, and in long paragraphs sentences that did.

    Kept although repeated: headings, labels, names and short fields ("Type: string"), and what a heading has alone
    under it.
    """
    seen: set[str] = set()
    told = paragraphs(text)
    for number, paragraph in enumerate(told):
        if paragraph.is_heading:
            continue
        words = " ".join(paragraph.text.split())
        if words in seen:
            if not _is_alone(told, number):
                yield Edit(paragraph.start, paragraph.next_start)
            continue
        if len(paragraph.text) > LONG_PARAGRAPH:
            yield from _repeated_sentences(paragraph, seen)
        if _tells(words):
            seen.add(words)


def _repeated_sentences(paragraph: Paragraph, seen: set[str]) -> Iterator[Edit]:
    start = paragraph.start
    for sentence in sentences(paragraph.text):
        words = " ".join(sentence.split())
        if words in seen:
            yield Edit(start, start + len(sentence))
        elif width(words) >= _MIN_SENTENCE_WIDTH:
            seen.add(words)
        start += len(sentence)


def _tells(words: str) -> bool:
    """Whether a paragraph says enough by itself that a repeat of it tells nothing new.

    A short one must be a sentence without figures: a name, a price or a date says who or what it stands beside.
    """
    seen = _TARGET.sub("]", words)
    columns = width(seen)
    short = columns < _MIN_SENTENCE_WIDTH
    return columns >= _MIN_WIDTH and not (
        short and (_LABELLED.match(seen) or _FIGURE.search(seen) or not _SENTENCE_END.search(seen))
    )


def _is_alone(told: list[Paragraph], number: int) -> bool:
    """Whether a heading stands before and nothing but a heading after: without this the section would be empty."""
    under = number > 0 and told[number - 1].is_heading
    return under and (number + 1 == len(told) or told[number + 1].is_heading)


def width(text: str) -> int:
    """Length in columns: a Chinese character says as much as two letters."""
    return len(text) + (0 if text.isascii() else len(_WIDE.findall(text)))
