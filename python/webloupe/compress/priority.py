"""What counts for more and for less where a choice is made: sections by the words of their headings, and passages
that say one word over and over. It moves passages up and down; nothing is dropped by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..language import terms
from .ruleset import RuleSet
from .units import Unit, units

PREFERRED: Final = 2.0
LOWERED: Final = 0.5
STUFFED: Final = 0.5
_DENSE: Final = 0.2  # of a passage's terms: prose says its commonest word of meaning in one of twenty
_LEAST_TERMS: Final = 25  # fewer say no word often enough to tell
_SHORT: Final = 4  # letters below which a word is one of grammar in most languages


def priority(text: str, wanted: RuleSet) -> list[float] | None:
    """A factor for each of `units(text)`; None where all are 1."""
    told = units(text)
    factors = _by_heading(text, told, wanted)
    stuffed = _stuffed(text, told)
    found = [factor * (STUFFED if one.paragraph in stuffed else 1) for one, factor in zip(told, factors, strict=True)]
    return found if set(found) - {1} else None


def _by_heading(text: str, told: Sequence[Unit], wanted: RuleSet) -> list[float]:
    if not (wanted.prefer or wanted.lower):
        return [1.0] * len(told)
    opened: list[tuple[int, float]] = []  # the headings above, each with its factor
    factors = []
    for one in told:
        if one.kind == "heading":
            while opened and opened[-1][0] >= one.level:
                opened.pop()
            title = text[one.start : one.end].lower()
            inherited = opened[-1][1] if opened else 1.0
            opened.append((one.level, _factor(title, wanted, inherited)))
        factors.append(opened[-1][1] if opened else 1.0)
    return factors


def _factor(title: str, wanted: RuleSet, inherited: float) -> float:
    if any(word.lower() in title for word in wanted.prefer):
        return PREFERRED
    return LOWERED if any(word.lower() in title for word in wanted.lower) else inherited


def _stuffed(text: str, told: Sequence[Unit]) -> set[int]:
    """The paragraphs of sentences of which one word makes up a fifth."""
    said: dict[int, Counter[str]] = {}
    for one in told:
        if one.kind == "sentence":
            said.setdefault(one.paragraph, Counter()).update(terms(text[one.start : one.end]))
    return {number for number, counts in said.items() if _is_dense(counts)}


def _is_dense(counts: Counter[str]) -> bool:
    total = counts.total()
    wordy = ((word, times) for word, times in counts.most_common(5) if len(word) >= _SHORT or not word.isascii())
    return total >= _LEAST_TERMS and any(times >= _DENSE * total for _, times in wordy)
