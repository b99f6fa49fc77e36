"""The shape of a short text in numbers: how much of it is menu, how much sentence. Pure counting in linear time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from .furniture import KEY_LEGEND, KINDS, phrases

CJK: Final = "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese and Japanese characters, which need no blanks between words; the inside of a character class."""

_CJK_CHAR: Final = re.compile(f"[{CJK}]")
_CJK_RUN: Final = re.compile(f"[{CJK}]+")
# What Chinese and Japanese sentences are glued together with; names, labels and headings have few of them.
_PARTICLES: Final = re.compile(
    "[的了是在和有不这為为與与等也就都而及被将將对對从從可以之其所他她它们們能会會到使并並让讓把给已于中着過过はがをにのでとも]"
)
_CJK_STOPS: Final = re.compile("[。！？；，、：“”]")
EDGES: Final = ".,;:!?…\"'“”‘’«»()[]{}<>|*_#`~·•→←/\\—–-+=&。，！？"
_BREAKS: Final = frozenset('.,;:!?…)—–"”')
_OPENERS: Final = frozenset('(“"—–')
_STOPS: Final = frozenset(".!?…")
_CLOSERS: Final = "'\"”’)"
_SHORT: Final = 4  # letters; most words that begin an English label and no name: The, Get, How, Your, All, New
_LINK: Final = re.compile(r"!?\[[^\[\]]{0,200}\]\([^()\s]{0,500}\)|https?://\S{1,500}|www\.\S{1,200}")
_CODE: Final = re.compile(r"\{\{|\}\}|\{%|%\}|</?\w|&\w{2,6};|[{};]|\$\{|=>|\w\(\)")
_OPENING: Final = 3  # words

Signals = dict[str, float]


class Shape(NamedTuple):
    """What was counted: `signals` are 0–1 each, `kinds` counts phrases by their place in `KINDS`."""

    signals: Signals
    kinds: Counter[int]


def is_cjk(text: str) -> bool:
    """Whether the text is Chinese or Japanese, terms of other scripts among it or not."""
    chars = len(_CJK_CHAR.findall(text))
    return 3 * chars > len(text) - chars


def shape_of(text: str) -> Shape:
    """The shape of `text`, one line, by words or, where `is_cjk`, by characters."""
    return _of_characters(text) if is_cjk(text) else _of_words(text)


def _of_words(text: str) -> Shape:
    tokens = text.split()
    words = [word for token in tokens if (word := token.strip(EDGES))]
    count = len(words) or 1
    small = [word for word in words if word[0].islower()]
    capitals = sum(word[0].isupper() for word in words)
    found = phrases(words)
    kinds = Counter(kind for _, kind in found)
    if "ress " in text or "+" in text:
        kinds[0] += len(KEY_LEGEND.findall(text))
    longest, starts = _runs(tokens)
    ends = sum(token.rstrip(_CLOSERS)[-1:] in _STOPS for token in tokens if len(token) > 2)
    signals = {
        "capitals": capitals / (capitals + len(small) or 1) * _up_to(count, 12),
        "starts": _up_to(10 * starts, max(count, 30)),
        "glue": sum(len(word) <= 3 for word in small) / count,
        "run": _up_to(longest, 50),
        "ended": _up_to(25 * ends, count),
        "opening": float(bool(found) and found[0][0] < _OPENING),
        **_common(text, tokens, words, kinds, count),
    }
    return Shape(signals, kinds)


def _runs(tokens: Sequence[str]) -> tuple[int, int]:
    """The longest run of words without punctuation, and how many short capitalised words stand inside runs."""
    longest = run = starts = 0
    for token in tokens:
        if token[0] in _OPENERS:
            run = 0
        if run and 1 < len(token) <= _SHORT and token[0].isupper() and token[1:].islower():
            starts += 1
        run += 1
        longest = max(longest, run)
        if token[-1] in _BREAKS:
            run = 0
    return longest, starts


def _of_characters(text: str) -> Shape:
    runs = _CJK_RUN.findall(text)
    chars = sum(map(len, runs)) or 1
    kinds = Counter({place: len(kind.chinese.findall(text)) for place, kind in enumerate(KINDS)})
    head = text[:8]
    signals = {
        "particles": _up_to(len(_PARTICLES.findall(text)) * 6, chars),
        "run": _up_to(chars / (len(runs) or 1), 12),
        "ended": _up_to(len(_CJK_STOPS.findall(text)) * 10, chars),
        "opening": float(any(kind.chinese.search(head) for kind in KINDS)),
        **_common(text, text.split(), [run[:4] for run in runs], kinds, max(chars / 2, 1)),
    }
    return Shape(signals, kinds)


def _common(text: str, tokens: Sequence[str], words: Sequence[str], kinds: Counter[int], count: float) -> Signals:
    notices = sum(times for kind, times in kinds.items() if KINDS[kind].is_notice)
    pairs = list(pairwise(words))
    has_link = "](" in text or "://" in text or "www." in text
    return {
        "furniture": _up_to(8 * (kinds.total() - notices), max(count, 20)),
        "notice": _up_to(20 * notices, max(count, 20)),
        "marks": _up_to(8 * (sum(not token.strip(EDGES) for token in tokens) + text.count("|")), max(count, 8)),
        "repeats": _up_to(3 * (len(pairs) - len(set(pairs))), max(len(pairs), 12)),
        "numbers": _up_to(2 * sum(token[0].isdigit() or token[1:2].isdigit() for token in tokens), max(len(tokens), 8)),
        "links": _up_to(2 * sum(map(len, _LINK.findall(text))), len(text)) if has_link else 0.0,
        "code": _up_to(8 * len(_CODE.findall(text)), max(count, 8)),
    }


def _up_to(value: float, full: float) -> float:
    return min(1.0, value / full)
