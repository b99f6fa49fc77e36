"""Whose turn it is: for each backend how it may be asked now, and why not. Pure but for the clock it is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from ..errors import WebloupeError
from ..types import Attempt, ErrorCode, ErrorInfo, SearchQuery
from . import cooling
from .backends.base import AnyBackend, Lack
from .filters import missing
from .lanes import Lane
from .state import LaneState

SHORT_WAIT_S = 5.0
"""A rest that a service asked for is waited out only when it is no longer than this and nobody else can answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One backend's turn: the lanes that are free, best first; without one, `skipped` says why.

    `wait_s` is when it would be free, where `may_wait` says that waiting helps. `missing` are the filters, in words,
    that neither it nor we can apply; `mute` says that an answer in sentences is wanted, which it does not give.
    """

    name: str
    backend: AnyBackend | None = None
    free: tuple[Lane, ...] = ()
    resting: tuple[Lane, ...] = ()
    skipped: Attempt | None = None
    wait_s: float = 0.0
    may_wait: bool = False
    missing: tuple[str, ...] = ()
    mute: bool = False


def turn_of(
    backend: AnyBackend,
    lanes: Sequence[Lane],
    states: Mapping[str, LaneState | None],
    query: SearchQuery,
    *,
    refused: Set[str],
    strict: bool,
    now: float,
) -> Turn:
    """The turn of one backend. `refused` names lanes whose key was refused; `strict` skips one that lacks a filter."""
    usable = [lane for lane in lanes if lane.name not in refused]
    if not usable:
        lack = (None if lanes else backend.lacks(None)) or _no_key(backend, given=bool(lanes))
        return Turn(backend.name, backend, skipped=skip(backend.name, "config", lack.reason, lack.hint))
    unmet = backend.unmet(query, usable[0].key)
    within = query.limit * query.page <= backend.max_results  # then the page is cut out of one longer answer
    absent = missing(unmet - ({"page", "answer"} if within else {"answer"}), query)
    if absent and strict:
        reason = f"cannot filter by {' and '.join(absent)}"
        return Turn(
            backend.name,
            backend,
            missing=absent,
            mute="answer" in unmet,
            skipped=skip(backend.name, "bad_input", reason),
        )
    waits = {lane: cooling.wait_s(states.get(lane.name), now, lane.spacing_s) for lane in usable}
    free = tuple(lane for lane in usable if not waits[lane])
    if free:
        return Turn(backend.name, backend, free, missing=absent, mute="answer" in unmet)
    first = min(usable, key=lambda lane: waits[lane])
    state, wait_s = states.get(first.name), waits[first]
    is_spaced = state is None or state.until <= now
    guessed = state is not None and not state.told
    return Turn(
        backend.name,
        backend,
        resting=(first,),
        skipped=_resting(backend.name, state, wait_s, is_spaced),
        wait_s=wait_s if is_spaced or not guessed else 0.0,  # a rest that is our own guess may be cut short
        may_wait=is_spaced or guessed or wait_s <= SHORT_WAIT_S,
        missing=absent,
        mute="answer" in unmet,
    )


def _no_key(backend: AnyBackend, *, given: bool) -> Lack:
    return Lack("its key was refused" if given else "needs a key", f"Run `webloupe key set {backend.name}`.")


def in_order(turns: Iterable[Turn]) -> list[Turn]:
    """The turns with those first that give what is asked for, else as they come round."""
    return sorted(turns, key=lambda turn: len(turn.missing) + turn.mute)


def broken(name: str, error: WebloupeError) -> Turn:
    """The turn of a backend that cannot even be loaded."""
    return Turn(name, skipped=skip(name, error.code, error.message, error.hint))


def second_chances(turns: Iterable[Turn], left_s: float) -> list[Turn]:
    """Turns that were skipped only for a rest and can still be had in time, soonest first."""
    return sorted((turn for turn in turns if turn.may_wait and turn.wait_s < left_s), key=lambda turn: turn.wait_s)


def skip(name: str, code: ErrorCode, reason: str, hint: str = "", retry_after_s: float | None = None) -> Attempt:
    """An attempt that was not made, and why."""
    error = ErrorInfo(
        code=code,
        message=f"{name}: {reason}",
        hint=hint,
        retryable=retry_after_s is not None,
        retry_after_s=retry_after_s,
        backend=name,
    )
    return Attempt(backend=name, outcome="skipped", error=error, retry_after_s=retry_after_s)


def _resting(name: str, state: LaneState | None, wait_s: float, is_spaced: bool) -> Attempt:
    if state is None or is_spaced:
        return skip(name, "rate_limited", "asked a moment ago, it wants its calls apart", retry_after_s=wait_s)
    words = state.words.removeprefix(f"{name}: ").partition(", HTTP")[0] or "failed"
    return skip(name, state.code or "backend_down", f"rests after: {words}", retry_after_s=wait_s)
