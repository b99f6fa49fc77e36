"""A found fact, a span, and a text with spans blanked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Found(NamedTuple):
    """Something found at `start`; two of one class with the same `key` say the same in other spelling."""

    start: int
    text: str
    key: str


class Span(NamedTuple):
    """From `start` to before `end`, in code points."""

    start: int
    end: int


def blanked(text: str, spans: Sequence[Span]) -> str:
    """`text` with blanks in place of the spans (in order, apart); line ends stay."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        if start < at:
            continue
        parts += (text[at:start], "\n".join(" " * len(line) for line in text[start:end].split("\n")))
        at = end
    return "".join([*parts, text[at:]])
