"""Quota windows of backends that say nothing but no: inferred from when they refused and answered again. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from ..types import Pool, QuotaWindow
from .frames import DAY_S, HOUR_S
from .readings import Calls

_LASTING_S = 600.0  # a refusal that is over sooner was about calls a second
_ALIKE = 0.1  # spread of what was answered before refusals, when nobody else draws on the pool
_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class _Spell:
    """Refused from `since` on, answered again at `until` (None: not yet)."""

    since: float
    until: float | None


def windows(calls: Calls, now: datetime) -> tuple[QuotaWindow, ...]:
    """A window for each time that a backend went on refusing, newest first.

    The ceiling is the most that was answered in a window before a refusal: others may have used the rest.
    """
    spells = _spells(calls, now.timestamp())
    if not spells:
        return ()
    length = _length(spells)
    begins = [_begin(calls, spell, length) for spell in spells]
    answered = [calls.surely(start, spell.since) for start, spell in zip(begins, spells, strict=True)]
    whole = [count for start, count in zip(begins, answered, strict=True) if start >= calls.ts[0]]
    verdict, confidence = _verdict(whole)
    found = [
        QuotaWindow(
            backend=calls.records[0].backend,
            rolling=False,
            length_s=length,
            starts_at=start,
            resets_at=start + length if length else spell.until,
            ceiling=max(whole, default=None),
            remaining=0 if _is_open(start, spell, length, now.timestamp()) else None,
            own_calls=calls.from_on(start, spell.since),
            drop=None,
            observations=1,
            verdict=verdict,
            confidence=confidence,
            runs_dry_at=spell.since,
            warning=_warning(calls, spell) if _is_open(start, spell, length, now.timestamp()) else "",
        )
        for start, spell in zip(begins, spells, strict=True)
    ]
    return tuple(reversed(found))


def _spells(calls: Calls, now: float) -> list[_Spell]:
    found: list[_Spell] = []
    since: float | None = None
    last = 0.0
    for record in calls.records:
        if record.outcome == "rate_limited":
            since, last = (record.ts if since is None else since), record.ts
        elif record.outcome in ("ok", "empty") and since is not None:
            if last - since >= _LASTING_S:
                found.append(_Spell(since, record.ts))
            since = None
    if since is not None and last - since >= _LASTING_S:
        found.append(_Spell(since, None))
    return found


def _length(spells: list[_Spell]) -> float | None:
    """A day when every spell lasts into the next one (UTC), an hour when into the next hour, else unknown."""
    over = [(spell.since, spell.until) for spell in spells if spell.until is not None]
    if not over:
        return None
    lasting = max((until - since for since, until in over), default=0.0)
    for length in (DAY_S, HOUR_S):
        crossed = all(since // length < until // length for since, until in over)
        apart = all(late.since // length > early.since // length for early, late in pairwise(spells))
        if crossed and apart and (length == HOUR_S or lasting > HOUR_S):
            return length
    return None


def _begin(calls: Calls, spell: _Spell, length: float | None) -> float:
    return spell.since - spell.since % length if length else calls.ts[0]


def _is_open(start: float, spell: _Spell, length: float | None, now: float) -> bool:
    return spell.until is None and (length is None or now < start + length)


def _verdict(answered: list[int]) -> tuple[Pool, float]:
    """Own when every refusal came after as many answers, shared when not."""
    if len(answered) < _ENOUGH:
        return "unknown", 0.0
    alike = max(answered) - min(answered) <= max(2, _ALIKE * max(answered))
    return ("own" if alike else "shared"), round(1 - 0.5 ** (len(answered) - 1), 2)


def _warning(calls: Calls, spell: _Spell) -> str:
    refused = len(calls.records) - sum(record.ts < spell.since for record in calls.records)
    return f"{calls.records[0].backend}: has refused {refused:,} calls in a row"
