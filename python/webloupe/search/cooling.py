"""When a backend that failed is asked again: a breaker with growing rests. Pure.

The service's own word counts first (Retry-After, or the wait in its body). Without one the rest doubles with each
failure in a row, spread so that many kernels do not come back together ("full jitter" keeps too little distance from a
service that just failed; a fifth up or down does). After the rest the next call is the probe.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..types import Attempt
from .state import LaneState

FIRST_REST_S: Final = 10.0
FIRST_LONGER_REST_S: Final = 30.0
"""After a limit (bursts are over in seconds, allowances are not) and after silence, which costs a search most."""
LONGEST_REST_S: Final = 600.0
SPENT_REST_S: Final = 86_400.0
"""After "credits used up" without a time: a plan is full again next month, or once somebody has paid. Whoever asks
for the backend by its name finds that out at once."""
SPREAD: Final = 0.2
FORGOTTEN_S: Final = 60.0
"""Calls are kept apart by less than this: a longer wait comes of a clock that was set back."""


def asked(state: LaneState | None, now: float, timeout_s: float) -> LaneState:
    """The state once a call is sent at `now`, which may be a moment ahead. While a probe is out, for `timeout_s` at
    most, nobody else probes."""
    if state is None:
        return LaneState(at=now, called_at=now)
    return replace(state, at=now, called_at=now, until=now + timeout_s if state.strikes else 0.0, told=False)


def judged(state: LaneState, attempt: Attempt, now: float, chance: float) -> LaneState:
    """The state after an attempt that was sent. `chance` (0 up to 1) spreads the rest.

    A refused key rests nobody: it is left out until it is another one.
    """
    code = attempt.error.code if attempt.error else None
    if attempt.outcome in ("ok", "empty") or code == "bad_key":
        return LaneState(at=now, called_at=state.called_at)
    strikes = state.strikes + 1
    told_s = attempt.retry_after_s
    if told_s is None:
        rest_s = _guess_s(attempt, strikes, chance)
    else:  # the first word of a service is believed; one that says "at once" again and again is not
        rest_s = max(told_s, _rest_s(FIRST_REST_S, strikes - 1, chance))
    return LaneState(
        at=now,
        called_at=state.called_at,
        strikes=strikes,
        until=now + rest_s,
        told=rest_s == told_s,
        code=code,
        words=attempt.error.message if attempt.error else "",
    )


def wait_s(state: LaneState | None, now: float, spacing_s: float = 0.0) -> float:
    """Seconds until it may be asked; 0 when it may. A clock that was set back by more than a day forgets."""
    if state is None:
        return 0.0
    rest_s = state.until - now
    return max(spaced_s(state, now, spacing_s), rest_s if rest_s <= 2 * 86_400 else 0.0)


def spaced_s(state: LaneState | None, now: float, spacing_s: float) -> float:
    """Seconds until `spacing_s` have passed since the last call, which may be one that is still to come."""
    wait_s = state.called_at + spacing_s - now if state else 0.0
    return max(0.0, wait_s) if wait_s <= FORGOTTEN_S else 0.0


def _guess_s(attempt: Attempt, strikes: int, chance: float) -> float:
    """How long it rests after so many failures in a row, where the service does not say.

    A single refusal (a 4xx) may be about the query: only the second in a row rests the backend.
    """
    code = attempt.error.code if attempt.error else None
    if code == "quota_spent":
        return SPENT_REST_S
    if code == "refused":
        return _rest_s(FIRST_REST_S, strikes - 1, chance)
    is_long = attempt.outcome in ("rate_limited", "timeout")
    return _rest_s(FIRST_LONGER_REST_S if is_long else FIRST_REST_S, strikes, chance)


def _rest_s(first_s: float, strikes: int, chance: float) -> float:
    if strikes <= 0:
        return 0.0
    rest_s = min(first_s * 2.0 ** min(strikes - 1, 16), LONGEST_REST_S)
    return rest_s * (1 - SPREAD + 2 * SPREAD * chance)
