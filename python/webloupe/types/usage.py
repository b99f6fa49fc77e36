"""The usage log and the ledger, and what is summed up from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from .base import Wire
from .searches import Outcome

if TYPE_CHECKING:
    import pandas

Tier: TypeAlias = Literal["auto", "free", "paid"]
By: TypeAlias = Literal["day", "backend", "hour"]
Pool: TypeAlias = Literal["own", "shared", "unknown"]


class UsageRecord(Wire, frozen=True, kw_only=True, gc=False):
    """One line of the usage log: an attempt that left the machine. `ts` is a Unix time in seconds."""

    ts: float
    backend: str
    outcome: Outcome
    remaining: int | None = None
    elapsed_ms: float | None = None
    action: str | None = None
    limit: int | None = None
    resets_at: float | None = None
    face: str | None = None
    usd: float | None = None


class UsageRow(Wire, frozen=True, kw_only=True):
    """Searches of one backend on one local day. `quota_low` is the least remaining seen then.

    By hour, `day` is "2026-10-06 15:00" (with its offset where a clock change makes it come twice); by backend it
    is "".
    """

    day: str
    backend: str
    ok: int = 0
    empty: int = 0
    rate_limited: int = 0
    errors: int = 0
    total: int = 0
    quota_low: int | None = None


class QuotaStatus(Wire, frozen=True, kw_only=True):
    """What a backend last said is left: calls, of how many, full again when; `at` is when it said so (Unix times)."""

    backend: str
    remaining: int
    limit: int | None = None
    resets_at: float | None = None
    at: float


class QuotaWindow(Wire, frozen=True, kw_only=True):
    """One stretch of time over which a backend counts calls, as the log shows it. Times are Unix times in seconds.

    `rolling`: each call comes back `length_s` after it was made; else all come back at `resets_at`. `remaining` is
    the last reading, `own_calls` are calls of this log from the window's start on, `drop` is how far `remaining`
    fell while `observations` readings were taken. `verdict` tells whose pool it is, with a `confidence` of 0–1.
    `runs_dry_at` is when it is spent at the pace of this window; None when it lasts. `warning` is one line, or "".
    """

    backend: str
    rolling: bool
    length_s: float | None
    starts_at: float
    resets_at: float | None
    ceiling: int | None
    remaining: int | None
    own_calls: int
    drop: int | None
    observations: int
    verdict: Pool
    confidence: float
    runs_dry_at: float | None = None
    warning: str = ""


class BackendUsage(Wire, frozen=True, kw_only=True):
    """One backend's searches of these days: how long they took (median and 95th percentile), the share of errors.

    `usd` is what its calls, reading pages too, cost; None where no call said so.
    """

    backend: str
    calls: int
    errors: int
    error_share: float
    p50_ms: float | None = None
    p95_ms: float | None = None
    usd: float | None = None


class OwnSums(Wire, frozen=True, kw_only=True):
    """What the answers of these days came to. `memo` were served from memory and cost nothing.

    `tokens` is what was returned; of it `measured_tokens` stand against `full_tokens`, what the full pages would have
    been, where that is known. `usd` is None where nothing said a price.
    """

    calls: int = 0
    memo: int = 0
    memo_share: float | None = None
    tokens: int = 0
    measured_tokens: int = 0
    full_tokens: int | None = None
    usd: float | None = None


class UsageSummary(Wire, frozen=True, kw_only=True):
    """Newest day first, then backend. `left` is each backend's last reading, where it gives any, in these days.

    `windows` begins with each backend's newest window; older ones follow, newest first. `own` comes from the ledger,
    None without one. `skipped_lines` counts torn or foreign lines of the log.
    """

    days: int
    rows: tuple[UsageRow, ...] = ()
    left: tuple[QuotaStatus, ...] = ()
    skipped_lines: int = 0
    by: By = "day"
    backends: tuple[BackendUsage, ...] = ()
    windows: tuple[QuotaWindow, ...] = ()
    own: OwnSums | None = None

    @property
    def df(self) -> pandas.DataFrame:
        """One row a day and backend, the fields of `UsageRow` as columns."""
        import pandas

        rows: list[dict[str, Any]] = [msgspec.structs.asdict(row) for row in self.rows]
        return pandas.DataFrame(rows, columns=list(UsageRow.__struct_fields__))

    def table(self) -> str:
        """The fixed-width table that `webloupe usage` prints; "-" where no quota was reported.

        By backend, durations and the share of errors stand in the place of the date.
        """
        wide = max([10, *(len(row.backend) for row in self.rows)])
        long = max([11, *(len(row.day) for row in self.rows)])
        more = {one.backend: one for one in self.backends} if self.by == "backend" else None

        def line(day: str, backend: str, *counts: object) -> str:
            columns = zip(counts, (6, 7, 6, 8, 7, 11), strict=True)
            head = f"{day:<{long}}  {backend:<{wide}}" if more is None else f"{backend:<{wide}}"
            return head + "".join(f" {count:>{width - 1}}" for count, width in columns) + _times(more, backend)

        head = line("hour" if self.by == "hour" else "date", "backend", *_COUNTS)
        body = [
            line(
                row.day,
                row.backend,
                row.ok,
                row.empty,
                row.rate_limited,
                row.errors,
                row.total,
                _or_dash(row.quota_low),
            )
            for row in self.rows
        ]
        return "\n".join([head, "-" * len(head), *body])


_COUNTS = ("ok", "empty", "429", "errors", "total", "quota_low")


def _times(known: dict[str, BackendUsage] | None, backend: str) -> str:
    """The columns that a table by backend has at its end: none in another, names in its head."""
    if known is None:
        return ""
    one = known.get(backend)
    if one is None:
        return f"{'p50_ms':>9}{'p95_ms':>9}{'errors%':>9}"
    return f"{_or_dash(one.p50_ms):>9}{_or_dash(one.p95_ms):>9}{one.error_share:>9.1%}"


def _or_dash(count: float | None) -> str:
    return "-" if count is None else f"{count:.0f}"


class LedgerEntry(Wire, frozen=True, kw_only=True, gc=False):
    """One line of the ledger: an answered call. `ts` is a Unix time in seconds, `key` a hash of what was asked.

    `memo`: served from memory, which costs nothing. `full_tokens` is what the full pages would have been. `cell` and
    `notebook` are "" outside of a notebook.
    """

    ts: float
    action: Literal["search", "fetch", "compress"]
    key: str
    tokens: int
    face: str = "python"
    notebook: str = ""
    cell: str = ""
    usd: float | None = None
    memo: bool = False
    full_tokens: int | None = None


class Spend(Wire, frozen=True, kw_only=True):
    """Calls that were not served from memory, their tokens and US$."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0


class Spent(Wire, frozen=True, kw_only=True):
    """What is spent so far: by this cell, by this notebook (both today), by everything on this machine today."""

    cell: Spend = Spend()
    notebook: Spend = Spend()
    day: Spend = Spend()


class Caps(Wire, frozen=True, kw_only=True):
    """Most that may be spent a cell, a notebook and a day; None is no cap. Tokens are those of the answers."""

    cell_calls: int | None = None
    cell_tokens: int | None = None
    cell_usd: float | None = None
    notebook_calls: int | None = None
    notebook_tokens: int | None = None
    notebook_usd: float | None = None
    day_calls: int | None = None
    day_tokens: int | None = None
    day_usd: float | None = None
