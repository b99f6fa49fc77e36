"""Chinese numerals: which runs of them are figures, and what they say."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = {sign: value for value, signs in enumerate(
    ("零〇", "一壹", "二贰两", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
) for sign in signs}  # fmt: skip
_TENS: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
_MYRIADS: Final = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}

SIGNS: Final = "".join([*_DIGITS, *_TENS, *_MYRIADS])
DIGIT_SIGNS: Final = "".join(_DIGITS)
_POSITIONAL: Final = re.compile(f"[{DIGIT_SIGNS}]+")


def value(numeral: str) -> str:
    """The figure that a run of `SIGNS` says, in ASCII digits: 三百万 is 3000000, 二〇二六 is 2026, 三点五 is 3.5."""
    whole, point, rest = numeral.partition("点")
    if point:
        return f"{value(whole)}.{''.join(str(_DIGITS[sign]) for sign in rest)}"
    if _POSITIONAL.fullmatch(whole):
        return "".join(str(_DIGITS[sign]) for sign in whole)
    return str(_sum(whole))


def _sum(numeral: str) -> int:
    total = section = digit = 0
    for sign in numeral:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign in _TENS:
            section += (digit or 1) * _TENS[sign]
            digit = 0
        else:  # 三亿五千万 is a sum of sections, 一万亿 a product
            section = (section + digit) or (0 if total else 1)
            total = total + section * _MYRIADS[sign] if section else total * _MYRIADS[sign]
            section = digit = 0
    return total + section + digit
