"""Usage as its shape: rows, windows, sums, a figure. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from webloupe import told
from webloupe.types import BackendUsage, OwnSums, QuotaStatus, UsageSummary

from ..charts import figure_json, usage_figure
from ..magic_lines import usage_line
from ..shapes import LeftShape, SumShape, UsageShape
from ..text import one_line
from .results import table
from .windows import drawn_window, newest


def usage(summary: UsageSummary, given: Mapping[str, Any], *, taken: datetime, notes: Sequence[str] = ()) -> UsageShape:
    """A snapshot of `taken`, in its zone or this machine's; `given` are the keywords that it was asked with."""
    now = taken if taken.tzinfo else taken.astimezone()
    return UsageShape(
        days=summary.days,
        by=summary.by,
        rows=tuple(msgspec.structs.replace(row, backend=one_line(row.backend)) for row in summary.rows),
        windows=tuple(drawn_window(one, now) for one in newest(summary.windows)),
        backends=table(backends(summary.backends)),
        sums=tuple(sums(summary.own)),
        figure=figure_json(usage_figure(summary, now)),
        notes=tuple(map(one_line, remarks(summary, notes))),
        taken=now.strftime("%Y-%m-%d %H:%M %Z"),
        magic=usage_line(given),
    )


def remarks(summary: UsageSummary, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """What is odd about the log, a line each."""
    skipped = summary.skipped_lines
    return (*notes, *([f"{skipped:,} lines of the log could not be read"] if skipped else []))


def backends(found: Sequence[BackendUsage]) -> told.Table:
    """How each backend did; US$ are blank where no call said a price."""
    rows = tuple(
        (
            one.backend,
            f"{one.calls:,}",
            f"{one.errors:,} ({one.error_share:.0%})" if one.errors else "0",
            _ms(one.p50_ms),
            _ms(one.p95_ms),
            _usd(one.usd),
        )
        for one in found
    )
    return told.Table("Backends", ("backend", "calls", "errors", "median", "95 %", "US$"), rows, 1)


def sums(own: OwnSums | None) -> Iterator[SumShape]:
    """What the answers came to; nothing without a ledger."""
    if own is None:
        return
    memory = f", {own.memo:,} of them from memory ({own.memo_share:.0%})" if own.memo and own.memo_share else ""
    yield SumShape(name="answers", text=f"{own.calls:,}{memory}")
    yield SumShape(name="tokens returned", text=f"{own.tokens:,}")
    if own.full_tokens:
        saved = (own.measured_tokens - own.full_tokens) / own.full_tokens
        text = f"{own.measured_tokens:,} tokens instead of {own.full_tokens:,} of the full pages ({saved:+.0%})"
        yield SumShape(name="against full pages", text=text.replace("-", "−"))
    yield SumShape(name="US$", text=_usd(own.usd))


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


def only(summary: UsageSummary, names: Sequence[str] | None) -> UsageSummary:
    """The summary of these backends; None keeps all. The sums of all are left out of it."""
    if names is None:
        return summary
    return msgspec.structs.replace(
        summary,
        rows=tuple(row for row in summary.rows if row.backend in names),
        left=tuple(one for one in summary.left if one.backend in names),
        backends=tuple(one for one in summary.backends if one.backend in names),
        windows=tuple(one for one in summary.windows if one.backend in names),
        own=None,
    )


def _ms(duration: float | None) -> str:
    return "–" if duration is None else f"{duration:,.0f} ms"


def _usd(usd: float | None) -> str:
    return "" if usd is None else f"{usd:,.4f}".rstrip("0").rstrip(".")
