"""Tables in text that is laid out by blanks, as a PDF gives it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_GAP = re.compile(r"\s{2,}|\t")
_NUMBER = re.compile(r"[-+(]?[$€£¥]?\d[\d.,:/%)-]*\s?[%kKM]?\Z|[-–—]\Z")
_LEAST_ROWS = 3
_CELL_CHARS = 28  # longer ones on average are columns of prose


def tables_in(lines: Iterable[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Runs of lines that the same number of gaps cut into short cells.

    Three columns at least, or two of which the second holds numbers: prose in two columns looks like the rest.
    """
    run: list[tuple[str, ...]] = []
    for line in (*lines, ""):
        cells = tuple(_GAP.split(line.strip())) if line.strip() else ()
        if run and len(cells) != len(run[-1]):
            if _is_table(run):
                yield tuple(run)
            run = []
        if len(cells) >= 2:
            run.append(cells)


def _is_table(rows: list[tuple[str, ...]]) -> bool:
    cells = [cell for row in rows for cell in row]
    if any(" . . ." in cell or "....." in cell for cell in cells):
        return False  # a table of contents
    if len(rows) < _LEAST_ROWS or sum(map(len, cells)) > _CELL_CHARS * len(cells):
        return False
    numbers = sum(_NUMBER.match(row[-1]) is not None for row in rows)
    return len(rows[0]) >= 3 or numbers >= 0.6 * len(rows)
