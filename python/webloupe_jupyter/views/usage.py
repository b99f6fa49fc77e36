"""What `%webusage` shows: calls per day and backend, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import traitlets

from webloupe.sync import default_session
from webloupe.types import UsageRow, UsageSummary
from webloupe.usage.stats import MAX_DAYS

from ..drawn.usage import usage
from ..shapes import MIME_TYPE, UsageShape
from ..text import escaped, fenced
from .view import html_notes, html_table
from .widget import WidgetView

PLOTLY_TYPE = "application/vnd.plotly.v1+json"
_COLUMNS = ("day", "backend", "ok", "empty", "rate_limited", "errors", "total", "quota_low")


class UsageView(WidgetView[UsageSummary]):
    """The summary; `.df` and `.rows` are its own. Another number of `days` reads the log again."""

    days = traitlets.Int(7, min=1, max=MAX_DAYS).tag(sync=True)

    def __init__(
        self,
        data: UsageSummary,
        notes: Sequence[str] = (),
        given: Mapping[str, Any] | None = None,
        taken: datetime | None = None,
    ) -> None:
        self._taken = taken or datetime.now()
        super().__init__(data, notes, given)
        self.days = data.days

    def __len__(self) -> int:
        return len(self.data.rows)

    def _title(self) -> str:
        calls = sum(row.total for row in self.data.rows)
        days = f"in the last {self.data.days:,} days" if self.data.days != 1 else "today"
        return f"{calls:,} {'call' if calls == 1 else 'calls'} {days}"

    def _html(self) -> str:
        rows = [[escaped(_shown(row, name)) for name in _COLUMNS] for row in self.data.rows]
        head = f"<p><b>{escaped(self._title())}</b></p>{html_notes(self._remarks())}"
        return f"<div>{head}{html_table(_COLUMNS, rows)}</div>"

    def _markdown(self) -> str:
        return fenced(self._text())

    def _text(self) -> str:
        return "\n".join([self._title(), *self._remarks(), self.data.table()])

    def _arguments(self) -> tuple[Any, ...]:
        return *super()._arguments(), self._taken

    def _shape(self) -> UsageShape:
        return usage(self.data, self._given, taken=self._taken, notes=self.notes)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:  # type: ignore[override]  # see WidgetView
        bundle = super()._repr_mimebundle_()
        # For front ends that know plotly and not us.
        return {**bundle, PLOTLY_TYPE: bundle[MIME_TYPE]["data"]["figure"]}

    @traitlets.observe("days")
    def _read_again(self, _change: object) -> None:
        if self.days != self.data.days:
            self._given = {**self._given, "days": self.days}
            self.data, self._taken = default_session("notebook").usage(**self._given), datetime.now()
            self._refresh()

    def _remarks(self) -> tuple[str, ...]:
        skipped = self.data.skipped_lines
        return (*self.notes, *([f"{skipped:,} lines of the log could not be read"] if skipped else []))


def _shown(row: UsageRow, column: str) -> str:
    value = getattr(row, column)
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
