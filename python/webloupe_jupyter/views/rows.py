"""What `%webloupe config`, `doctor`, `backends` and `paths` show: a table of texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields
from typing import TYPE_CHECKING, Any

from ..text import escaped, markdown, one_line
from .view import View, html_notes, html_table, markdown_notes, markdown_table, text_table

if TYPE_CHECKING:
    import pandas


class RowsView(View[Sequence[Any]]):
    """Rows of one frozen dataclass, its fields as columns: `len`, index, iteration and `.df`."""

    def __init__(self, name: str, rows: Sequence[Any], notes: Sequence[str] = ()) -> None:
        super().__init__(rows, notes)
        self._name = name

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Any:
        return self.data[index]

    @property
    def df(self) -> pandas.DataFrame:
        """One row a row of the table."""
        import pandas

        return pandas.DataFrame([astuple(row) for row in self.data], columns=self._columns())

    def _title(self) -> str:
        return self._name

    def _html(self) -> str:
        rows = [[escaped(cell) for cell in row] for row in self._cells()]
        return f"<div>{html_notes(self.notes)}{html_table(self._columns(), rows)}</div>"

    def _markdown(self) -> str:
        rows = [[markdown(cell) for cell in row] for row in self._cells()]
        return markdown_notes(self.notes) + markdown_table(self._columns(), rows)

    def _text(self) -> str:
        return "\n".join([*map(one_line, self.notes), text_table(self._columns(), self._cells())])

    def _columns(self) -> list[str]:
        return [field.name for field in fields(self.data[0])] if self.data else []

    def _cells(self) -> list[list[str]]:
        return [[_shown(cell) for cell in astuple(row)] for row in self.data]


def _shown(cell: object) -> str:
    return ("no", "yes")[cell] if isinstance(cell, bool) else str(cell)
