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
_RUN: Final = re.compile(r"\w+")
# What Chinese and Japanese sentences are glued together with; names, labels and headings have few of them.
_PARTICLES: Final = re.compile(
    "[的了是在和有不这為为與与等也就都而及被将將对對从從可以之其所他她它们們能会會到使并並让讓把给已于中着過过はがをにのでとも]"
)
_CJK_GLUE: Final = re.compile(f"(?:{_PARTICLES.pattern}|[。！？；，、：“”《》（）—])+")
_CJK_STOPS: Final = re.compile("[。！？；，、：“”《》（）]")
EDGES: Final = "$€£¥.,;:!?…\"'“”‘’«»()[]{}<>|*_#`~·•→←/\\—–-+=&。，！？"
_BREAKS: Final = frozenset('.,;:!?…)—–"”')
_OPENERS: Final = frozenset('(“"—–')
_STOPS: Final = frozenset(".!?…")
_CLOSERS: Final = "'\"”’)"
_GLUE: Final = 3  # letters; most words that hold sentences together, in the languages of Europe
_SHORT: Final = 4  # letters; most words that begin an English label and no name: The, Get, How, Your, All, New
_LINK: Final = re.compile(r"!?\[[^\[\]]{0,200}\]\([^()\s]{0,500}\)|https?://\S{1,500}|www\.\S{1,200}")
_CODE: Final = re.compile(r"\{\{|\}\}|\{%|%\}|</?\w|&\w{2,6};|[{};]|\$\{|=>|\w\(\)")
_OPENING: Final = 3  # words
_ITEMS: Final = 5  # fewer things between commas are an enumeration inside a sentence

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
    capitals = small = glue = numbers = 0
    for word in words:
        if word[0].islower():
            small += 1
            glue += len(word) <= _GLUE
        elif word[0].isupper():
            capitals += 1
        else:
            numbers += word[0].isdigit()
    found = phrases(words)
    kinds = Counter(phrase.kind for phrase in found)
    if "ress " in text or "+" in text:
        kinds[0] += len(KEY_LEGEND.findall(text))
    runs = _runs(tokens)
    enough = _up_to(count, 20)  # a few words in capitals are a title
    signals = {
        "capitals": capitals / (capitals + small or 1) * enough,
        "starts": _up_to(10 * runs.starts, max(count, 30)) * enough,
        "glue": glue / count,
        "run": _up_to(runs.longest, 50),
        "ended": _up_to(16 * runs.ended, count),
        "items": _up_to(max(0, 3 - count / runs.number), 1.5) * _up_to(count, 12) if runs.number >= _ITEMS else 0.0,
        "covered": _beyond(0.2, sum(phrase.words for phrase in found) / count),
        "opening": float(bool(found) and _opens(words, found[0].at)),
        **_common(text, words, kinds, count, numbers / max(len(tokens), 8), len(tokens) - len(words)),
    }
    return Shape(signals, kinds)


def _opens(words: Sequence[str], at: int) -> bool:
    """Whether the phrase at `at` is the text's first label, not part of its first sentence ("How to sign in …")."""
    return at == 0 or (at < _OPENING and not words[at][0].islower())


class _Runs(NamedTuple):
    """Runs of words without punctuation: the longest one's words, how many, how many end a sentence, and how many short
    capitalised words stand inside them."""

    longest: int
    number: int
    ended: int
    starts: int


def _runs(tokens: Sequence[str]) -> _Runs:
    longest = run = starts = runs = ended = 0
    for token in tokens:
        if token[0] in _OPENERS:
            run = 0
        if not run:
            runs += 1
        elif 1 < len(token) <= _SHORT and token[0].isupper() and token[1:].islower():
            starts += 1
        run += 1
        if run > longest:
            longest = run
        if token[-1] in _BREAKS:
            run = 0
            ended += len(token) > 2 and token.rstrip(_CLOSERS)[-1:] in _STOPS
    return _Runs(longest, runs, ended, starts)


def _of_characters(text: str) -> Shape:
    runs = [run for run in _RUN.findall(text) if _CJK_CHAR.search(run)]  # with the numbers and names in them
    chars = len(_CJK_CHAR.findall(text)) or 1
    found = [kind.chinese.findall(text) for kind in KINDS]
    kinds = Counter({place: len(said) for place, said in enumerate(found)})
    barren = max(map(len, _CJK_GLUE.split(text)))
    head = text[:8]
    signals = {
        "particles": _up_to(len(_PARTICLES.findall(text)) * 6, chars),
        "barren": _up_to(max(0, barren - 12), 24),
        "run": _up_to(chars / (len(runs) or 1), min(chars, 12)),
        "ended": _up_to(len(_CJK_STOPS.findall(text)) * 10, chars),
        "covered": _beyond(0.2, sum(len(phrase) for said in found for phrase in said) / chars),
        "opening": float(any(kind.chinese.search(head) for kind in KINDS)),
        **_common(text, [run[:4] for run in runs], kinds, max(chars / 2, 1), *_odd_tokens(text.split())),
    }
    return Shape(signals, kinds)


def _odd_tokens(tokens: Sequence[str]) -> tuple[float, int]:
    """The share of numbers among the tokens, and how many are marks only."""
    words = [word for token in tokens if (word := token.strip(EDGES))]
    return sum(word[0].isdigit() for word in words) / max(len(tokens), 8), len(tokens) - len(words)


def _common(text: str, words: Sequence[str], kinds: Counter[int], count: float, numbers: float, marks: int) -> Signals:
    notices = sum(times for kind, times in kinds.items() if KINDS[kind].is_notice)
    pairs = list(pairwise(words))
    has_link = "](" in text or "://" in text or "www." in text
    linked = sum(map(len, _LINK.findall(text))) if has_link else 0
    has_code = not {"{", "}", ";", "<", "(", "=", "&"}.isdisjoint(text)
    return {
        "furniture": _up_to(8 * (kinds.total() - notices), max(count, 20)),
        "notice": _up_to(12 * notices, max(count, 20)),
        "marks": _up_to(8 * max(0, marks + text.count("|") - 1), max(count, 8)),
        "repeats": _up_to(3 * (len(pairs) - len(set(pairs))), max(len(pairs), 12)),
        "numbers": _beyond(0.25, numbers),
        "links": _beyond(0.25, linked / (len(text) or 1)),
        "code": _up_to(8 * len(_CODE.findall(text)), max(count, 8)) if has_code else 0.0,
    }


def _beyond(usual: float, share: float) -> float:
    """0 up to the share that prose has too, 1 from twice that on."""
    return min(1.0, max(0.0, share / usual - 1))


def _up_to(value: float, full: float) -> float:
    return min(1.0, value / full)
