"""Quota windows and sums in words, one line each. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from ..types import OwnSums, QuotaWindow, UsageSummary
from .frames import LENGTHS_S
from .quota import clock

_NAMES = dict(zip(LENGTHS_S, ("minute", "hour", "day", "month"), strict=True))
_POOLS = {"own": "pool of your own", "shared": "pool shared with others", "unknown": "pool unknown"}


def lines(summary: UsageSummary, now: datetime) -> list[str]:
    """A line for the newest window of each backend, then the sums where there are any. Times in `now`'s zone."""
    newest: dict[str, QuotaWindow] = {}
    for one in summary.windows:
        newest.setdefault(one.backend, one)
    wide = max(map(len, newest), default=0)
    said = [f"{name:<{wide}}  {window(one, now)}" for name, one in sorted(newest.items())]
    return [*said, sums(summary.own)] if summary.own else said


def window(one: QuotaWindow, now: datetime) -> str:
    """`924 of 1,000 left · hour window, resets 13:00 · pool shared with others (12 readings) · dry at 12:40 …`.

    What is not known is left out.
    """
    return " · ".join(_parts(one, now))


def _parts(one: QuotaWindow, now: datetime) -> Iterator[str]:
    over = one.resets_at is not None and one.resets_at <= now.timestamp()
    if one.remaining is not None:
        yield f"{one.remaining:,}{f' of {one.ceiling:,}' if one.ceiling else ''} left"
    elif one.ceiling is not None:
        yield f"refused after {one.ceiling:,} answers"
    name = f"{_NAMES[one.length_s]} window" if one.length_s in _NAMES else "window of unknown length"
    if one.rolling:
        yield f"rolling {name}"
    elif one.resets_at is None:
        yield name
    else:
        yield f"{name}, {'has reset' if over else 'resets'} {clock(one.resets_at, now)}"
    count = f"{one.observations:,} reading{'' if one.observations == 1 else 's'}"
    yield f"{_POOLS[one.verdict]} ({count})" if one.remaining is not None else _POOLS[one.verdict]
    if one.runs_dry_at is not None and not over:
        dry, spent = clock(one.runs_dry_at, now), one.runs_dry_at <= now.timestamp()
        yield f"spent since {dry}" if spent else f"dry at {dry} at this pace"


def sums(own: OwnSums) -> str:
    """`41 answers, 12 from memory (29%) · 18,400 tokens, US$ 0.12 · full pages: 240,000 tokens instead of 17,000`."""
    memory = f", {own.memo:,} from memory ({own.memo_share:.0%})" if own.memo_share else ""
    cost = f", US$ {own.usd:,.2f}" if own.usd is not None else ""
    parts = [f"{own.calls:,} answer{'' if own.calls == 1 else 's'}{memory}", f"{own.tokens:,} tokens{cost}"]
    if own.full_tokens is not None:
        parts.append(f"full pages: {own.full_tokens:,} tokens instead of {own.measured_tokens:,}")
    return " · ".join(parts)
