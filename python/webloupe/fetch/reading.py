"""One hosted reader asked one way: sent, judged, told as an attempt. Never raises for the reader's failure."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace

from ..errors import AddressRefused, BadInput, Cancelled, Offline, TimedOut, Unreadable, WebloupeError
from ..fields import Quota
from ..http import HONEST_USER_AGENT, Http
from ..outcomes import Judged, classify, error_text
from ..service import record_of
from ..types import Attempt, ErrorCode, ErrorInfo, Outcome, UsageRecord
from ..wire import ACCEPT, Answer
from . import challenge
from .hosted import Extract, HostedReader

MAX_BYTES = 10_000_000  # 500,000 characters of text, escaped twice in JSON, with room
JUDGING_S = 1.0
"""What reading an answer gets, where all the time went by until it came: it is paid for."""
TITLE_CHARS = 300  # more is no title


@dataclass(frozen=True, slots=True)
class Way:
    """One way to ask a reader: with its key, or without one. `price` is what a keyed call costs, in US dollars."""

    reader: HostedReader
    key: str | None
    price: float | None = None

    def __repr__(self) -> str:
        return f"Way({self.reader.name}{'+key' if self.key else ''})"


@dataclass(frozen=True, slots=True)
class Read:
    """What asking came to: the attempt, with "ok" the page, and what is left of the allowance where that was told."""

    attempt: Attempt
    page: Extract | None = None
    quota: Quota | None = None

    @property
    def left_the_machine(self) -> bool:
        """Whether the call was sent at all."""
        return self.attempt.outcome != "skipped"

    def record(self) -> UsageRecord:
        """The line of the usage log."""
        return record_of(self.attempt, self.quota, action="fetch", ts=time.time())


async def read(http: Http, way: Way, url: str, timeout_s: float) -> Read:
    """Ask for the page at `url`, within `timeout_s`. Raises Offline and Cancelled: the next one would meet the same."""
    started = time.monotonic()
    request = way.reader.request(url, way.key)
    headers = {"Accept": ACCEPT, "User-Agent": HONEST_USER_AGENT, **request.headers}
    try:
        answer = await http.send(replace(request, headers=headers), timeout_s=timeout_s, max_bytes=MAX_BYTES)
    except (Offline, Cancelled):
        raise
    except WebloupeError as error:
        return Read(_attempt(way, _unanswered(way, error, timeout_s), started))
    left_s = max(started + timeout_s - time.monotonic(), JUDGING_S)
    try:
        async with asyncio.timeout(left_s):
            verdict, quota, usd = await asyncio.to_thread(_told, way, answer)
    except TimeoutError:
        verdict, quota, usd = _unanswered(way, TimedOut(""), timeout_s), None, None
    # Without a word of the service the call cost what one costs, whether or not its answer could be read.
    attempt = _attempt(way, verdict, started, quota=quota, usd=usd if usd is not None else way.price)
    return Read(attempt, next(iter(verdict.results), None), quota)


def _attempt(
    way: Way, verdict: Judged[Extract], started: float, *, quota: Quota | None = None, usd: float | None = None
) -> Attempt:
    return Attempt(
        backend=way.reader.name,
        outcome=verdict.outcome,
        elapsed_ms=round(1000 * (time.monotonic() - started), 1),
        error=verdict.error,
        retry_after_s=verdict.error.retry_after_s if verdict.error else None,
        remaining=quota.remaining if quota else None,
        keyed=way.key is not None,
        usd=usd,
    )


def _told(way: Way, answer: Answer) -> tuple[Judged[Extract], Quota | None, float | None]:
    """All that an answer tells: its verdict, what is left of the allowance, what it cost. Large ones take a while."""
    return _judged(way, answer), way.reader.reading(answer), way.reader.cost(answer)


def _judged(way: Way, answer: Answer) -> Judged[Extract]:
    """The verdict on an answer; a robot check that the reader met in place of the page is no page."""
    verdict = classify(way.reader, answer, now=time.time(), key=way.key)
    for page in verdict.results:
        if reason := challenge.blocked_reason(page.title[:TITLE_CHARS], page.text, b""):
            name = way.reader.name
            error = ErrorInfo(code="blocked", message=error_text(name, f"met a {reason}", way.key), backend=name)
            return Judged("http", error=error)
    return verdict


def _unanswered(way: Way, error: WebloupeError, timeout_s: float) -> Judged[Extract]:
    """The verdict on a call that brought no answer; "skipped" where it was not even sent."""
    name, words = way.reader.name, error.message
    outcome: Outcome = "transport"
    code: ErrorCode = "backend_down"
    if isinstance(error, TimedOut):
        outcome, code, words = "timeout", "timed_out", f"timed out after {timeout_s:.3g} s"
    elif isinstance(error, Unreadable):
        outcome, code = "payload", "bad_answer"  # an answer came, in a coding that cannot be undone
    elif isinstance(error, BadInput | AddressRefused) or error.code == "config":
        outcome, code = "skipped", error.code
    message = error_text(name, words, way.key)
    return Judged(outcome, error=ErrorInfo(code=code, message=message, hint=error.hint, backend=name))
