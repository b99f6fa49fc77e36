"""Attempts in words: why a backend did not answer, and the error when none did. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..errors import AllBackendsFailed
from ..types import Attempt
from .describe import shorten

CAUSE_CHARS = 100


def cause(attempt: Attempt) -> str:
    """What one attempt came to, in a few words that follow the backend's name."""
    if attempt.outcome == "ok":
        return "answered"
    if attempt.outcome == "empty":
        return "found nothing"
    if attempt.outcome == "timeout":
        return f"timed out after {attempt.elapsed_ms / 1000:.3g} s"
    message = attempt.error.message if attempt.error else attempt.outcome
    what = shorten(message.removeprefix(f"{attempt.backend}: ").rstrip("."), CAUSE_CHARS)
    if attempt.outcome == "rate_limited" or (attempt.error and attempt.error.code == "bad_key"):
        what = what.partition(", HTTP")[0]  # the words beside it only repeat it
    return what if attempt.retry_after_s is None else f"{what} (retry in {seconds(attempt.retry_after_s)})"


def seconds(wait_s: float) -> str:
    """A wait in whole seconds, rounded up: "7 s"."""
    return f"{math.ceil(wait_s):,} s"


def note_on_nothing(attempts: Sequence[Attempt]) -> str:
    """Who found nothing and who failed, for a search that no backend had results for."""
    empty = [attempt.backend for attempt in attempts if attempt.outcome == "empty"]
    failed = [f"{attempt.backend} {cause(attempt)}" for attempt in attempts if attempt.outcome != "empty"]
    return "; ".join([f"{' and '.join(empty)} found nothing", *failed])


def all_failed(attempts: Sequence[Attempt]) -> AllBackendsFailed:
    """The error that names every cause and the shortest wait that any backend asked for."""
    waits = [attempt.retry_after_s for attempt in attempts if attempt.retry_after_s is not None]
    wait_s = min(waits, default=None)
    causes = ", ".join(f"{attempt.backend} {cause(attempt)}" for attempt in attempts)
    return AllBackendsFailed(
        f"No backend answered: {causes}.",
        _next_step(attempts, wait_s),
        attempts=tuple(attempts),
        retry_after_s=wait_s,
    )


def _next_step(attempts: Sequence[Attempt], wait_s: float | None) -> str:
    """What to do: what the backends themselves lack, where it is only that; what all of them advise; else wait."""
    lacks = [attempt.error.hint for attempt in attempts if attempt.error and attempt.error.code == "config"]
    if len(lacks) == len(attempts):
        return " ".join(dict.fromkeys(hint for hint in lacks if hint)) or "Run `%webloupe doctor`."
    advice = {attempt.error.hint if attempt.error else "" for attempt in attempts}
    if wait_s is None and len(advice) == 1 and (only := advice.pop()):
        return f"{only} Or run `%webloupe doctor`."
    first = f"Try again in {seconds(wait_s)}" if wait_s is not None else "Try again later"
    return f"{first}, or run `%webloupe doctor`."
