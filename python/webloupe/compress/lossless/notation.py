"""The first line of a text in short form: what it is, for a program and for a reader."""

from __future__ import annotations

import re
from typing import Final

MAGIC: Final = "[lossless "
VERBATIM: Final = MAGIC + "verbatim]\n"
SHORT_FORMS: Final = MAGIC + "short forms "
"""Then a JSON object: what stands for what. The text follows in the next line."""
JSON: Final = MAGIC + "JSON "
"""Then a JSON object with the style of the text, the legend, and the outer value in the next line."""
JSON_LEGEND: Final = (
    ' "<1> 9 rows: a|b.c" heads a list of objects, one a row: a and b:{c}; empty = no such key; d=5: in all rows;'
    ' e~"x": all begin so; f<2>: so many rows of <2>, in turn]\n'
)
MARK: Final = re.compile(r'"\\u0000table ([0-9]+)\\u0000"')
"""What stands in the outer value, as JSON writes it, for a table while there is a value: `mark`."""


def mark(number: int) -> str:
    """The string that stands for a table."""
    return f"\x00table {number}\x00"


def is_notation(text: str) -> bool:
    """Whether a text begins as the notation does."""
    return text.startswith(MAGIC)
