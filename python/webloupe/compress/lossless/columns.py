"""The columns of a list of like objects, nested ones by path, and objects built again from their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from os.path import commonprefix
from typing import Any, Final, NamedTuple, TypeAlias

from .cells import cell, end_of_cell, ending, ending_of, needs_quotes, value_of
from .values import Number, Pairs, Value, compact, read

Path: TypeAlias = tuple[str, ...]

_DEEPEST: Final = 5  # levels of a nested object that become columns
_SHARED: Final = 8  # characters from which what all values begin with is said once
_DIGITS: Final = 3  # the same for numbers: a token
_PART: Final = r'(?:"(?:[^"\\]|\\.)*"|[^\W\d][\w$@-]*)'
_PARTS: Final = re.compile(_PART)
_COLUMN: Final = re.compile(rf"(?P<path>{_PART}(?:\.{_PART})*)(?P<mark>=|~(?=[\"0-9])|<(?P<table>[0-9]+)>(?=\||\Z))?")


class Column(NamedTuple):
    """A column and what is said of it once: a value in all rows, a beginning of all, or whose rows it counts.

    `prefix` is a Number where all values are numbers; an empty string says that all are strings, digits too.
    """

    path: Path
    constant: str = ""
    prefix: str | None = None
    table: int = 0

    def head(self) -> str:
        """The column as the head of a table writes it."""
        name = ".".join(part if _PARTS.fullmatch(part) and part[0] != '"' else compact(part) for part in self.path)
        if self.constant:
            return f"{name}={self.constant}"
        if self.prefix is not None:
            return f"{name}~{compact(self.prefix)}"
        return f"{name}<{self.table}>" if self.table else name

    def said(self, value: Value) -> str:
        """A value as a cell of this column."""
        if self.prefix is None:
            return cell(value)
        rest = value[len(self.prefix) :]
        return rest if type(self.prefix) is Number else ending(rest)

    def value(self, said: str) -> Value:
        """The value of a cell that is not empty; raises ValueError."""
        if self.prefix is None:
            return value_of(said)
        return Number(self.prefix + said) if type(self.prefix) is Number else self.prefix + ending_of(said)


def flat(record: Pairs, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    """The values of an object by path; an empty object and what lies too deep are values."""
    for key, value in record:
        if type(value) is Pairs and value and len(path) < _DEEPEST:
            yield from flat(value, (*path, key))
        else:
            yield (*path, key), value


def nested(values: Sequence[tuple[Path, Value]]) -> Pairs:
    """The object that these values by path make up."""
    record = Pairs()
    for path, value in values:
        inside: Any = record
        for part in path[:-1]:
            if not (inside and inside[-1][0] == part and type(inside[-1][1]) is Pairs):
                inside.append((part, Pairs()))
            inside = inside[-1][1]
        inside.append((path[-1], value))
    return record


def paths_of(shapes: Sequence[Sequence[Path]]) -> list[Path]:
    """The paths of all shapes in one order: each new one after the one that it follows where it is met first."""
    order: list[Path] = []
    known: set[Path] = set()
    for shape in shapes:
        if known.issuperset(shape):
            continue
        place = 0
        for path in shape:
            if path in known:
                place = order.index(path) + 1
            else:
                order.insert(place, path)
                known.add(path)
                place += 1
    return order


def described(path: Path, values: Sequence[Value], rows: int) -> Column:
    """The column of these values, of which there may be fewer than rows."""
    if len(values) == rows > 1 and all(value == values[0] and type(value) is type(values[0]) for value in values):
        return Column(path, constant=cell(values[0]))
    return Column(path, prefix=_beginning(values) if len(values) > 1 else None)


def _beginning(values: Sequence[Value]) -> str | None:
    """What is worth saying once of values that are all strings or all numbers."""
    kinds = set(map(type, values))
    if kinds not in ({str}, {Number}):
        return None
    shared = commonprefix([min(values), max(values)])  # noqa: RUF071 - signs are meant
    if kinds == {Number}:
        shared = shared[: min(map(len, values)) - 1]  # an empty cell would be no value
        return Number(shared) if len(shared) >= _DIGITS and shared.isdecimal() else None
    return shared if len(shared) >= _SHARED or any(map(needs_quotes, values)) else None


def parsed(head: str) -> list[Column]:
    """The columns of the head of a table; raises ValueError."""
    columns: list[Column] = []
    at = 0
    while at <= len(head):
        found = _COLUMN.match(head, at)
        if not found:
            raise ValueError("no column")
        column, at = _parsed(head, found)
        columns.append(column)
        if at < len(head) and head[at] != "|":
            raise ValueError("no end of a column")
        at += 1
    return columns


def _parsed(head: str, found: re.Match[str]) -> tuple[Column, int]:
    path = tuple(read(part) if part[0] == '"' else part for part in _PARTS.findall(found["path"]))
    end = found.end()
    if found["table"]:
        return Column(path, table=int(found["table"])), end
    if not found["mark"]:
        return Column(path), end
    stop = end_of_cell(head, end)
    if found["mark"] == "=":
        return Column(path, constant=head[end:stop]), stop
    prefix = value_of(head[end:stop])
    if type(prefix) not in (str, Number):
        raise ValueError("no beginning")
    return Column(path, prefix=prefix), stop
