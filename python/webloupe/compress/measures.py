"""The figures of a short text, as far as two texts that say the same must share them: numbers, dates, versions."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .facts.numbers import numbers
from .facts.numerals import SIGNS, value
from .facts.source import Source
from .negation import lowered


class Measures(NamedTuple):
    """Each in order and in one spelling: numbers as "value|unit", dates as "year-month-day", versions as words."""

    numbers: tuple[str, ...]
    dates: tuple[str, ...]
    versions: tuple[str, ...]


_ONES_LIST: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ONES: Final = _ONES_LIST.split()
_TENS_LIST: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS: Final = _TENS_LIST.split()
_VALUES: Final = (
    {word: number for number, word in enumerate(_ONES, 2)}
    | {word: number for number, word in enumerate(_TENS, 2) for number in (number * 10,)}
    | {"dozen": 12, "hundred": 100, "zero": 0}
)
_WORDS: Final = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})[- ](?P<ones>one|{'|'.join(_ONES[:8])})"
    rf"|(?:(?:a|one) )?(?P<hundred>hundred|dozen)|(?P<single>zero|{'|'.join([*_ONES, *_TENS])})"
    r"(?P<times> hundred| dozen)?)\b"
)
_MEASURES: Final = (
    "首部枚颗幅间棵场个台家名位次条项件款辆架艘座栋所届期批层倍只头匹"
    "张把支本册篇份双组套章节页行列种类岁口方国省市县州人成折"
)
# A Chinese numeral before a measure word; 一 is left out, it is mostly no more than "a".
_COUNTED: Final = re.compile(
    rf"(?<![第{SIGNS}])(?!一[^{SIGNS}])(?P<numeral>[{SIGNS}]{{1,8}})"
    rf"(?=[{_MEASURES}]|[点时](?![{SIGNS}]))"
)
_NOT_COUNTED: Final = frozenset(("万", "亿", "千", "百", "十", "百万", "千万"))
_DEGREES: Final = re.compile(r"degrees? (?P<scale>[cf])(?:elsius|ahrenheit)", re.IGNORECASE)
# Of the same thing a writer takes now this measure word, now that (三部, 三首); they are no units.
_MEASURE_WORD: Final = re.compile(r"\|[个台家名位次件辆架艘座栋只头匹棵张把支本册部首份双组套种类人场枚颗幅间]\Z")
_YEAR: Final = re.compile(r"(?:1[89]|20)\d\d\|")
_VERSION: Final = re.compile(r"(?<![\w.])(?:v\.?\d+(?:\.\d+)*|\d+(?:\.\d+){2,})(?:[-.+]?[a-z]+\.?\d*)?", re.IGNORECASE)
_NUMBERED: Final = re.compile(
    r"(?<![\w.])[a-z]+(?:[-_/.][a-z]+)*[-_/.]?\d[\w]*(?:[.-]\d[\w]*)*", re.IGNORECASE | re.ASCII
)
_BETWEEN: Final = re.compile(r"[-_/.](?=\D)|(?<=\D)[-_/.]")
_HAS_FIGURE: Final = re.compile(rf"\d|[{SIGNS}]")


def measures(text: str) -> Measures:
    """The figures of `text`; English and Chinese words for small numbers are numbers too."""
    said = _COUNTED.sub(_chinese_digits, _DEGREES.sub(_degrees, _with_digits(text)))
    if not _HAS_FIGURE.search(said):
        return Measures((), (), ())
    source = Source(said)
    versions = [_version(found[0]) for found in _VERSION.finditer(source.bare)]
    bare = _VERSION.sub(lambda found: " " * len(found[0]), source.bare)
    versions += (_version(found[0]) for found in _NUMBERED.finditer(bare))
    keys = [_MEASURE_WORD.sub("|", found.key) for found in numbers(Source(bare))]
    years = [f"{key[:4]}--" for key in keys if _YEAR.fullmatch(key)]
    days = [found.key for found in source.dates]
    return Measures(tuple(key for key in keys if not _YEAR.fullmatch(key)), (*days, *years), tuple(versions))


def _degrees(found: re.Match[str]) -> str:
    return f"°{found['scale'].upper()}"


def _with_digits(text: str) -> str:
    parts: list[str] = []
    at = 0
    for found in _WORDS.finditer(lowered(text)):
        parts += (text[at : found.start()], _digits(found))
        at = found.end()
    return "".join([*parts, text[at:]])


def _digits(found: re.Match[str]) -> str:
    if found["tens"]:
        return str(_VALUES[found["tens"]] + _VALUES.get(found["ones"], 1))
    if found["hundred"]:
        return str(_VALUES[found["hundred"]])
    times = _VALUES[found["times"].strip()] if found["times"] else 1
    return str(_VALUES[found["single"]] * times)


def _chinese_digits(found: re.Match[str]) -> str:
    return found[0] if found["numeral"] in _NOT_COUNTED else value(found["numeral"])


def _version(said: str) -> str:
    return _BETWEEN.sub("", said.casefold()).removeprefix("v")
