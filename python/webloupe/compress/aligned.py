"""Two texts laid side by side word by word: what a moved negation, an exchanged name or a swapped sign changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from .contrasts import signs_opposed, words_opposed
from .names import is_surname, may_name, names_after, opens_clause
from .negation import lowered, negations

NEGATION: Final = "\0not"  # stands for every word that negates, so that "cannot" lies beside "is unable to"


class Word(NamedTuple):
    """A word in small letters or a single CJK sign, as it is written, and what stands before it (see `before`)."""

    key: str
    text: str
    before: str


class Gap(NamedTuple):
    """Where two texts differ: the words that only the one has here, and those that only the other has."""

    one: Sequence[Word]
    other: Sequence[Word]
    place: int


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


def words(text: str) -> list[Word]:
    """The words of `text` in order, each run that negates as one `NEGATION`."""
    small = lowered(text)
    told: list[Word] = []
    cues = iter([*negations(text)])
    cue = next(cues, None)
    for found in _WORD.finditer(small):
        while cue and found.start() >= cue.end:
            cue = next(cues, None)
        if cue and found.end() > cue.start:
            if found.start() <= cue.start:
                told.append(Word(NEGATION, cue.text, ""))
            continue
        said = text[found.start() : found.end()]
        told.append(Word(found[0], said, _before(text, found.start())))
    return told


def _before(text: str, place: int) -> str:
    """The sign before a place; of letters "" where a sentence begins, else a blank."""
    if _IS_HAN.match(text, place):
        return text[place - 1 : place]
    return "" if not place or _STOP.search(text, max(0, place - 6), place) else " "


def gaps(one: Sequence[Word], other: Sequence[Word]) -> list[Gap]:
    """Where the two differ, in order."""
    keys = [word.key for word in one], [word.key for word in other]
    steps = SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
    return [Gap(one[a:b], other[c:d], a) for step, a, b, c, d in steps if step != "equal"]


def moved_negation(found: Sequence[Gap], one: Sequence[Word]) -> str:
    """The negation that stands at another place in the other text; "" where none moved over words of weight."""
    balance, since = 0, 0
    for gap in found:
        if balance and any(word.key not in _LIGHT for word in one[since : gap.place]):
            return "a negation elsewhere"
        balance += _negations(gap.one) - _negations(gap.other)
        since = gap.place + len(gap.one)
    return ""


def _negations(told: Sequence[Word]) -> int:
    return sum(word.key == NEGATION for word in told)


def exchanged(found: Sequence[Gap]) -> str:
    """Words that both texts have, in another order (who asks whom); a phrase that moved as one is none."""
    gone = [word.key for gap in found for word in gap.one if word.key not in _LIGHT]
    come = [word.key for gap in found for word in gap.other if word.key not in _LIGHT]
    shared = Counter(gone) & Counter(come)
    first, second = list(_only(gone, shared)), list(_only(come, shared))
    if len(first) < 2 or first == second:
        return ""
    return next(f"{one} ↔ {other}" for one, other in zip(first, second, strict=True) if one != other)


def _only(keys: Sequence[str], wanted: Counter[str]) -> Iterator[str]:
    left = wanted.copy()
    for key in keys:
        if left[key] > 0:
            left[key] -= 1
            yield key


def opposed(found: Sequence[Gap]) -> str:
    """A pair of words that are opposites by form: supported, unsupported; 上半年, 下半年."""
    for gap in found:
        if len(gap.one) == len(gap.other):
            for one, other in zip(gap.one, gap.other, strict=True):
                if signs_opposed(one.text, other.text):
                    return f"{one.text} ↔ {other.text}"
    gone = {word.key for gap in found for word in gap.one if len(word.key) > 2}
    come = {word.key for gap in found for word in gap.other if len(word.key) > 2}
    return next((f"{one} ↔ {other}" for one in sorted(gone) for other in sorted(come) if words_opposed(one, other)), "")


def renamed(found: Sequence[Gap]) -> str:
    """A subject that was exchanged where spelling alone does not tell a name: first words, Chinese names."""
    for gap in found:
        if gap.one and gap.other and (_first_words(gap) or _chinese_names(gap)):
            return f"{_said(gap.one)} ↔ {_said(gap.other)}"
    return ""


def _first_words(gap: Gap) -> bool:
    one, other = gap.one[0], gap.other[0]
    return not one.before and not other.before and may_name(one.text) and may_name(other.text)


_LONGEST_NAME: Final = 8  # signs


def _chinese_names(gap: Gap) -> bool:
    """Whether two Chinese runs that share no sign stand where names do, or both begin with a surname."""
    one, other = _said(gap.one), _said(gap.other)
    if not (_is_run(gap.one) and _is_run(gap.other)) or max(len(one), len(other)) > _LONGEST_NAME:
        return False
    if is_surname(one[0]) and is_surname(other[0]) and max(len(one), len(other)) <= 3:
        return True
    if min(len(one), len(other)) < 2 or set(one) & set(other) or opens_clause(one) or opens_clause(other):
        return False
    return names_after(gap.one[0].before) and names_after(gap.other[0].before)


def _is_run(told: Sequence[Word]) -> bool:
    return all(_IS_HAN.match(word.text) for word in told)


def _said(told: Sequence[Word]) -> str:
    joint = "" if told and _IS_HAN.match(told[0].text) else " "
    return joint.join(word.text for word in told)
