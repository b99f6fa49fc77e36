"""What `%webusage` shows: calls per day and backend, as a table."""

from __future__ import annotations

from webloupe.types import UsageRow, UsageSummary

from ..text import escaped, fenced
from .view import View, html_notes, html_table

_COLUMNS = ("day", "backend", "ok", "empty", "rate_limited", "errors", "total", "quota_low")


class UsageView(View[UsageSummary]):
    """The summary; `.df` and `.rows` are its own."""

    def __len__(self) -> int:
        return len(self.data.rows)

    def _title(self) -> str:
        days = f"the last {self.data.days} days" if self.data.days != 1 else "today"
        return f"{sum(row.total for row in self.data.rows):,} calls in {days}"

    def _html(self) -> str:
        rows = [[escaped(_shown(row, name)) for name in _COLUMNS] for row in self.data.rows]
        head = f"<p><b>{escaped(self._title())}</b></p>{html_notes(self._remarks())}"
        return f"<div>{head}{html_table(_COLUMNS, rows)}</div>"

    def _markdown(self) -> str:
        return fenced(self._text())

    def _text(self) -> str:
        return "\n".join([self._title(), *self._remarks(), self.data.table()])

    def _remarks(self) -> tuple[str, ...]:
        skipped = self.data.skipped_lines
        return (*self.notes, *([f"{skipped:,} lines of the log could not be read"] if skipped else []))


def _shown(row: UsageRow, column: str) -> str:
    value = getattr(row, column)
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
