"""A text in short form read back to what it was, from the text alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Final

import msgspec

from .notation import JSON, JSON_LEGEND, SHORT_FORMS, VERBATIM, is_notation
from .tables import outer_value
from .values import Style, read_at

MOST: Final = 50_000_000
"""Characters that a short form may stand for; beyond lies nothing of ours, only a text made to fill memory."""
_NAME: Final = re.compile(r"([^\w\s])[0-9]+")
_LONGEST_SEPARATOR: Final = 16


def expand(text: str) -> str:
    """What `lossless` was given; a text that is in no short form, or in none that can be read, is given back as it is.

    Pure; time and memory are bounded also for a text that somebody else wrote.
    """
    if not is_notation(text):
        return text
    if text.startswith(VERBATIM):
        return text[len(VERBATIM) :]
    try:
        if text.startswith(SHORT_FORMS):
            return _from_short_forms(text)
        return _from_tables(text) if text.startswith(JSON) else text
    except (ValueError, RecursionError, TypeError, LookupError, msgspec.MsgspecError):
        return text


def _from_short_forms(text: str) -> str:
    legend, end = json.JSONDecoder().raw_decode(text, len(SHORT_FORMS))
    meanings = msgspec.convert(legend, dict[str, str])
    sign = _NAME.fullmatch(next(iter(meanings)))
    if not sign or not text.startswith("]\n", end):
        raise ValueError("no legend")
    body = text[end + 2 :]
    uses = re.compile(rf"{re.escape(sign[1])}[0-9]+")
    times = Counter(uses.findall(body))
    if len(body) + sum(len(meanings[name]) * count for name, count in times.items()) > MOST:
        raise ValueError("too long")
    return uses.sub(lambda found: meanings[found[0]], body)


def _from_tables(text: str) -> str:
    style_value, end = read_at(text, len(JSON))
    style = msgspec.convert(dict(style_value), Style)
    if not text.startswith(JSON_LEGEND, end):
        raise ValueError("no legend")
    if max(len(style.indent or ""), len(style.comma), len(style.colon)) > _LONGEST_SEPARATOR:
        raise ValueError("no style")
    outer, *lines = text[end + len(JSON_LEGEND) :].split("\n")
    return style.write(outer_value(outer, lines, MOST))
