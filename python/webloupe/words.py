"""A magic's line, cut into words without a shell's rules. Pure.

A backslash is a backslash, an apostrophe inside a word is one, and each word knows where it stood, so that a
query can be taken from the line as it was typed.
"""

from __future__ import annotations

import re
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
    at = 0
    while True:
        blanks = _BLANKS.match(line, at)
        start = blanks.end() if blanks else at
        if start == len(line) or _is_comment(line, at, start):
            return words, start
        word = _word(line, start)
        words.append(word)
        at = word.end


def _is_comment(line: str, before: int, start: int) -> bool:
    if line[start] != "#" or not (before == 0 or start - before >= 2):
        return False
    return start + 1 == len(line) or line[start + 1] in "#!" or line[start + 1].isspace()


def _word(line: str, start: int) -> Word:
    """The word that starts here."""
    if line[start] in "\"'" and (close := _closing(line, start)):
        return Word(line[start + 1 : close], start, close + 1, quoted=True)
    end = start
    while end < len(line) and not line[end].isspace():
        opens = line[end] == "=" and line[start] == "-" and line[end + 1 : end + 2] in ('"', "'")
        if opens and (close := _closing(line, end + 1)):
            return Word(line[start : end + 1] + line[end + 2 : close], start, close + 1)
        end += 1
    return Word(line[start:end], start, end)


def _closing(line: str, opening: int) -> int | None:
    """Where the quote of `opening` closes: the same sign, followed by a blank or nothing."""
    at = line.find(line[opening], opening + 1)
    while at != -1:
        if at + 1 == len(line) or line[at + 1].isspace():
            return at
        at = line.find(line[opening], at + 1)
    return None
