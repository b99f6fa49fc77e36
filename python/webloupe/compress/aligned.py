"""Two texts laid side by side word by word: what a moved negation, an exchanged name or a swapped sign changes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Final, NamedTuple

from .contrasts import signs_opposed, words_opposed
from .names import is_surname, looks_a_name, may_open_with_name, names_after, opens_clause
from .negation import Cue, lowered, negations

NEGATION: Final = "\0not"  # stands for every word that negates, so that "cannot" lies beside "is unable to"


class Word(NamedTuple):
    """A word as it is written, or a single CJK sign, and what stands before it (see `_before`)."""

    text: str
    before: str


class Words:
    """The words of a text: `keys` in small letters, each run that negates as one `NEGATION`; `spans` in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        cues = negations(text)
        found = [(one.start(), one.end()) for one in _WORD.finditer(text)]
        self.spans = _without(found, cues) if cues else found
        small = lowered(text)
        cut = {cue.start for cue in cues}
        self.keys = [NEGATION if start in cut else small[start:end] for start, end in self.spans]

    def __len__(self) -> int:
        return len(self.keys)

    def word(self, number: int) -> Word:
        """A word with what stands before it."""
        start, end = self.spans[number]
        return Word(self.text[start:end], _before(self.text, start))


def _without(found: list[tuple[int, int]], cues: Sequence[Cue]) -> list[tuple[int, int]]:
    """The places of words, those inside a negation replaced by its own."""
    kept = [(cue.start, cue.end) for cue in cues]
    starts = [cue.start for cue in cues]
    for start, end in found:
        at = bisect_right(starts, end - 1) - 1
        if at < 0 or cues[at].end <= start:
            kept.append((start, end))
    return sorted(kept)


class Gap(NamedTuple):
    """Where two texts differ: from word to before word of the one and of the other."""

    one: range
    other: range


class Gaps:
    """All places where two lists of words differ, in order."""

    def __init__(self, one: list[str], other: list[str]) -> None:
        self.one, self.other = one, other
        self.all = _gaps(one, other)

    def gone(self, gap: Gap) -> list[str]:
        """The words that only the one has here."""
        return self.one[gap.one.start : gap.one.stop]

    def come(self, gap: Gap) -> list[str]:
        """The words that only the other has here."""
        return self.other[gap.other.start : gap.other.stop]


_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_HAN}]|(?:(?![{_HAN}])[^\W_])(?:(?:(?![{_HAN}])[\w'’-])*(?:(?![{_HAN}])\w))?")
_IS_HAN: Final = re.compile(f"[{_HAN}]")
_STOP: Final = re.compile(r"[.!?:\n][\"'”’)*_]*\s*\Z")
# Words without a weight of their own: a negation or a phrase may move over them and says the same.
_LIGHT_WORDS: Final = (
    "a an the this that these those it its and or of to in on at by for from with as is are was were be been "
    "being am do does did has have had will would can could should currently now still yet also already so then "
    "just quite very really fully officially there 的 了 着 过 也 还 仍 已 就 都 而 且 并 和 与 及 在 是 将 会 "
    "能 可 以 所 其 之 个 目 前 现"
)
_LIGHT: Final = frozenset(_LIGHT_WORDS.split())
_LIGHT_OR_NEGATION: Final = _LIGHT | {NEGATION}


def _before(text: str, place: int) -> str:
    """The sign before a place; of letters "" where a sentence begins, else a blank."""
    if _IS_HAN.match(text, place):
        return text[place - 1 : place]
    return "" if not place or _STOP.search(text, max(0, place - 6), place) else " "


_FEW: Final = 0.3  # share of words up to which texts of one length are held to differ by replacements alone


def _gaps(one: list[str], other: list[str]) -> list[Gap]:
    if len(one) == len(other):
        places = [at for at, (first, second) in enumerate(zip(one, other, strict=True)) if first != second]
        if len(places) <= _FEW * len(one):
            return [Gap(run, run) for run in _runs(places)]
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [Gap(range(a, b), range(c, d)) for step, a, b, c, d in steps if step != "equal"]


def _runs(places: Sequence[int]) -> Iterator[range]:
    """Neighbouring places together."""
    for number, place in enumerate(places):
        if not number or places[number - 1] != place - 1:
            start = place
        if number + 1 == len(places) or places[number + 1] != place + 1:
            yield range(start, place + 1)


def moved_negation(gaps: Gaps) -> str:
    """A word of weight that is negated in one text and not in the other, though both have as many negations.

    Either the negation moved over it, or it moved over the negation.
    """
    if NEGATION not in gaps.one:
        return ""
    balance, since = 0, 0
    for gap in gaps.all:
        passed = (key for key in gaps.one[since : gap.one.start] if key not in _LIGHT)
        if balance and (word := next(passed, "")):
            return word
        balance += gaps.gone(gap).count(NEGATION) - gaps.come(gap).count(NEGATION)
        since = gap.one.stop
    before, after = _negated_before(gaps.one, gaps.all, 0), _negated_before(gaps.other, gaps.all, 1)
    return next((word for word in before if before[word] != after.get(word, before[word])), "")


def _negated_before(words: Sequence[str], gaps: Sequence[Gap], side: int) -> dict[str, int]:
    """How many negations stand before each word of weight in the gaps."""
    counts = list(accumulate((key == NEGATION for key in words), initial=0))
    places = (place for gap in gaps for place in gap[side])
    return {words[place]: counts[place] for place in places if words[place] not in _LIGHT_OR_NEGATION}


def exchanged(gaps: Gaps) -> str:
    """Words that both texts have, in another order (who asks whom); a phrase that moved as one is none."""
    gone = [key for gap in gaps.all for key in gaps.gone(gap) if _weighs(key)]
    come = [key for gap in gaps.all for key in gaps.come(gap) if _weighs(key)]
    shared = Counter(gone) & Counter(come)
    first, second = list(_only(gone, shared)), list(_only(come, shared))
    if len(first) < 2 or first == second:
        return ""
    return next(f"{one} ↔ {other}" for one, other in zip(first, second, strict=True) if one != other)


def _weighs(key: str) -> bool:
    """Whether the order of a word can tell; that of figures is told by their values ("May 3", "3 May")."""
    return key not in _LIGHT and not key[0].isdigit()


def _only(keys: Sequence[str], wanted: Counter[str]) -> Iterator[str]:
    left = wanted.copy()
    for key in keys:
        if left[key] > 0:
            left[key] -= 1
            yield key


_ENDING: Final = 2  # letters that both of a pair end in


def opposed(gaps: Gaps) -> str:
    """A pair of words that are opposites by form: supported, unsupported; 上半年, 下半年."""
    for gap in gaps.all:
        if len(gap.one) == len(gap.other):
            for one, other in zip(gaps.gone(gap), gaps.come(gap), strict=True):
                if signs_opposed(one, other):
                    return f"{one} ↔ {other}"
    come: dict[str, list[str]] = {}
    for gap in gaps.all:
        for key in gaps.come(gap):
            come.setdefault(key[-_ENDING:], []).append(key)
    pairs = ((key, other) for gap in gaps.all for key in gaps.gone(gap) for other in come.get(key[-_ENDING:], ()))
    return next((f"{one} ↔ {other}" for one, other in pairs if one != other and words_opposed(one, other)), "")


def renamed(gaps: Gaps, first: Words, second: Words) -> str:
    """A subject that was exchanged where spelling alone does not tell a name: first words, Chinese names."""
    for gap in gaps.all:
        if gap.one and gap.other:
            one, other = first.word(gap.one.start), second.word(gap.other.start)
            said = _said(gaps.gone(gap)), _said(gaps.come(gap))
            if _first_words(one, other) or _chinese_names(one, other, *said):
                return f"{said[0]} ↔ {said[1]}"
    return ""


def _first_words(one: Word, other: Word) -> bool:
    if one.before or other.before or not (may_open_with_name(one.text) and may_open_with_name(other.text)):
        return False
    return looks_a_name(one.text) or looks_a_name(other.text)


_RUN: Final = re.compile(f"[{_HAN}]{{1,8}}")


def _chinese_names(first: Word, second: Word, one: str, other: str) -> bool:
    """Whether two Chinese runs that share no sign stand where names do, or both begin with a surname."""
    if not (_RUN.fullmatch(one) and _RUN.fullmatch(other)):
        return False
    if is_surname(one[0]) and is_surname(other[0]) and max(len(one), len(other)) <= 3:
        return True
    if min(len(one), len(other)) < 2 or set(one) & set(other) or opens_clause(one) or opens_clause(other):
        return False
    return names_after(first.before) and names_after(second.before)


def _said(keys: Sequence[str]) -> str:
    return ("" if keys and _IS_HAN.match(keys[0]) else " ").join(keys)
