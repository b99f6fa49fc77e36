"""The ring: asks one backend a call, starting at the next one each time, and goes on when it fails.

A failure is never "no results": when at least one backend looked and found nothing, the answer is
empty and the failed attempts stand beside it; when every attempt failed, it is an error.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import os
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

import msgspec

from ..errors import (
    AddressRefused,
    BackendError,
    BadInput,
    BadKey,
    Cancelled,
    ConfigError,
    Offline,
    TimedOut,
    Unreadable,
    WebloupeError,
)
from ..http import HONEST_USER_AGENT
from ..outcomes import Verdict, classify, error_text
from ..types import Attempt, ErrorCode, ErrorInfo, Outcome, SearchQuery, SearchResponse, SearchResult, UsageRecord
from ..wire import ACCEPT, Answer, Request, moved_to, origin
from .attempts import all_failed, cause, note_on_nothing
from .backends import load
from .backends.base import HttpBackend, Quota
from .describe import plain, shorten

MAX_BYTES = 5_000_000  # ten results without page text are 10–100 kB
OPINIONS = 2  # one backend may be blind for a query; asking all would burn their allowances on honest zeros


class Sender(Protocol):
    """What the ring needs of the HTTP client."""

    async def send(self, request: Request, *, timeout_s: float, max_bytes: int = ...) -> Answer:
        """The answer within `timeout_s`, whatever its status; a WebloupeError when there is none."""
        ...


class Key(Protocol):
    """A key that shows itself only when told to."""

    def reveal(self) -> str:
        """The key itself."""
        ...


class Ring:
    """The backends that take turns, and whose turn it is; any other may be asked by its name.

    `endpoints` replaces addresses by backend name, `keys` holds keys by backend name, `log` takes one
    record of each attempt that left the machine (one that the caller cancels is not logged: it has no outcome).
    `first` says whose turn it is at the start.
    """

    def __init__(
        self,
        http: Sender,
        *,
        backends: Sequence[str],
        endpoints: Mapping[str, str],
        keys: Mapping[str, Key],
        log: Callable[[UsageRecord], object],
        first: int = 0,
    ) -> None:
        self._http = http
        self._endpoints = endpoints
        self._backends = [self._load(name) for name in backends]
        self._keys = keys
        self._log = log
        self._turns = itertools.count(first)

    async def search(
        self,
        query: SearchQuery,
        *,
        backend: str = "auto",
        timeout_s: float = 30.0,
        progress: Callable[[str], None] = lambda _: None,
    ) -> SearchResponse:
        """Results of the first backend that has any; empty when two looked and found nothing.

        `timeout_s` is for the whole search: each attempt gets an equal share of what is left. `progress` is told
        each step in words.
        BadInput on an empty query or a backend that does not exist; AllBackendsFailed when none answered.
        """
        started = time.monotonic()
        query = _asked(query)
        order = self._order(backend)
        attempts: list[Attempt] = []
        results: Sequence[SearchResult] = ()
        for place, one in enumerate(order):
            progress(" · ".join([*(f"{tried.backend} {cause(tried)}" for tried in attempts), f"asking {one.name}"]))
            left_s = started + timeout_s - time.monotonic()
            attempt, results = await self._ask(one, query, left_s / (len(order) - place))
            attempts.append(attempt)
            if results or sum(attempt.outcome == "empty" for attempt in attempts) == OPINIONS:
                break
        return _response(query, results, attempts, elapsed_ms=_ms_since(started))

    def _order(self, wanted: str) -> list[HttpBackend]:
        if wanted != "auto":
            return [self._load(wanted)]
        if not self._backends:
            raise BadInput("No search backend is switched on.", "Name some in `WEBLOUPE_BACKENDS`.")
        start = next(self._turns) % len(self._backends)
        return self._backends[start:] + self._backends[:start]

    def _load(self, name: str) -> HttpBackend:
        return cast(HttpBackend, load(name, endpoint=self._endpoints.get(name), session_id=_session_id(os.getpid())))

    async def _ask(
        self, backend: HttpBackend, query: SearchQuery, timeout_s: float
    ) -> tuple[Attempt, Sequence[SearchResult]]:
        """One attempt: asked, judged, logged."""
        secret = self._keys.get(backend.name)
        key = (secret.reveal() if secret else "") or None  # an empty key sent along is refused with 401
        started = time.monotonic()
        try:
            answer = await self._send(backend, query, key, timeout_s)
        except (Offline, Cancelled, ConfigError):
            raise  # the next backend would meet the same
        except WebloupeError as error:
            verdict, quota = _failure(backend, error, key, timeout_s), None
        else:
            verdict, quota = classify(backend, answer, now=time.time(), key=key), backend.reading(answer)
        attempt = _attempt(backend, verdict, quota, _ms_since(started))
        if _left_the_machine(attempt):
            # In a thread: the log may have to wait for another process that writes it.
            await asyncio.to_thread(self._log, _record(attempt, quota))
        results = verdict.results[: query.limit]
        cut = [
            msgspec.structs.replace(hit, description=shorten(hit.description, backend.description_chars))
            for hit in results
        ]
        return attempt, cut

    async def _send(self, backend: HttpBackend, query: SearchQuery, key: str | None, timeout_s: float) -> Answer:
        """The backend's answer. A moved address (307, 308) is asked once more, without the key when it is elsewhere."""
        deadline = time.monotonic() + timeout_s
        if timeout_s <= 0:
            raise BackendError("no time was left")
        if key and not (key.isascii() and key.isprintable()):
            raise BadKey("the key has characters that no header may carry")
        request = _with_headers(backend.request(query, key))
        answer = await self._http.send(request, timeout_s=timeout_s, max_bytes=MAX_BYTES)
        target = moved_to(answer)
        if answer.status not in (307, 308) or not target or not _is_as_safe(target, request.url):
            return answer
        if origin(target) != origin(request.url):
            request = _with_headers(backend.request(query, None))
        left_s = max(deadline - time.monotonic(), 0.001)
        try:
            return await self._http.send(replace(request, url=target, params={}), timeout_s=left_s, max_bytes=MAX_BYTES)
        except (AddressRefused, BadInput):
            return answer  # told as "moved to …": the first call did leave the machine


def _cut(hit: SearchResult, chars: int) -> SearchResult:
    return msgspec.structs.replace(hit, description=shorten(hit.description, chars))


def _asked(query: SearchQuery) -> SearchQuery:
    text = plain(query.text)
    if not text:
        raise BadInput("The query is empty.", "Say in a few words what to search for.")
    return msgspec.structs.replace(query, text=text)


def _with_headers(request: Request) -> Request:
    headers = {"Accept": ACCEPT, "User-Agent": HONEST_USER_AGENT, **request.headers}
    return replace(request, headers=headers)


def _is_as_safe(target: str, url: str) -> bool:
    return target.startswith("https://") or origin(target)[0] == origin(url)[0]


def _failure(backend: HttpBackend, error: WebloupeError, key: str | None, timeout_s: float) -> Verdict:
    """The verdict on a call that brought no answer. A BackendError is ours: the call was not sent."""
    outcome: Outcome = "transport"
    code: ErrorCode = error.code if isinstance(error, BadInput | AddressRefused) else "backend_down"
    words = error.message
    if isinstance(error, TimedOut):
        outcome, code, words = "timeout", "timed_out", f"timed out after {timeout_s:.3g} s"
    elif isinstance(error, Unreadable):
        outcome, code = "payload", "bad_answer"  # an answer came, in a coding that cannot be undone
    elif isinstance(error, BackendError):
        outcome, code = "skipped", error.code
    message = error_text(backend.name, words, key)
    info = ErrorInfo(code=code, message=message, hint=error.hint, retryable=error.retryable, backend=backend.name)
    return Verdict(outcome, error=info)


def _attempt(backend: HttpBackend, verdict: Verdict, quota: Quota | None, elapsed_ms: float) -> Attempt:
    return Attempt(
        backend=backend.name,
        outcome=verdict.outcome,
        elapsed_ms=elapsed_ms,
        error=verdict.error,
        retry_after_s=verdict.error.retry_after_s if verdict.error else None,
        remaining=quota.remaining if quota else None,
    )


def _left_the_machine(attempt: Attempt) -> bool:
    refused = attempt.error is not None and attempt.error.code in ("bad_input", "address_refused")
    return attempt.outcome != "skipped" and not refused


def _record(attempt: Attempt, quota: Quota | None) -> UsageRecord:
    return UsageRecord(
        ts=time.time(),
        backend=attempt.backend,
        outcome=attempt.outcome,
        remaining=attempt.remaining,
        elapsed_ms=attempt.elapsed_ms,
        action="search",
        limit=quota.limit if quota else None,
        resets_at=quota.resets_at if quota else None,
    )


def _response(
    query: SearchQuery, results: Sequence[SearchResult], attempts: Sequence[Attempt], *, elapsed_ms: float
) -> SearchResponse:
    if not results and not any(attempt.outcome == "empty" for attempt in attempts):
        raise all_failed(attempts)
    return SearchResponse(
        query=query.text,
        results=tuple(msgspec.structs.replace(hit, position=place) for place, hit in enumerate(results, 1)),
        attempts=tuple(attempts),
        notes=() if results else (note_on_nothing(attempts),),
        elapsed_ms=elapsed_ms,
    )


@functools.cache
def _session_id(pid: int) -> str:
    """One random name for this process (a forked child is another): free tiers count by it."""
    return uuid.uuid4().hex


def _ms_since(started: float) -> float:
    return round((time.monotonic() - started) * 1000, 1)
