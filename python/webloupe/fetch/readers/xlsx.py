"""Excel workbooks, by openpyxl (extra `office`): a heading and a table a sheet, the values as they are stored."""

from __future__ import annotations

import datetime as dt
import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...errors import Unreadable
from ...types import Table
from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..grid import pipe_table, squared
from ..links import listed
from ..office.package import Package
from ..signatures import XLSX
from ..written import written

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MEDIA_TYPES = (XLSX, "application/vnd.ms-excel.sheet.macroenabled.12")

_EMPTY_ROWS = 1_000  # so many in a row, and the sheet has ended: a format on a million cells is no content
_MOST_COLUMNS = 2_000


def read(source: Source, options: ReadOptions) -> Document:
    """The visible sheets as tables.

    Raises Unreadable for a broken file or without openpyxl, TooLarge for a torn one.
    """
    package = Package(source, "Excel workbook")
    package.part("xl/sharedStrings.xml")  # openpyxl loads all of it: refused when that is too much
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        message = f"Excel workbooks need the package openpyxl: {source.url}"
        raise Unreadable(message, "pip install 'webloupe[office]'", url=source.url) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of every extension that it does not know
            book = load_workbook(io.BytesIO(source.body), read_only=True, data_only=True)
            return _document(source, options, book.worksheets, package)
    except (Unreadable, MemoryError):
        raise
    except Exception as error:  # openpyxl meets broken files with whatever its parsers stumble over
        raise package.unreadable(f"is broken ({type(error).__name__})") from error


def _document(source: Source, options: ReadOptions, sheets: list[ReadOnlyWorksheet], package: Package) -> Document:
    pieces: list[str] = []
    tables: list[Table] = []
    hidden: list[str] = []
    room = MAX_CHARS
    notes = [f"Workbook of {len(sheets)} sheet{'' if len(sheets) == 1 else 's'}."]
    for sheet in sheets:
        if sheet.sheet_state != "visible":
            hidden.append(f"hidden sheet {sheet.title!r}")
            continue
        if room <= 0:
            notes.append(f"The sheets from {sheet.title!r} on are beyond the cap.")
            break
        rows = squared(_rows(sheet, room))
        table = pipe_table(rows)
        room -= len(table)
        size = f"{max(0, len(rows) - 1):,} rows, {max(map(len, rows), default=0):,} columns."
        pieces.append(f"## {sheet.title}\n\n" + (f"{size}\n\n{table}" if rows else "(empty)"))
        tables += [Table(rows=rows, name=sheet.title)] if rows else []
    text = "\n\n".join(pieces) + "\n"
    return written(
        source,
        options,
        text,
        title=package.property("title"),
        links=listed(text, url=source.url),
        tables=tuple(tables),
        left_out=tuple(hidden),
        notes=tuple(notes),
    )


def _rows(sheet: ReadOnlyWorksheet, room: int) -> Iterator[list[str]]:
    """The rows as text, no more than `room` characters of them."""
    sheet.reset_dimensions()  # what a file says of its size may be anything
    empty = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_cell(value) for value in row[:_MOST_COLUMNS]]
        empty = 0 if any(cells) else empty + 1
        room -= sum(map(len, cells)) + 3 * len(cells)
        if empty > _EMPTY_ROWS or room < 0:
            return
        yield cells


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, dt.datetime):
        at_midnight = value.time() == dt.time()
        return value.date().isoformat() if at_midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e17:
        return f"{value:.0f}"  # written with an exponent it would read as if it were rounded
    return str(value)
