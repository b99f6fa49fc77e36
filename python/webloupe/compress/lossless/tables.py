"""Tables read back to the lists of objects they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from .cells import cells, value_of
from .columns import Column, Path, nested, parsed
from .notation import mark
from .values import Pairs, Value, compact, read

_HEAD: Final = re.compile(r"<([0-9]+)> ([0-9]+) rows: ")
_PLACE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|<([0-9]+)>')


class _Table(NamedTuple):
    columns: list[Column]
    rows: Sequence[str]

    @property
    def said_once(self) -> int:
        """Characters that stand for more in each row."""
        return sum(len(one.constant) + len(one.prefix or "") + sum(map(len, one.path)) for one in self.columns)


def outer_value(outer: str, lines: Sequence[str], most: int) -> Value:
    """The value that `outer` and the tables in `lines` say.

    Raises ValueError where they say none, or one of more than `most` characters.
    """
    tables = list(_tables(lines))
    if sum(len(table.rows) * table.said_once for table in tables) > most:
        raise ValueError("too long")
    lists: dict[int, list[Value]] = {}
    for number in range(len(tables), 0, -1):  # a table knows only those after it
        lists[number] = _records(tables[number - 1], lists)
    marked = _PLACE.sub(lambda found: compact(mark(int(found[1]))) if found[1] else found[0], outer)
    return _filled(read(marked), {mark(number): rows for number, rows in lists.items()})


def _tables(lines: Sequence[str]) -> Iterator[_Table]:
    at = 0
    while at < len(lines):
        head = _HEAD.match(lines[at])
        if not head:
            raise ValueError("no head of a table")
        size = int(head[2])
        if at + size >= len(lines):
            raise ValueError("rows are missing")
        yield _Table(parsed(lines[at][head.end() :]), lines[at + 1 : at + 1 + size])
        at += size + 1


def _records(table: _Table, lists: dict[int, list[Value]]) -> list[Value]:
    parts = {one.table: iter(lists.pop(one.table)) for one in table.columns if one.table}
    fixed = [value_of(one.constant) if one.constant else None for one in table.columns]
    varying = sum(not one.constant for one in table.columns)
    records: list[Value] = []
    for row in table.rows:
        said = cells(row) if varying else []
        if len(said) != varying:
            raise ValueError("not a cell for each column")
        left = iter(said)
        record: list[tuple[Path, Value]] = []
        for column, constant in zip(table.columns, fixed, strict=True):
            if column.constant:
                record.append((column.path, constant))
            elif one := next(left):
                value = _taken(parts[column.table], int(one)) if column.table else column.value(one)
                record.append((column.path, value))
        records.append(nested(record))
    return records


def _taken(rows: Iterator[Value], count: int) -> list[Value]:
    taken = list(islice(rows, count))
    if len(taken) != count:
        raise ValueError("rows are missing")
    return taken


def _filled(value: Value, lists: dict[str, list[Value]]) -> Value:
    if type(value) is Pairs:
        return Pairs((key, _filled(one, lists)) for key, one in value)
    if type(value) is list:
        return [_filled(one, lists) for one in value]
    return lists.get(value, value) if type(value) is str else value
