"""JSON with its lists of like objects as tables: keys said once, a row an object, white space said once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from .cells import BAR
from .columns import Column, Path, described, flat, nested, paths_of
from .notation import JSON, JSON_LEGEND, MARK, mark
from .values import Pairs, Style, Value, compact, read, style_of

_MOST_COLUMNS: Final = 200
_MOST_SHAPES: Final = 200  # different sets of keys in a list; above them its objects are not alike
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def tabled(text: str) -> str | None:
    """The notation of a JSON text; None where it is none, or is written so that it could not be given back exactly."""
    try:
        read_in = _read(text)
        if not read_in:
            return None
        value, style = read_in
        tables = _Tables()
        outer = compact(tables.outer(value))
    except (ValueError, RecursionError):
        return None
    said = json.dumps(msgspec.to_builtins(style), ensure_ascii=False, separators=(",", ":"))
    heads = [f"<{number}> {table}" for number, table in enumerate(tables.written, 1)]
    new = f"{JSON}{said}{JSON_LEGEND}" + "\n".join([MARK.sub(r"<\1>", outer), *heads])
    # Halves of pairs, which the text has as escapes, could not be sent anywhere.
    return None if _SURROGATES.search(new) and not _SURROGATES.search(text) else new


def _read(text: str) -> tuple[Value, Style] | None:
    """The value and the style of a JSON text, or of lines of JSON; None where no style gives it back."""
    style = style_of(text)
    if not style:
        return None
    try:
        value = read(text)
    except ValueError:
        bare = text[len(style.start) : len(text) - len(style.end)]
        value = [read(line) for line in bare.split("\n")]
        style = msgspec.structs.replace(style, lines=True, indent=None)
    return (value, style) if style.write(value) == text else None


class _Tables:
    """The tables taken out of a value so far."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def outer(self, value: Value) -> Value:
        """The value with marks for its lists of like objects."""
        if type(value) is Pairs:
            return Pairs((key, self.outer(one)) for key, one in value)
        if type(value) is not list:
            return value
        number = self.add(value)
        return mark(number) if number else [self.outer(one) for one in value]

    def add(self, rows: Sequence[Value]) -> int:
        """Write a list as a table and give its number; 0 where its items are no like objects."""
        flats = _flats(rows)
        if not flats:
            return 0
        number = len(self.written) + 1
        self.written.append("")
        by_path: dict[Path, list[Value]] = {}
        for record in flats:
            for path, value in record:
                by_path.setdefault(path, []).append(value)
        columns = [self._column(path, by_path[path], len(flats)) for path in _order(flats)]
        lines = [_row(dict(record), columns) for record in flats]
        head = BAR.join(column.head() for column in columns)
        self.written[number - 1] = "\n".join([f"{len(flats)} rows: {head}", *lines])
        return number

    def _column(self, path: Path, values: list[Value], rows: int) -> Column:
        if all(type(value) is list and all(type(one) is Pairs for one in value) for value in values):
            number = self.add([one for value in values for one in value])
            if number:
                return Column(path, table=number)
        return described(path, values, rows)


def _flats(rows: Sequence[Value]) -> list[list[tuple[Path, Value]]]:
    """The items by path, or nothing where they are not alike enough for a table that gives back each of them."""
    if len(rows) < 2 or not all(type(row) is Pairs and row for row in rows):
        return []
    flats = [list(flat(row)) for row in rows]
    shapes = Counter(tuple(path for path, _ in record) for record in flats)
    if len(shapes) > _MOST_SHAPES:
        return []
    order = paths_of(list(shapes))
    place = {path: number for number, path in enumerate(order)}
    in_order = all(all(place[one] < place[other] for one, other in pairwise(shape)) for shape in shapes)
    filled = sum(len(record) for record in flats)
    if not in_order or len(order) > _MOST_COLUMNS or 2 * filled < len(order) * len(flats):
        return []
    # Columns of one object may lie apart once those of others came between.
    samples = {tuple(path for path, _ in record): record for record in flats}
    whole = all(list(flat(nested(record))) == record for record in samples.values())
    return flats if whole else []


def _order(flats: Sequence[Sequence[tuple[Path, Value]]]) -> list[Path]:
    return paths_of(list(dict.fromkeys(tuple(path for path, _ in record) for record in flats)))


def _row(record: dict[Path, Value], columns: Sequence[Column]) -> str:
    said: list[str] = []
    for column in columns:
        if column.constant:
            continue
        if column.path not in record:
            said.append("")
        elif column.table:
            said.append(str(len(record[column.path])))
        else:
            said.append(column.said(record[column.path]))
    return BAR.join(said)
