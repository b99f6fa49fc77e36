"""Rows of cells as a markdown table: every cell exact, on one line, with its pipes escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_LINE_END = re.compile(r"\s*(?:\r\n|[\n\r\v\f\x85\u2028\u2029])\s*")
MOST_COLUMNS = 2_000
"""A row of more cells is cut there: its separator line alone would be a page."""


def pipe_rows(rows: Iterable[Sequence[str]], columns: int) -> Iterator[str]:
    """The lines of a table of so many columns; the first row is its header."""
    columns = min(columns, MOST_COLUMNS)
    for number, row in enumerate(rows):
        cells = [_cell(cell) for cell in row[:columns]]
        cells += [""] * (columns - len(cells))
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield "|" + " --- |" * columns


def pipe_table(rows: Sequence[Sequence[str]]) -> str:
    """The table of all these rows; "" for none."""
    return "\n".join(pipe_rows(rows, max(map(len, rows)))) if rows else ""


def squared(rows: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The rows without the empty ones at both ends and the columns that are empty on the right."""
    kept = [list(row) for row in rows]
    while kept and not any(kept[-1]):
        kept.pop()
    while kept and not any(kept[0]):
        kept.pop(0)
    width = max((number + 1 for row in kept for number, cell in enumerate(row) if cell), default=0)
    return tuple(tuple((row + [""] * width)[:width]) for row in kept)


def _cell(text: str) -> str:
    if "\n" in text or "\r" in text or not text.isprintable():
        text = _LINE_END.sub("<br>", text.strip())
    return text.strip().replace("|", "\\|")
