"""What `%webusage` shows: calls per day and backend, what is left until when, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

import traitlets

from webloupe.sync import default_session
from webloupe.types import By, UsageRow, UsageSummary
from webloupe.usage.stats import MAX_DAYS

from ..drawn.usage import backends, remarks, sums, usage
from ..drawn.windows import drawn_window, newest
from ..shapes import MIME_TYPE, UsageShape
from ..text import escaped, fenced, one_line
from .view import html_notes, html_table, text_table
from .widget import WidgetView

PLOTLY_TYPE = "application/vnd.plotly.v1+json"
_BY = list(get_args(By))
_COLUMNS = ("day", "backend", "ok", "empty", "rate_limited", "errors", "total", "quota_low")


class UsageView(WidgetView[UsageSummary]):
    """The summary; `.df` and `.rows` are its own. Another number of `days`, or another `by`, reads the log again."""

    days = traitlets.Int(7, min=1, max=MAX_DAYS).tag(sync=True)
    by = traitlets.Enum(_BY, _BY[0]).tag(sync=True)

    def __init__(
        self,
        data: UsageSummary,
        notes: Sequence[str] = (),
        given: Mapping[str, Any] | None = None,
        taken: datetime | None = None,
    ) -> None:
        self._taken = taken or datetime.now()
        super().__init__(data, notes, given)
        with self.hold_trait_notifications():  # told one by one, the first would read the log again
            self.days, self.by = data.days, data.by

    def __len__(self) -> int:
        return len(self.data.rows)

    def _title(self) -> str:
        calls = sum(row.total for row in self.data.rows)
        days = f"in the last {self.data.days:,} days" if self.data.days != 1 else "today"
        return f"{calls:,} {'call' if calls == 1 else 'calls'} {days}"

    def _html(self) -> str:
        rows = [[escaped(_shown(row, name)) for name in _COLUMNS] for row in self.data.rows]
        head = f"<p><b>{escaped(self._title())}</b></p>{html_notes(remarks(self.data, self.notes))}"
        told = "".join(f"<p>{escaped(line)}</p>" for line in (*self._windows(), *self._sums()))
        table = backends(self.data.backends)
        did = html_table(table.head, [[escaped(cell) for cell in row] for row in table.rows]) if table.rows else ""
        return f"<div>{head}{told}{html_table(_COLUMNS, rows)}{did}</div>"

    def _markdown(self) -> str:
        return fenced(self._text())

    def _text(self) -> str:
        table = backends(self.data.backends)
        did = ["", text_table(table.head, table.rows)] if table.rows else []
        told = [*remarks(self.data, self.notes), *self._windows(), *self._sums()]
        return "\n".join([self._title(), *map(one_line, told), self.data.table(), *did])

    def _windows(self) -> list[str]:
        """Each backend's newest window, in a line."""
        now = self._taken.astimezone()
        shown = (drawn_window(one, now) for one in newest(self.data.windows))
        return [f"{'! ' if one.warning else ''}{one.backend}  {one.text}" for one in shown]

    def _sums(self) -> list[str]:
        return [f"{one.name}: {one.text}" for one in sums(self.data.own) if one.text]

    def _arguments(self) -> tuple[Any, ...]:
        return *super()._arguments(), self._taken

    def _shape(self) -> UsageShape:
        return usage(self.data, self._given, taken=self._taken, notes=self.notes)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:  # type: ignore[override]  # see WidgetView
        bundle = super()._repr_mimebundle_()
        # For front ends that know plotly and not us.
        return {**bundle, PLOTLY_TYPE: bundle[MIME_TYPE]["data"]["figure"]}

    @traitlets.observe("days", "by")
    def _read_again(self, _change: object) -> None:
        if (self.days, self.by) != (self.data.days, self.data.by):
            by = {"by": self.by} if self.by != _BY[0] else {}
            self._given = (
                {name: value for name, value in self._given.items() if name != "by"} | {"days": self.days} | by
            )
            self.data, self._taken = default_session("notebook").usage(**self._given), datetime.now()
            self._refresh()


def _shown(row: UsageRow, column: str) -> str:
    value = getattr(row, column)
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
