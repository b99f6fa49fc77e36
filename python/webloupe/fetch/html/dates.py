"""Days as web pages write them: ISO 8601, numbers, month names of some languages."""

from __future__ import annotations

import re
from functools import cache

# Dates of the web, not of what it tells of.
FIRST_YEAR, LAST_YEAR = 1990, 2099
_NAMES = (
    "january jan januar janvier enero ene gennaio gen janeiro januari января янв|"
    "february feb februar février févr fév febrero febbraio fevereiro fev februari февраля фев|"
    "march mar märz mars marzo março maart марта мар|"
    "april apr avril avr abril abr aprile апреля апр|"
    "may mai mayo maggio mag maio mei мая|"
    "june jun juni juin junio giugno giu junho июня июн|"
    "july jul juli juillet juil julio luglio lug julho июля июл|"
    "august aug août agosto ago augustus августа авг|"
    "september sep sept septembre septiembre settembre set setembro сентября сен|"
    "october oct oktober okt octobre octubre ottobre ott outubro out октября окт|"
    "november nov novembre noviembre novembro ноября ноя|"
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro декабря дек"
)
_MONTHS = {name: month for month, names in enumerate(_NAMES.split("|"), 1) for name in names.split()}
# English that puts the day first; a bare "en" is American, as most of the web's English.
_DAY_FIRST = ("en-gb", "en-au", "en-ie", "en-in", "en-nz", "en-za")
_DIGITS = re.compile(r"(?:19|20)\d\d")
# A date stands near the beginning of what is looked at.
MAX_CHARS = 2_000


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The ways to write a day, by name; compiled at first use, since the names of months are many."""
    month = "|".join(sorted(_MONTHS, key=len, reverse=True))
    day = r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?"
    return (
        ("ymd", re.compile(r"(?<!\d)((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")),
        ("cjk", re.compile(r"((?:19|20)\d\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")),
        ("dmy", re.compile(rf"{day}\s*(?:de\s+)?[-/ ]?({month})\.?,?\s*(?:de\s+)?[-/ ]?((?:19|20)\d\d)(?!\d)", re.I)),
        ("mdy", re.compile(rf"(?<!\w)({month})\.?\s*(\d{{1,2}})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)(?!\d)", re.I)),
        ("numbers", re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d)")),
        ("stamp", re.compile(r"\A((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")),
        ("year last", re.compile(rf"\A\w{{3}},? ({month}) (\d{{1,2}}) (?:\d\d:\S+ )?(?:\S+ )?((?:19|20)\d\d)", re.I)),
    )


def day_in(text: str, lang: str = "") -> str:
    """The first day that `text` names, as "2026-11-30"; "" when there is none. `lang` tells 4/5 from 5/4."""
    text = text[:MAX_CHARS]
    if _DIGITS.search(text) is None:
        return ""
    matches = ((form, match) for form, pattern in _forms() for match in pattern.finditer(text))
    found = [(match.start(), day) for form, match in matches if (day := _day(form, match, lang))]
    return min(found)[1] if found else ""


def _day(form: str, match: re.Match[str], lang: str) -> str:
    groups = match.groups()
    if form == "ymd":
        return _iso(groups[0], groups[2], groups[3])
    if form in ("cjk", "stamp"):
        return _iso(*groups)
    if form == "dmy":
        return _iso(groups[2], _MONTHS[groups[1].lower()], groups[0])
    if form in ("mdy", "year last"):
        return _iso(groups[2], _MONTHS[groups[0].lower()], groups[1])
    first, mark, second, year = groups
    lang = lang.lower()
    month_first = mark != "." and (not lang or lang.startswith("en")) and lang not in _DAY_FIRST
    if (month_first and int(first) <= 12) or int(second) > 12:
        return _iso(year, first, second)
    return _iso(year, second, first)


def _iso(year: str, month: str | int, day: str) -> str:
    """The day, unless no calendar has it."""
    y, m, d = int(year), int(month), int(day)
    return f"{y:04}-{m:02}-{d:02}" if FIRST_YEAR <= y <= LAST_YEAR and 1 <= m <= 12 and 1 <= d <= 31 else ""
