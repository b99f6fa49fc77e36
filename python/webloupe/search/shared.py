"""Furniture that several results of one site have in common: taglines, menus, banners. Pure, in linear time."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final
from urllib.parse import urlsplit

from ..types import SearchResult
from .canonical import canonical
from .signals import CJK, shape_of
from .weights import score

PREFIX_WORDS: Final = 4
PHRASE_WORDS: Final = 8
"""The least run of words, or Chinese characters, that pages of one site share by more than chance: at the beginning,
where sites put the same things, and anywhere."""
COMPARED_CHARS: Final = 1_000
"""How much of each description is compared: what is shown comes from here."""
REST_CHARS: Final = 40
"""A description that would be shorter without what it shares stays as it is."""

_UNIT: Final = re.compile(rf"[{CJK}]|[^\s{CJK}]+")
_ENDS: Final = re.compile(r"[.!?…。！？|›»•·][\"'”’)]*\Z")


def without_shared(hits: Sequence[SearchResult]) -> list[str]:
    """The description of each hit without what other pages of its host say in the same words.

    Cut off are: a common beginning of 4 words or more, up to where a sentence or label ends in it; and runs of 8 words
    or more anywhere that have the shape of furniture. A description of which little would be left stays.
    """
    hosts: dict[str, list[int]] = defaultdict(list)
    for place, hit in enumerate(hits):
        hosts[_host(hit.url)].append(place)
    told = [hit.description for hit in hits]
    for places in hosts.values():
        if len({canonical(hits[place].url) for place in places}) > 1:
            for place, text in zip(places, _compared([told[place] for place in places]), strict=True):
                told[place] = text
    return told


def _compared(texts: list[str]) -> list[str]:
    units = [list(_UNIT.finditer(text, 0, COMPARED_CHARS)) for text in texts]
    words = [[unit[0] for unit in found] for found in units]
    counts = Counter(run for found in words for run in set(_runs(found)))
    return [
        _cut_off(text, found, _beginning(text, place, units, words), counts)
        for place, (text, found) in enumerate(zip(texts, units, strict=True))
    ]


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + PHRASE_WORDS]) for at in range(len(words) - PHRASE_WORDS + 1))


def _beginning(text: str, place: int, units: list[list[re.Match[str]]], words: list[list[str]]) -> int:
    """How many units at the beginning are shared with another text and can go without breaking a sentence."""
    others = (found for other, found in enumerate(words) if other != place and found != words[place])
    same = max((sum(1 for _ in takewhile(bool, map(str.__eq__, words[place], found))) for found in others), default=0)
    if same < PREFIX_WORDS:
        return 0
    if _is_furniture(text[: units[place][same - 1].end()]):
        return _sentence_start(words[place], same)
    ends = (at for at in range(same, PREFIX_WORDS - 1, -1) if _ENDS.search(words[place][at - 1]))
    return next(ends, 0)


def _sentence_start(words: list[str], at: int) -> int:
    """The place of the last word up to `at` that may begin a sentence: "The" of "The oak" may be shared as well."""
    while 0 < at < len(words) and words[at][0].islower():
        at -= 1
    return at


def _cut_off(text: str, units: list[re.Match[str]], beginning: int, counts: Counter[tuple[str, ...]]) -> str:
    shared = [at < beginning for at in range(len(units))]
    for at, run in enumerate(_runs([unit[0] for unit in units])):
        if at < beginning or counts[run] < 2:
            continue
        if _is_furniture(text[units[at].start() : units[at + len(run) - 1].end()]):
            shared[at : at + len(run)] = [True] * len(run)
    if not any(shared):
        return text
    rest = _rest(text, units, shared)
    return rest if len(rest) >= REST_CHARS else text


def _rest(text: str, units: list[re.Match[str]], shared: list[bool]) -> str:
    """The stretches of `text` whose units are not shared, and what follows the last unit."""
    stretches: list[str] = []
    start = None
    for unit, is_shared in zip(units, shared, strict=True):
        if is_shared and start is not None:
            stretches.append(text[start : unit.start()].rstrip())
        start = None if is_shared else unit.start() if start is None else start
    stretches.append(text[units[-1].end() if start is None else start :].strip())
    return " ".join(stretch for stretch in stretches if stretch)


def _is_furniture(text: str) -> bool:
    return score(shape_of(" ".join(text.split())).signals) >= 0.5


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
