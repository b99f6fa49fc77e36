"""Names of people, places, bodies and things, as far as their form tells: capitals; for Chinese see chinese_names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .chinese_names import chinese_names
from .found import Found, Span, blanked
from .phrases import words
from .source import Source

_CAPITAL: Final = "A-ZÀ-ÖØ-Þ"
_WORD: Final = rf"[{_CAPITAL}][A-Za-zÀ-ÿĀ-ž0-9]*(?:[’'&.-][A-Za-zÀ-ÿĀ-ž0-9]+)*(?:\+\+|\#)?"
_NAME: Final = re.compile(
    rf"[{_CAPITAL}](?:\.|[A-Za-zÀ-ÿĀ-ž0-9]*(?:[’'&.-][A-Za-zÀ-ÿĀ-ž0-9]+)*(?:\+\+|\#)?)"
    rf"(?:[ \u00a0](?:(?:of|de|de la|van|van der|von|der|la|le|du|di|da|del|bin|al|y) )?"
    rf"(?:{_WORD}|[{_CAPITAL}]\.)"
    rf"|[ ][0-9]{{1,4}}(?![\w.,:%]))*"
)
# fmt: off
_FIRST_WORDS: Final = frozenset("""
    a about above according after again all also although among an and another any are as at back be because been
    before being below between both but by can could did do does during each either even every few finally first for
    from further had has have he her here hers him his how however i if in indeed instead into is it its just last
    later let many may maybe meanwhile might more moreover most much must my neither never new next no nor not note
    now of often on once one only or other others our out over perhaps please second see several she should since so
    some soon still such than that the their them then there therefore these they third this those though three
    through thus to today together too two under unless until up upon us use very was we were what when where
    whether which while who why will with within without would yes yet you your
""".split())  # noqa: SIM905 - a list would take a page
# fmt: on
_NO_NAMES: Final = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "i", "ok"})
_ACRONYM: Final = re.compile(r"[A-Z][A-Z0-9]+s?\Z|[A-Za-z]+[a-z][A-Z]|.*\d")


def names(source: Source) -> Iterator[Found]:
    """Every name in order. A single word that begins a sentence is one only if it is a name elsewhere or an acronym."""
    found = list(_latin(source))
    chinese = list(chinese_names(source.bare, source.text))
    yield from sorted([*found, *chinese]) if chinese else found


def _latin(source: Source) -> Iterator[Found]:
    spans = [Span(one.start, one.start + len(one.text)) for one in source.dates]
    spans += (Span(one.start, _line_end(source.text, one.start)) for one in source.outline.headings)
    text = blanked(source.bare, sorted(spans))
    doubtful: list[Found] = []
    sure: list[Found] = []
    for match in _NAME.finditer(text):
        start, said = match.start(), match[0]
        if text[start - 1 : start].isalnum() and text[start - 1 : start].isascii():
            continue
        begins = _begins_sentence(text, start)
        first, _, rest = said.partition(" ")
        if first.lower() in _FIRST_WORDS:  # "The Hague" pays for "The" and a name after it
            start, said, begins = start + len(first) + 1, rest, False
        said = said.rstrip(".") if said.count(".") == 1 else said
        if len(said) < 2 or not said[0].isalpha() or said.lower() in _NO_NAMES or said.lower() in _FIRST_WORDS:
            continue
        one = Found(start, source.text[start : start + len(said)], words(said))
        (doubtful if begins and " " not in said and not _ACRONYM.match(said) else sure).append(one)
    known = {one.key for one in sure}
    yield from sorted([*sure, *(one for one in doubtful if one.key in known)])


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _begins_sentence(text: str, start: int) -> bool:
    """Whether a word's capital may come from its place: nothing, or no word and no comma, before it."""
    before = text[max(0, start - 2) : start]
    return not (before[-1:] in (" ", "\u00a0") and (before[0].isalnum() or before[0] in ",;)’'%&/-"))
