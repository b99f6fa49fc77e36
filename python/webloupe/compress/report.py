"""What a shortened text lost of its source and what it made up, class by class, for whoever shortened it.

Two sorts of facts are counted in two ways. Figures, dates, rows and headings mean something by where they stand: each
place counts, and a text that says "5 km" once keeps one of two; only a sentence said again word for word is no new
place. Addresses, names, quotations, code and denials mean the same wherever they stand: each counts once, at its first
place, and is kept where the short text says it at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from operator import getitem
from typing import Final

from ..types import Fact, LossReport
from .expand import expand
from .facts.blocks import code_blocks, headings, labels, loose_rows, table_rows
from .facts.found import Found
from .facts.names import names
from .facts.negations import denying_clauses, negations
from .facts.numbers import numbers
from .facts.quotes import quotes
from .facts.source import Source
from .facts.urls import urls_in
from .invention import Known

_EACH_PLACE: Final[dict[str, Callable[[Source], Iterator[Found]]]] = {
    "numbers": numbers,
    "dates": lambda source: iter(source.dates),
    "table_rows": table_rows,
    "headings": headings,
}
_ONCE: Final[dict[str, Callable[[Source], Iterator[Found]]]] = {
    "urls": lambda source: urls_in(source.text),
    "code_blocks": code_blocks,
    "names": names,
    "quotes": quotes,
    "negations": negations,
}
_IN_SENTENCES: Final = ("numbers", "dates")
_A_SENTENCE: Final = 30  # characters from which a sentence said again says nothing new; less is a label or a cell


def loss_report(raw: str, short: str) -> LossReport:
    """The facts of `raw`, each kept or lost in `short`, and what `short` has that `raw` has not.

    Compared are words and values, not spellings: white space, width, thousands separators, ways to write a date,
    markdown's marks. A figure is kept as a whole with its unit, a heading as a heading or a line of its own, a denial
    whole or with the clause that denies. A short text in lossless notation is read as what it stands for. Facts are
    in order, places in code points of `raw`. Pure; time grows linearly.
    """
    return Yardstick(raw).measure(short if short == raw else expand(short))


class Yardstick:
    """The facts of one text, found once, to measure many shorter ones by."""

    def __init__(self, raw: str) -> None:
        self._raw = Source(raw)
        places = {name: list(find(self._raw)) for name, find in _EACH_PLACE.items()}
        self._places = places | {name: _said_once(places[name], self._raw) for name in _IN_SENTENCES}
        self._wanted = {name: Counter(one.key for one in found) for name, found in self._places.items()}
        self._facts = {name: _first_places(find(self._raw)) for name, find in _ONCE.items()}
        self._clauses = [denying_clauses(one.text) for one in self._facts["negations"]]
        self._told = {name: _either_way(found) for name, found in (self._places | self._facts).items()}
        self._known = Known(self._raw, self._places | self._facts)

    def measure(self, short: str) -> LossReport:
        """What `short` keeps, loses and invents."""
        other = Source(short)
        there = {name: list(find(other)) for name, find in (_EACH_PLACE | _ONCE).items()}
        kept = {name: self._kept_places(name, _supply(name, there, other), other) for name in _EACH_PLACE}
        kept |= {name: self._kept_once(name, there[name], other) for name in _ONCE}
        facts = {name: tuple(map(getitem, told, kept[name])) for name, told in self._told.items()}
        return LossReport(**facts, invented=self._known.invented(there, other))

    def invented(self, short: str) -> dict[str, tuple[str, ...]]:
        """What `short` has that the text has not, by class."""
        other = Source(short)
        return self._known.invented({name: list(find(other)) for name, find in (_EACH_PLACE | _ONCE).items()}, other)

    def _kept_places(self, name: str, there: Sequence[Found], other: Source) -> list[bool]:
        """Which places are kept: as many as `short` has of the same, first of all those in the same sentence."""
        facts = self._places[name]
        left = Counter(one.key for one in there)
        if name == "headings":
            _add_labels(left, facts, other)
        partly = {key for key, times in self._wanted[name].items() if times > left[key] > 0}
        kept = _in_same_sentence(facts, self._raw, there, other, partly) if partly else [False] * len(facts)
        left.subtract(one.key for one, is_kept in zip(facts, kept, strict=True) if is_kept)
        for number, one in enumerate(facts):
            if not kept[number] and left[one.key] > 0:
                left[one.key] -= 1
                kept[number] = True
        return kept

    def _kept_once(self, name: str, there: Sequence[Found], other: Source) -> list[bool]:
        """Which facts the short text says at all."""
        facts, keys, says = self._facts[name], {one.key for one in there}, other.phrases.say_words
        if name == "urls":
            return [one.key in keys for one in facts]
        if name == "code_blocks":
            return [one.key in keys or _written_in(one, other) for one in facts]
        kept = [key in keys or says(key) for _, _, key in facts]
        if name == "negations":
            return [whole or all(map(says, said)) for whole, said in zip(kept, self._clauses, strict=True)]
        return kept


def _either_way(found: Sequence[Found]) -> list[tuple[Fact, Fact]]:
    """Each fact as it is told when it is lost, and when it is kept."""
    return [
        (Fact(text=one.text, start=one.start, kept=False), Fact(text=one.text, start=one.start, kept=True))
        for one in found
    ]


def _supply(name: str, there: dict[str, list[Found]], other: Source) -> list[Found]:
    """What a short text can answer places with: of a table also rows that lost their header."""
    if name == "table_rows":
        return list(loose_rows(other))
    return _said_once(there[name], other) if name in _IN_SENTENCES else there[name]


def _add_labels(left: Counter[str], facts: Sequence[Found], other: Source) -> None:
    """Count a line of its own as a heading where there is none."""
    missing = {one.key for one in facts} - left.keys()
    if missing:
        left.update(missing & labels(other))


def _first_places(found: Iterator[Found]) -> list[Found]:
    first: dict[str, Found] = {}
    for one in found:
        first.setdefault(one.key, one)
    return list(first.values())


def _said_once(found: Sequence[Found], source: Source) -> list[Found]:
    """Without what stands in a sentence that stood before, word for word."""
    first: dict[str, int] = {}
    once: list[Found] = []
    for one in found:
        number = source.sentence_at(one.start)
        sentence = source.stripped[number]
        if len(sentence) < _A_SENTENCE or sentence[0] == "|" or first.setdefault(sentence, number) == number:
            once.append(one)
    return once


def _in_same_sentence(
    facts: Sequence[Found], raw: Source, there: Sequence[Found], other: Source, keys: set[str]
) -> list[bool]:
    """Which facts with one of `keys` are said in a sentence that the short text has too."""
    left: defaultdict[tuple[str, str], int] = defaultdict(int)
    for one in there:
        if one.key in keys:
            left[one.key, _sentence(other, one)] += 1
    kept = [False] * len(facts)
    for number, one in enumerate(facts):
        if one.key in keys and left[place := (one.key, _sentence(raw, one))] > 0:
            left[place] -= 1
            kept[number] = True
    return kept


def _sentence(source: Source, one: Found) -> str:
    return source.stripped[source.sentence_at(one.start)]


def _written_in(one: Found, other: Source) -> bool:
    """Whether code stands in the short text without its fences, line for line."""
    return other.all_phrases.say(one.text) and all(line.strip() in other.lines for line in one.text.split("\n"))
