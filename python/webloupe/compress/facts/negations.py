"""Sentences that deny, forbid or except something: whoever loses the "not" says the opposite."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ..negation import negations as cues
from .found import Found
from .phrases import words
from .source import Source

_BORDER: Final = re.compile(r"[,;:()，；、：（）—]|\s[-–]\s")
_LEAST: Final = 4  # words, or pairs of characters in Chinese, from which a clause says what it denies


def negations(source: Source) -> Iterator[Found]:
    """Every sentence with a word of denial; its key is its words."""
    cued = dict.fromkeys(source.sentence_at(cue.start) for cue in cues(source.bare))
    for number in cued:
        sentence = source.sentences[number]
        start = source.start_of(number) + len(sentence) - len(sentence.lstrip())
        yield Found(start, source.text[start : start + len(source.stripped[number])], words(sentence))


def denying_clauses(sentence: str) -> list[str]:
    """The words of each clause of `sentence` that denies; a clause too short to tell what takes in the one before."""
    borders = [0, *(found.end() for found in _BORDER.finditer(sentence)), len(sentence)]
    denying = {bisect_right(borders, cue.start) - 1 for cue in cues(sentence)}
    clauses: list[str] = []
    for number, (start, end) in enumerate(pairwise(borders)):
        if number not in denying:
            continue
        while _size(said := words(sentence[start:end])) < _LEAST and number:
            number -= 1
            start = borders[number]
        clauses.append(said)
    return clauses


def _size(said: str) -> int:
    return said.count(" ") + 1 if said.isascii() else len(said) // 2
