"""What is said in quotation marks, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .found import Found
from .phrases import words
from .source import Source

_QUOTED: Final = re.compile(
    r"“([^“”]{2,600})”|「([^「」]{2,600})」|『([^『』]{2,600})』|«([^«»]{2,600})»|„([^„“”]{2,600})[“”]"
    r"|(?<![^\s(\[（:：,，—>*_-])\"([^\"\n]{2,600})\"(?![A-Za-z0-9])"
)
_SHORTEST: Final = 3  # characters of words: less is a letter or a sign that is spoken of


def quotes(source: Source) -> Iterator[Found]:
    """Every quotation of at least `_SHORTEST` characters, without its marks; marks and case make no difference."""
    for found in _QUOTED.finditer(source.without_code):
        group = found.lastindex or 0
        key = words(source.bare[found.start(group) : found.end(group)])
        if len(key) >= _SHORTEST:
            yield Found(found.start(group), source.text[found.start(group) : found.end(group)], key)
