"""Usage as its shape: rows, what is left, a figure. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from webloupe.types import QuotaStatus, UsageSummary

from ..charts import figure_json, usage_figure
from ..magic_lines import usage_line
from ..shapes import LeftShape, UsageShape
from ..text import one_line


def usage(summary: UsageSummary, given: Mapping[str, Any], *, taken: datetime, notes: Sequence[str] = ()) -> UsageShape:
    """A snapshot of `taken`; `given` are the keywords that it was asked with."""
    skipped = summary.skipped_lines
    remarks = [*notes, *([f"{skipped:,} lines of the log could not be read"] if skipped else [])]
    return UsageShape(
        days=summary.days,
        rows=tuple(msgspec.structs.replace(row, backend=one_line(row.backend)) for row in summary.rows),
        left=tuple(map(left, summary.left)),
        figure=figure_json(usage_figure(summary)),
        notes=tuple(map(one_line, remarks)),
        taken=taken.astimezone().strftime("%Y-%m-%d %H:%M %Z"),
        magic=usage_line(given),
    )


def left(status: QuotaStatus) -> LeftShape:
    """What a backend last said is left."""
    text = f"{status.remaining:,}" if status.limit is None else f"{status.remaining:,}/{status.limit:,}"
    return LeftShape(
        backend=one_line(status.backend),
        remaining=status.remaining,
        limit=status.limit,
        at=status.at,
        resets_at=status.resets_at,
        text=text,
    )


def only(summary: UsageSummary, backends: Sequence[str] | None) -> UsageSummary:
    """The summary of these backends; None keeps all."""
    if backends is None:
        return summary
    return msgspec.structs.replace(
        summary,
        rows=tuple(row for row in summary.rows if row.backend in backends),
        left=tuple(one for one in summary.left if one.backend in backends),
    )
