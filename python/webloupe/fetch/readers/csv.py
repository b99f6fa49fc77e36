"""CSV, TSV and their like: a markdown table with the size of it, every cell exact; raw and text as they stand."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ...types import Table
from ..document import MAX_CHARS, TABLE_CELLS, Document, ReadOptions, Source
from ..grid import pipe_rows
from ..links import listed
from ..untouched import decoded, untouched, whole_lines
from ..written import written

MEDIA_TYPES = ("text/csv", "application/csv", "text/tab-separated-values")

_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "pipes"}
_LOOKED_AT = 65_536  # characters by which the delimiter is told, and the width
_ROWS_LOOKED_AT = 500


def read(source: Source, options: ReadOptions) -> Document:
    """The rows as a table; a text whose rows have nothing in common stays as it is."""
    text, encoding = decoded(source)
    if source.over_cap:
        text = whole_lines(text)
    delimiter = delimiter_of(text) if options.format in ("markdown", "html") else None
    if delimiter is None:
        return untouched(source, options, text=text, encoding=encoding, links=listed(text, url=source.url))
    try:
        return _table(source, options, text, encoding, delimiter)
    except csv.Error:  # a cell of more than 131,072 characters, for one
        return untouched(source, options, text=text, encoding=encoding, links=listed(text, url=source.url))


def delimiter_of(text: str) -> str | None:
    """The sign that cuts the first rows into the same number of cells, at least two; None when none does."""
    if text[:4].lower() == "sep=" and text[4:5] in _DELIMITERS:  # what Excel writes ahead
        return text[4]
    sample = text[:_LOOKED_AT]
    if len(text) > len(sample):
        sample = sample[: sample.rfind("\n") + 1]
    best, found = 0.6, None
    for delimiter in _DELIMITERS:
        share = _evenness(sample, delimiter)
        if share > best:
            best, found = share, delimiter
    return found


def _evenness(sample: str, delimiter: str) -> float:
    """The share of the rows that have the most common width, a little more where that is many cells."""
    try:
        widths = [len(row) for row in islice(_rows(sample, delimiter), _ROWS_LOOKED_AT)]
    except csv.Error:
        return 0.0
    if not widths:
        return 0.0
    width, count = Counter(widths).most_common(1)[0]
    return 0.0 if width < 2 else count / len(widths) + 0.001 * min(width, 50)


def _table(source: Source, options: ReadOptions, text: str, encoding: str, delimiter: str) -> Document:
    rows = _rows(text, delimiter)
    ahead = list(islice(rows, _ROWS_LOOKED_AT))
    columns = max(map(len, ahead), default=0)
    kept = _Kept(columns)
    lines: list[str] = []
    chars = 0
    for line in pipe_rows(kept.each(chain(ahead, rows)), columns):
        chars += len(line) + 1
        if chars <= MAX_CHARS:
            lines.append(line)
    shown = f", of which the first {len(lines) - 2:,} are shown" if chars > MAX_CHARS else ""
    size = f"{kept.count - 1:,} rows, {columns:,} columns, separated by {_DELIMITERS[delimiter]}{shown}."
    table = "\n".join(lines)
    return written(
        source,
        options,
        f"{size}\n\n{table}\n",
        encoding=encoding,
        chars_total=len(size) + 2 + chars,
        links=listed(table, url=source.url),
        tables=(Table(rows=tuple(kept.rows)),),
        notes=(size,) if shown else (),
    )


class _Kept:
    """Counts the rows that pass, and keeps the first of them."""

    def __init__(self, columns: int) -> None:
        self.count = 0
        self.rows: list[tuple[str, ...]] = []
        self._most = TABLE_CELLS // max(1, columns)

    def each(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        """The rows, one by one."""
        for row in rows:
            self.count += 1
            if len(self.rows) < self._most:
                self.rows.append(tuple(row))
            yield row


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows that are not empty, without the line that names the delimiter."""
    lines = iter(text.splitlines(keepends=True))
    first = next(lines, "")
    if first[:4].lower() == "sep=":
        first = next(lines, "")
    return (row for row in csv.reader(chain([first], lines), delimiter=delimiter) if row)
