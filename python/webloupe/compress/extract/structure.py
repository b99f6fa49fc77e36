"""What a text tells where nobody asked: first how each paragraph opens, then what says most that is new.

Sentences of questions that people asked of articles (XQuAD, CMRC) stand up to three times as often, by token, among
the first three of a paragraph as further on, and more often in short paragraphs than in long ones, since each has
something of its own to tell. The weights are round numbers from a plateau, seen on all questions
of `benchmarks/compress_extract.py`: none were held out.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ..negation import negations

if TYPE_CHECKING:
    from ..lexical import Floats
    from .index import Indexed

_FIRST_SHARE: Final = 0.25  # of the tokens, which go by place above all
_LEAD_FIRST: Final = 0.3  # what opening a paragraph is worth, in facts a token
_LEAD_LATER: Final = 0.075
_SLOPE: Final = 0.3  # the second sentence is worth 1 / 1.3 of the first, the third 1 / 1.6
_SHORTNESS: Final = (0.4, 2.5)  # what the size of its paragraph may take from a place, or add
_NUMBER: Final = 1.5
_NAME: Final = 0.5
_NEGATED: Final = 1.5  # without it the text would say the opposite
_SMOOTH: Final = 8.0  # tokens added to each, so that "Yes, 3." is not the densest of all
_FIGURE: Final = re.compile(r"\d[\d,.]*\d|\d")
_NAMED: Final = re.compile(r"(?<![.!?] )(?<=\s)[\"'(“]*([A-Z\u00c0-\u00de][\w'’-]*)")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_NAMED_IN_CHINESE: Final = re.compile(
    r"《[^《》]{1,40}》|“[^“”]{1,40}”|「[^「」]{1,40}」|[A-Za-z](?:[\w .-]{0,40}\w)?"
    r"|(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{1,8}(?:[·・•][\u4e00-\u9fff]{1,8}){1,3}"
)


class _Facts(NamedTuple):
    """What a unit tells: `told` has a weight for each figure and name."""

    told: dict[str, float]
    negated: bool


def structure(index: Indexed) -> Floats:
    """By unit from 1 for what a reader needs first down to 0; headings have 0, they come with what they head."""
    import numpy as np

    facts = [_facts(text) for text in index.texts]
    lead = _lead(index)
    said: set[str] = set()
    waiting = np.flatnonzero(~index.is_heading).tolist()
    room = _FIRST_SHARE * float(index.costs.sum())
    ranked: list[int] = []
    for unit in _ranked(index, facts, _LEAD_FIRST * lead, waiting, said):
        if room <= 0:
            break
        ranked.append(unit)
        room -= int(index.costs[unit])
        said.update(facts[unit].told)
    done = set(ranked)
    rest = [unit for unit in waiting if unit not in done]
    for unit in _ranked(index, facts, _LEAD_LATER * lead, rest, said):
        ranked.append(unit)
        said.update(facts[unit].told)
    score: Floats = np.zeros(len(index.units))
    score[ranked] = np.linspace(1.0, 0.0, len(ranked), endpoint=False)
    return score


def _ranked(
    index: Indexed, facts: Sequence[_Facts], lead: Floats, units: Sequence[int], said: set[str]
) -> Iterator[int]:
    """The units by what each adds to what is `said`, which the caller keeps up; best first.

    What a unit adds only falls, so that one which is still worth as much as the next is the best (lazy greedy).
    """
    sizes: list[float] = (index.costs + _SMOOTH).tolist()
    places: list[float] = lead.tolist()

    def worth(unit: int) -> float:
        new = sum(weight for fact, weight in facts[unit].told.items() if fact not in said)
        return places[unit] + (new + _NEGATED * facts[unit].negated) / sizes[unit]

    heap = [(-worth(unit), unit) for unit in units]
    heapq.heapify(heap)
    while heap:
        unit = heap[0][1]
        now = -worth(unit)
        if now > heap[0][0]:
            heapq.heapreplace(heap, (now, unit))
        else:
            heapq.heappop(heap)
            yield unit


def _lead(index: Indexed) -> Floats:
    """By unit what its place is worth: 1 for the first of a paragraph of usual size."""
    import numpy as np

    if not index.units:
        return np.zeros(0)
    sizes = np.bincount(index.paragraph, weights=index.costs)[index.paragraph]
    shortness = np.sqrt(np.median(sizes) / np.maximum(sizes, 1))
    lead: Floats = np.clip(shortness, *_SHORTNESS) / (1 + _SLOPE * index.position)
    return lead


def _facts(text: str) -> _Facts:
    names = {found[1] for found in _NAMED.finditer(text)}
    if _HAN.search(text):
        names.update(_NAMED_IN_CHINESE.findall(text))
    told = dict.fromkeys(names, _NAME) | dict.fromkeys(_FIGURE.findall(text), _NUMBER)
    return _Facts(told, bool(negations(text)))
