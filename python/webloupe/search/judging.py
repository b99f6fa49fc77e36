"""What one call came to: the verdict on the answer, or on its absence, and all else that is read out of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from ..errors import AddressRefused, BackendError, BadInput, TimedOut, Unreadable, WebloupeError
from ..outcomes import Verdict, classify, error_text
from ..types import ErrorCode, ErrorInfo, Outcome
from ..wire import Answer
from . import drift
from .backends.base import HttpBackend, Quota
from .lanes import Lane

LARGE_BYTES: Final = 200_000
"""An answer above this is read in a thread: a megabyte may take a second, in which the loop must not stand still.
Services send 10-100 kB, read in less time than a thread takes to start."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call that was sent or was to be: the verdict on it, and what else the answer tells, where one came.

    `said` is its answer in sentences; `about_call` tells that the call itself was wrong, not its key or the number of
    calls.
    """

    verdict: Verdict
    answer: Answer | None = None
    quota: Quota | None = None
    usd: float | None = None
    said: str = ""
    about_call: bool = False


def judged(backend: HttpBackend, answer: Answer, key: str | None) -> Exchange:
    """All that is read out of an answer."""
    verdict = classify(backend, answer, now=time.time(), key=key)
    return Exchange(
        verdict,
        answer,
        backend.reading(answer),
        backend.cost(answer),
        said=backend.said(answer) if verdict.outcome == "ok" else "",
        about_call=_is_about_call(verdict, answer),
    )


def _is_about_call(verdict: Verdict, answer: Answer) -> bool:
    if verdict.outcome != "http" or verdict.error is None or verdict.error.code == "bad_key":
        return False
    return answer.status not in (401, 403) and drift.is_about_arguments(answer)


async def read_aside(answer: Answer, read: Callable[[], T], timeout_s: float) -> T:
    """What `read` makes of an answer; of a large one in a thread, which is left behind at the deadline.

    Unreadable when it takes longer.
    """
    if len(answer.body) <= LARGE_BYTES:
        return read()
    try:
        async with asyncio.timeout(timeout_s):
            return await asyncio.to_thread(read)
    except TimeoutError:
        raise Unreadable(f"an answer of {len(answer.body):,} bytes could not be read in time") from None


def failure(lane: Lane, error: WebloupeError, timeout_s: float) -> Exchange:
    """A call that brought no answer. A BackendError is ours: the call was not sent."""
    name = lane.backend.name
    outcome: Outcome = "transport"
    code: ErrorCode = error.code if isinstance(error, BadInput | AddressRefused) else "backend_down"
    words = error.message
    if isinstance(error, TimedOut):
        outcome, code, words = "timeout", "timed_out", f"timed out after {timeout_s:.3g} s"
    elif isinstance(error, Unreadable):
        outcome, code = "payload", "bad_answer"  # an answer came, in a coding that cannot be undone
    elif isinstance(error, BackendError) or error.code in ("extra_missing", "config"):
        outcome, code = "skipped", error.code
    message = error_text(name, words, lane.key)
    info = ErrorInfo(code=code, message=message, hint=error.hint, retryable=error.retryable, backend=name)
    return Exchange(Verdict(outcome, error=info))


def own_failure(lane: Lane, error: BackendError) -> Exchange:
    """A local backend that looked and failed: it knows itself what happened."""
    outcome: Outcome = "rate_limited" if error.code in ("rate_limited", "quota_spent") else "http"
    info = ErrorInfo(
        code=error.code,
        message=error_text(lane.backend.name, error.message, lane.key),
        hint=error.hint,
        retryable=error.retryable,
        retry_after_s=error.retry_after_s,
        backend=lane.backend.name,
    )
    return Exchange(Verdict(outcome, error=info))
