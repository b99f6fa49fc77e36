"""A magic's line, cut into words without a shell's rules. Pure.

A backslash is a backslash, an apostrophe inside a word is one, and each word knows where it stood, so that a
query can be taken from the line as it was typed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

_BLANKS = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: its text without quotes, and where it starts and ends in the line."""

    text: str
    start: int = 0
    end: int = 0
    quoted: bool = False

    @property
    def is_option(self) -> bool:
        """Whether it asks for something instead of being an argument."""
        return not self.quoted and len(self.text) > 1 and self.text.startswith("-")


def split_line(line: str) -> list[str]:
    """The words of a magic's line. Quotes hold blanks together when they surround a whole word or a whole
    value (`--x="a b"`); `# …` ends the line at its start or after two blanks."""
    return [word.text for word in split(line)[0]]


def body_lines(body: str) -> list[str]:
    """The entries of a cell's body, one a line, without empty lines and comments."""
    lines = (line[: split(line)[1]].strip() for line in body.splitlines())
    return [line for line in lines if line]


def split(line: str) -> tuple[list[Word], int]:
    """The words, and where the line ends before a comment."""
    words: list[Word] = []
    # Looked for once: a line of many opening quotes would else be searched to its end for each.
    closings = {sign: [match.start() for match in re.finditer(rf"{sign}(?!\S)", line)] for sign in "\"'"}
    at = 0
    while True:
        blanks = _BLANKS.match(line, at)
        start = blanks.end() if blanks else at
        if start == len(line) or _is_comment(line, at, start):
            return words, start
        word = _word(line, start, closings)
        words.append(word)
        at = word.end


def _is_comment(line: str, before: int, start: int) -> bool:
    if line[start] != "#" or not (before == 0 or start - before >= 2):
        return False
    return start + 1 == len(line) or line[start + 1] in "#!" or line[start + 1].isspace()


def _word(line: str, start: int, closings: Mapping[str, list[int]]) -> Word:
    """The word that starts here. A quote closes where the same sign is followed by a blank or nothing."""

    def closing(opening: int) -> int | None:
        places = closings.get(line[opening], []) if opening < len(line) else []
        at = bisect_right(places, opening)
        return places[at] if at < len(places) else None

    if close := closing(start):
        return Word(line[start + 1 : close], start, close + 1, quoted=True)
    end = start
    while end < len(line) and not line[end].isspace():
        if line[end] == "=" and line[start] == "-" and (close := closing(end + 1)):
            return Word(line[start : end + 1] + line[end + 2 : close], start, close + 1)
        end += 1
    return Word(line[start:end], start, end)
