"""Paragraphs that are too short to say anything, and those too long to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ..language import sentences
from .paragraphs import Paragraph, paragraphs, width
from .segments import Edit

_MOST: Final = 0.1  # of the text: where more of it is fragments, they are what it says
_RUN: Final = 2  # fragments in a row; one alone is a title, a caption or a name of what follows
_SPEAKS: Final = re.compile(r"[\d.!?…:：。！？；;,，、|`$€£¥%@/\\=<>#\[\]()]|\A\s*(?:[-*+•>]|\w[.)])")
_LISTED: Final = re.compile(r"[ \t]*(?:[-*+•>|#]|\d{1,3}[.)]|[A-Za-z][.)]|[（(]?[一二三四五六七八九十]+[)）、])")


def fragments(text: str, longest: int) -> Iterator[Edit]:
    """Sets runs of paragraphs aside that are shorter than `longest` columns and bear no figure, mark or sentence.

    The last of a run that a longer paragraph follows is its title or caption, and stays.
    """
    told = paragraphs(text)
    found: list[Edit] = []
    run: list[Paragraph] = []
    for paragraph in [*told, None]:
        if paragraph is not None and _is_fragment(paragraph, longest):
            run.append(paragraph)
            continue
        aside = run[:-1] if paragraph is not None and not paragraph.is_heading else run
        if len(run) >= _RUN:
            found += [Edit(one.start, one.next_start) for one in aside]
        run = []
    if sum(edit.end - edit.start for edit in found) <= _MOST * len(text):
        yield from found


def _is_fragment(paragraph: Paragraph, longest: int) -> bool:
    words = paragraph.text.strip()
    return "\n" not in words and width(words) < longest and not paragraph.is_heading and not _SPEAKS.search(words)


def long_paragraphs(text: str, longest: int) -> Iterator[Edit]:
    """Breaks paragraphs of more than `longest` characters at ends of sentences; lists and tables stay as they are."""
    for paragraph in paragraphs(text):
        if len(paragraph.text) > longest and not any(map(_LISTED.match, paragraph.text.split("\n"))):
            yield from _broken(paragraph, longest)


def _broken(paragraph: Paragraph, longest: int) -> Iterator[Edit]:
    """A blank line in place of what stands between two sentences, before a part gets longer than `longest`."""
    at = begin = paragraph.start
    told = sentences(paragraph.text)
    for sentence, following in pairwise(told):
        at += len(sentence)
        if at - begin + len(following) <= longest or not following.strip():
            continue
        blank = len(sentence) - len(sentence.rstrip())
        # Chinese has no blank there: its full stop is written anew, with the blank line behind it.
        kept = sentence[len(sentence) - 1 :] if not blank else ""
        yield Edit(at - max(blank, 1), at, f"{kept}\n\n")
        begin = at
