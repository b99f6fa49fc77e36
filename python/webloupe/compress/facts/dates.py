"""Dates in digits, English and Chinese, with full-width digits and Chinese numerals; one date has one key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .found import Found
from .numerals import SIGNS, value

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b\.?"
)
_CLOCK: Final = r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?)?"
_NUMBER: Final = rf"(?:[0-9]{{1,4}}|[{SIGNS}]{{1,4}})"
_ISO: Final = re.compile(rf"([0-9]{{4}})([-/.])([0-9]{{1,2}})\2([0-9]{{1,2}})(?![0-9])({_CLOCK})")
_SHORT: Final = re.compile(r"([0-9]{1,2}[/.][0-9]{1,2}[/.](?:[0-9]{4}))(?![0-9])")
_DAY_FIRST: Final = re.compile(rf"([0-9]{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -]({_MONTH})(?:,?[ -]([0-9]{{4}})(?![0-9]))?")
_MONTH_FIRST: Final = re.compile(
    rf"({_MONTH}) (?:([0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9])(?:,? ([0-9]{{4}})(?![0-9]))?|([0-9]{{4}})(?![0-9]))"
)
_CHINESE: Final = re.compile(
    rf"({_NUMBER}) ?年(?: ?({_NUMBER}) ?月(?: ?({_NUMBER}) ?[日号])?)?|({_NUMBER}) ?月(?:份| ?({_NUMBER}) ?[日号])?"
)


def dates_in(text: str, original: str) -> Iterator[Found]:
    """Every date of `text` in order, a copy of `original` with the same places, which is quoted.

    A day, a month or a year alone counts where it is written as one ("11月", "二〇二六年").
    """
    found = [*_in_digits(text), *_in_english(text)]
    if "年" in text or "月" in text:
        found += _in_chinese(text)
    found.sort(key=lambda one: (one[0], -one[1]))
    at = 0
    for start, end, key in found:
        if start >= at and _begins(text, start):
            yield Found(start, original[start:end], key)
            at = end


def wider(key: str) -> Iterator[str]:
    """What a date says as well: its month, its year, its day without the year."""
    year, month, day = (*key.partition(" ")[0].split("-"), "", "")[:3]
    if day:
        yield f"{year}-{month}-{day}"
        yield f"-{month}-{day}"
    if month:
        yield f"{year}-{month}-"
        yield f"-{month}-"
    if year:
        yield f"{year}--"


def _begins(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    return not (before.isascii() and (before.isalnum() or before in ("_", "/"))) or not before


def _in_digits(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _ISO.finditer(text):
        if int(found[3]) <= 12 and int(found[4]) <= 31:
            clock = found[5].replace("T", " ").rstrip()
            yield found.start(), found.end(), f"{found[1]}-{int(found[3])}-{int(found[4])}{clock}"
    for found in _SHORT.finditer(text):
        yield found.start(), found.end(), found[1].replace(".", "/")


def _in_english(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _DAY_FIRST.finditer(text):
        yield found.start(), found.end(), _key(found[3], _month(found[2]), found[1])
    for found in _MONTH_FIRST.finditer(text):
        yield found.start(), found.end(), _key(found[3] or found[4], _month(found[1]), found[2])


def _in_chinese(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _CHINESE.finditer(text):
        year, month, day = (_digits(found[one]) or _digits(found[other]) for one, other in ((1, 1), (2, 4), (3, 5)))
        if year and len(year) != 4:  # 三年 is how long
            continue
        if (month and not 1 <= int(month) <= 12) or (day and not 1 <= int(day) <= 31):
            continue
        yield found.start(), found.end(), _key(year, int(month) if month else 0, day)


def _key(year: str | None, month: int, day: str | None) -> str:
    return f"{year or ''}-{month or ''}-{int(day) if day else ''}"


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _digits(said: str | None) -> str:
    if not said:
        return ""
    return said if said.isascii() else value(said)
