"""Figures with what they count: digits and Chinese numerals, with sign, currency, multiplier and unit.

"300万元", "３００万元" and "三百万元" have one key, and so have "5 kg" and "5 kilograms"; "5" and "5 kg" have not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from .found import Found, Span, blanked
from .numerals import DIGIT_SIGNS, SIGNS, value
from .source import Source
from .units import MONEY, MULTIPLIERS, UNITS

_FIGURE: Final = re.compile(r"[0-9]+(?:[.,:\u00a0\u202f'][0-9]+)*")
_AFTER: Final = re.compile(
    r"(?P<glued>[A-Za-zµ_][A-Za-z0-9_]*|[°%‰]C?)|[ \u00a0\u202f-]?(?:per cent\b|(?P<word>[A-Za-zµ°%‰$€£][A-Za-z²³/]*"
    r"|[\u4e00-\u9fff²³]{1,4}))"
)
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:([,\u00a0\u202f'])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]+)?")
_SEPARATORS: Final = re.compile(r"[,\u00a0\u202f']")
_BEFORE: Final = re.compile(r"(?:HK\$|US\$|[$€£¥₹]|(?:USD|EUR|GBP|CNY|RMB|JPY|INR)(?= ))[ \u00a0]?\Z")
_MINUS: Final = ("-", "−")
_LOOK_BACK: Final = 5  # characters in which a currency and a sign stand
_AFTERS: Final = {word: (unit, 0) for word, unit in UNITS.items()} | {
    word: ("", power) for word, power in MULTIPLIERS.items()
}
_WORDS_NOT_UNITS: Final = frozenset({"a", "b", "c", "d", "j", "v", "w", "x", "y", "k"})  # after a blank: "5 a day"
_CHINESE: Final = re.compile(
    rf"(?P<place>第)?(?P<share>百分之)?(?P<value>[{SIGNS}]+(?:点[{DIGIT_SIGNS}]+)?)(?P<unit>[\u4e00-\u9fff]{{0,4}})"
)
_HAS_CHINESE: Final = re.compile(f"[{SIGNS}]")
# Runs that are words, and what makes a numeral before it a word ("星期三").
_NO_FIGURES: Final = re.compile(
    rf"一[些样般定直起切旦律向再边面共同致体些方点下旁]|[万统唯单同第]一|千万[不别要]|十分[^钟之]|[周期拜][{SIGNS}]"
    r"|一个|一种|一次性|两者|两岸|三明治|五官|四周|四处|八卦|百姓|千方百计|乱七八糟|一方面|一会儿"
)
_COUNTED: Final = frozenset({"个", "人", "家", "条", "台", "次"})  # with 一 before they say no more than an article
_MARKER: Final = re.compile(r"^[ \t>]*[0-9]{1,3}[.)](?=[ \t])", re.MULTILINE)
_CITATION: Final = re.compile(r"(?<=[\w.;!?。，…\"”)\]])[ ]?\[[0-9]{1,3}\](?!\()")


def numbers(source: Source) -> Iterator[Found]:
    """Every figure in order but those of dates, addresses, fenced code, list markers and citations like [3]."""
    spans = [Span(one.start, one.start + len(one.text)) for one in source.dates]
    text = blanked(source.bare, spans)
    if "[" in text:
        text = _CITATION.sub(lambda found: " " * len(found[0]), text)
    text = _MARKER.sub(lambda found: " " * len(found[0]), text)
    yield from figures(text, source.text)


def figures(text: str, original: str) -> Iterator[Found]:
    """Every figure of `text`, a copy of `original` with the same places, which is quoted."""
    found = list(_in_digits(text, original))
    if _HAS_CHINESE.search(text):
        found += _in_chinese(text, original)
        found.sort()
    yield from found


def _in_digits(text: str, original: str) -> Iterator[Found]:
    for match in _FIGURE.finditer(text):
        start, end = match.span()
        before = text[start - 1 : start]
        if before.isascii() and (before.isalpha() or before == "_") and not _is_version(text, start):
            continue
        said = match[0]
        if said.isdecimal() or _THOUSANDS.fullmatch(said) or not _SEPARATORS.search(said):
            yield _figure(text, original, start, end)
            continue
        for part in re.finditer(r"[^,\u00a0\u202f']+", said):  # a list: 1,2,3
            yield _figure(text, original, start + part.start(), start + part.end())


def _is_version(text: str, start: int) -> bool:
    return text[start - 1 : start] in "vV" and not text[start - 2 : start - 1].isalnum()


def _figure(text: str, original: str, start: int, end: int) -> Found:
    """A figure with its sign, currency before, and the multiplier and unit after it."""
    said = _SEPARATORS.sub("", text[start:end])
    unit, power = "", 0
    while not unit and (after := _unit(text, end)):
        unit, end = after.unit, after.end
        power += after.power
    before = text[max(0, start - _LOOK_BACK) : start]
    if money := _BEFORE.search(before):
        unit = unit or MONEY[money[0].strip()]
        start -= len(money[0])
        before = text[max(0, start - 2) : start]
    if before[-1:] in _MINUS and not before[-2:-1].isalnum() and before[-2:-1] not in (")", "-"):
        said, start = "-" + said, start - 1
    return Found(start, original[start:end], f"{_amount(said, power, bool(unit))}|{unit}")


def _amount(said: str, power: int, has_unit: bool) -> str:
    """The amount that is said. Without a unit it may be a version, in which 1.10 is not 1.1."""
    if said.count(".") > 1 or ":" in said:
        return said
    if power:
        return f"{Decimal(said).scaleb(power).normalize():f}"
    return said.rstrip("0").rstrip(".") if has_unit and "." in said else said


class _After(NamedTuple):
    """A unit, or "" and a power of ten, and where it ends."""

    unit: str
    power: int
    end: int


def _unit(text: str, place: int) -> _After | None:
    """What stands right after a figure, None where it is no unit and no multiplier."""
    after = _AFTER.match(text, place)
    if not after:
        return None
    said, spaced = after["word"] or after["glued"], after["glued"] is None
    if said is None:
        return _After("%", 0, after.end())
    if said[0] >= "\u4e00":
        return _chinese_after(said, after.end() - len(said))
    known = _known(said.lower(), after.end())
    if known and not (spaced and said.lower() in _WORDS_NOT_UNITS):
        return known
    return None if spaced else _After(said.lower(), 0, after.end())  # 1990s, 3rd, 4f9a: part of the figure


def _chinese_after(said: str, start: int) -> _After | None:
    for size in range(len(said), 0, -1):
        if known := _known(said[:size], start + size):
            return known
    return None


def _known(word: str, end: int) -> _After | None:
    known = _AFTERS.get(word)
    return _After(*known, end) if known else None


def _in_chinese(text: str, original: str) -> Iterator[Found]:
    words = [found.span() for found in _NO_FIGURES.finditer(text)]
    taken = {place for start, end in words for place in range(start, end)}
    for match in _CHINESE.finditer(text):
        start = match.start("value")
        # After a digit it is a multiplier: 300万 is read there.
        if start in taken or text[start - 1 : start].isdecimal():
            continue
        unit, end = _chinese_unit(match)
        said = match["value"]
        if not unit and not match["share"] and not _stands_alone(said):
            continue
        if said[0] in "百千万亿萬億佰仟" or (said == "一" and unit in _COUNTED and not match["place"]):
            continue
        key = "%" if match["share"] else unit
        yield Found(match.start(), original[match.start() : end], f"{value(said)}|{key}")


def _chinese_unit(match: re.Match[str]) -> tuple[str, int]:
    after = _chinese_after(match["unit"], match.start("unit"))
    return (after.unit, after.end) if after and after.unit else ("", match.end("value"))


def _stands_alone(numeral: str) -> bool:
    """Whether a run of numerals without a unit is a figure: 三百万, 二十五, 二〇二六; not 一, 十, 千万."""
    signs = set(numeral)
    return len(numeral) > 1 and bool(signs & set(DIGIT_SIGNS)) and (len(signs) > 1 or len(numeral) > 2)
