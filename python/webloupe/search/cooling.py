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
FIRST_REST_WHEN_LIMITED_S: Final = 30.0  # a burst limit is over in seconds, an allowance is not: start in between
LONGEST_REST_S: Final = 600.0
SPREAD: Final = 0.2


def asked(state: LaneState | None, now: float, timeout_s: float) -> LaneState:
    """The state once a call is sent at `now`. While a probe is out, for `timeout_s` at most, nobody else probes."""
    if state is None:
        return LaneState(at=now, called_at=now)
    return replace(state, at=now, called_at=now, until=now + timeout_s if state.strikes else 0.0, told=False)


def judged(state: LaneState, attempt: Attempt, now: float, chance: float) -> LaneState:
    """The state after an attempt that was sent. `chance` (0 up to 1) spreads the rest.

    A single refusal (a 4xx) may be about the query: only the second in a row rests the backend.
    """
    if attempt.outcome in ("ok", "empty"):
        return LaneState(at=now, called_at=state.called_at)
    strikes = state.strikes + 1
    code = attempt.error.code if attempt.error else None
    words = attempt.error.message if attempt.error else ""
    told = attempt.retry_after_s is not None
    if attempt.retry_after_s is not None:
        rest_s = attempt.retry_after_s
    elif code == "refused":
        rest_s = _rest_s(FIRST_REST_S, strikes - 1, chance)
    else:
        first_s = FIRST_REST_WHEN_LIMITED_S if attempt.outcome == "rate_limited" else FIRST_REST_S
        rest_s = _rest_s(first_s, strikes, chance)
    return LaneState(
        at=now, called_at=state.called_at, strikes=strikes, until=now + rest_s, told=told, code=code, words=words
    )


def wait_s(state: LaneState | None, now: float, spacing_s: float = 0.0) -> float:
    """Seconds until it may be asked; 0 when it may. A clock that was set back by more than a day forgets."""
    if state is None:
        return 0.0
    spaced = state.called_at + spacing_s - now if now >= state.called_at else 0.0
    rest = state.until - now
    return max(0.0, spaced, rest if rest <= 2 * 86_400 else 0.0)


def _rest_s(first_s: float, strikes: int, chance: float) -> float:
    if strikes <= 0:
        return 0.0
    rest_s = min(first_s * 2.0 ** min(strikes - 1, 16), LONGEST_REST_S)
    return rest_s * (1 - SPREAD + 2 * SPREAD * chance)
