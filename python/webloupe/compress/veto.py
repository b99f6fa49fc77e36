"""Why two texts that are alike must not be merged: embeddings and shared words cannot see a "not", these checks can.

A text is compared with another by what differs: sentences that both have, in whatever order, are left out first.
In doubt a pair is kept apart: a veto costs some tokens, a wrong merge a fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from ..language import sentences
from .aligned import Gaps, Words, exchanged, moved_negation, opposed, renamed
from .contrasts import Side, sides
from .measures import Measures, measures
from .names import Name, initials, names
from .negation import Cue, negations
from .plain import is_plain, plain_keys


class Objection(NamedTuple):
    """Why two texts do not say the same, and the words or figures that tell."""

    reason: str
    cue: str


class Told:
    """A text as it is compared: its sentences, each without white space around and between its words doubled."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def keys(self) -> list[str]:
        """Its words as they are written."""
        return plain_keys(self.text)

    @cached_property
    def sentences(self) -> Counter[str]:
        """How often it has each of its sentences."""
        return Counter(" ".join(sentence.split()) for sentence in sentences(self.text))


class _Reading:
    """What the checks look at in the sentences that only one of two texts has; each is read when it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def negations(self) -> Sequence[Cue]:
        return negations(self.text)

    @cached_property
    def sides(self) -> Sequence[Side]:
        return sides(self.text)

    @cached_property
    def measures(self) -> Measures:
        return measures(self.text)

    @cached_property
    def names(self) -> Sequence[Name]:
        return names(self.text)

    @cached_property
    def words(self) -> Words:
        return Words(self.text)


_read = lru_cache(maxsize=4_096)(_Reading)


def objection(one: str | Told, other: str | Told) -> Objection | None:
    """Why the two must not be merged, whichever comes first; None where nothing speaks against it."""
    told = _told(one), _told(other)
    rough = Gaps(told[0].keys, told[1].keys)
    if all(map(is_plain, chain(*map(rough.gone, rough.all), *map(rough.come, rough.all)))):
        return _first((("antonyms", opposed(rough)), ("order", exchanged(rough))))
    first, second = _differing(*told)
    if first == second:
        return None
    pair = (_read(first), _read(second)) if first < second else (_read(second), _read(first))
    for reason, check in _CHECKS:
        if cue := check(*pair):
            return Objection(reason, cue)
    return _laid_beside(*pair)


def _told(text: str | Told) -> Told:
    return Told(text) if isinstance(text, str) else text


def _differing(one: Told, other: Told) -> tuple[str, str]:
    """The sentences that only the one has, and those that only the other has, each in order."""
    if one.sentences == other.sentences:
        return "", ""
    return " ".join((one.sentences - other.sentences).elements()), " ".join(
        (other.sentences - one.sentences).elements()
    )


def _polarity(one: _Reading, other: _Reading) -> str:
    if len(one.negations) == len(other.negations):
        return ""
    first, second = (Counter(cue.text for cue in reading.negations) for reading in (one, other))
    return next(iter((first - second) or (second - first)), "not")


def _antonyms(one: _Reading, other: _Reading) -> str:
    """A pair of opposites where each text has more of its own side."""
    if not one.sides or not other.sides:
        return ""
    first, second = (Counter((side.axis, side.side) for side in reading.sides) for reading in (one, other))
    gone, come = first - second, second - first
    for axis, side in sorted(gone):
        for opposite in sorted(come):
            if opposite[0] == axis and opposite[1] != side:
                return f"{_word(one, (axis, side))} ↔ {_word(other, opposite)}"
    return ""


def _word(reading: _Reading, place: tuple[int, int]) -> str:
    return next(side.word for side in reading.sides if side[:2] == place)


def _versions(one: _Reading, other: _Reading) -> str:
    return _unlike(one.measures.versions, other.measures.versions)


def _dates(one: _Reading, other: _Reading) -> str:
    return _unlike(one.measures.dates, other.measures.dates)


def _units(one: _Reading, other: _Reading) -> str:
    """A figure that both have, of another unit."""
    first, second = one.measures.numbers, other.measures.numbers
    if first == second or [key.split("|")[0] for key in first] != [key.split("|")[0] for key in second]:
        return ""
    return _unlike(first, second)


def _numbers(one: _Reading, other: _Reading) -> str:
    return _unlike(one.measures.numbers, other.measures.numbers)


def _unlike(first: Sequence[str], second: Sequence[str]) -> str:
    if first == second:
        return ""
    here, there = Counter(first) - Counter(second), Counter(second) - Counter(first)
    if not here and not there:
        return f"{_figure(first[0])} in another order"
    return f"{_figure(next(iter(here), '')) or 'none'} ↔ {_figure(next(iter(there), '')) or 'none'}"


def _figure(key: str) -> str:
    return key.replace("|", " ").strip(" -")


def _subjects(one: _Reading, other: _Reading) -> str:
    """Names of which each text has one that the other lacks."""
    gone, come = list(_lacked(one, other)), list(_lacked(other, one))
    if not gone or not come or _is_short_for(gone, come) or _is_short_for(come, gone):
        return ""
    return f"{gone[0].text} ↔ {come[0].text}"


def _lacked(one: _Reading, other: _Reading) -> Iterator[Name]:
    """The names of `one` that `other` does not say, in capitals or not."""
    known = {name.key for name in other.names}
    for name in one.names:
        if name.key not in known and name.key not in other.words.keys:
            yield name


def _is_short_for(short: Sequence[Name], long: Sequence[Name]) -> bool:
    return len(short) == 1 and len(long) > 1 and short[0].key == initials([*long])


_LONGEST: Final = 1_500  # words that are laid side by side: a comparison takes the square of it at worst


def _laid_beside(one: _Reading, other: _Reading) -> Objection | None:
    if max(len(one.words), len(other.words)) > _LONGEST:
        return Objection("length", f"over {_LONGEST} words differ")
    found = Gaps(one.words.keys, other.words.keys)
    return _first(
        (
            ("polarity", moved_negation(found)),
            ("antonyms", opposed(found)),
            ("subjects", renamed(found, one.words, other.words)),
            ("order", exchanged(found)),
        )
    )


def _first(told: Iterable[tuple[str, str]]) -> Objection | None:
    return next((Objection(reason, cue) for reason, cue in told if cue), None)


_CHECKS: Final[tuple[tuple[str, Callable[[_Reading, _Reading], str]], ...]] = (
    ("polarity", _polarity),
    ("antonyms", _antonyms),
    ("versions", _versions),
    ("dates", _dates),
    ("units", _units),
    ("numbers", _numbers),
    ("subjects", _subjects),
)
