"""One value in a row of a table: bare where it cannot be misread, else as JSON."""

from __future__ import annotations

import re
from typing import Final

from .values import Number, Value, compact, read, read_at

BAR: Final = "|"
_BARE: Final = re.compile(r"(?![\"\[{!\s-])[^|\x00-\x1f\x7f-\x9f\u2028\u2029]+(?<!\s)")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|NaN|-?Infinity")
_LITERALS: Final = {"null": None, "true": True, "false": False}
_QUOTED: Final = tuple('"[{')


def cell(value: Value) -> str:
    """A value as a cell; an empty cell is never a value."""
    if type(value) is Number:
        return str(value)
    if type(value) is str and _BARE.fullmatch(value) and not needs_quotes(value):
        return value
    return compact(value)


def needs_quotes(said: str) -> bool:
    """Whether a bare string would be read as a number or another literal."""
    return said in _LITERALS or _NUMBER.fullmatch(said) is not None


def ending(rest: str) -> str:
    """The rest of a string whose beginning is said elsewhere: digits need no quotes here."""
    return rest if _BARE.fullmatch(rest) else compact(rest)


def cells(row: str) -> list[str]:
    """The cells of a row as they are written."""
    if '"' not in row and "[" not in row and "{" not in row:
        return row.split(BAR)
    parts: list[str] = []
    at = 0
    while True:
        end = end_of_cell(row, at)
        parts.append(row[at:end])
        if end == len(row):
            return parts
        at = end + 1


def end_of_cell(row: str, at: int) -> int:
    """Where the cell that begins at `at` ends: at a bar or at the end of the row; raises ValueError."""
    if row.startswith(_QUOTED, at):
        end = read_at(row, at)[1]
        if end < len(row) and row[end] != BAR:
            raise ValueError("more than one value in a cell")
        return end
    end = row.find(BAR, at)
    return len(row) if end < 0 else end


def value_of(said: str) -> Value:
    """What a cell that is not empty says; raises ValueError."""
    if said.startswith(_QUOTED):
        return read(said)
    if said in _LITERALS:
        return _LITERALS[said]
    return Number(said) if _NUMBER.fullmatch(said) else said


def ending_of(said: str) -> str:
    """The rest of a string that a cell says; raises ValueError."""
    rest = read(said) if said.startswith('"') else said
    if type(rest) is not str:
        raise ValueError("no string")
    return rest
