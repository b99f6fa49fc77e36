"""One backend asked by one lane: sent, judged, logged, and its state kept. Never raises for a backend's failure."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec.structs import replace as replaced

from ..errors import (
    AddressRefused,
    BackendError,
    BadInput,
    BadKey,
    Cancelled,
    Offline,
    TimedOut,
    Unreadable,
    WebloupeError,
)
from ..outcomes import MALFORMED, Verdict
from ..service import record_of
from ..types import Attempt, SearchQuery, SearchResult, UsageRecord
from ..wire import Answer, moved_to, origin
from . import cooling
from .backends.base import HttpBackend, LocalBackend, Quota
from .calls import MAX_BYTES, Sender, Tools, request_of, tool_call
from .judging import Exchange, failure, judged, own_failure, read_aside
from .lanes import Lane
from .queue import Place, Queue
from .state import LaneState, State, Tool


class Told(NamedTuple):
    """What asking came to: every attempt, and with the last one's "ok" its hits and its answer in sentences."""

    attempts: tuple[Attempt, ...]
    hits: Sequence[SearchResult] = ()
    answer: str = ""

    @property
    def last(self) -> Attempt:
        """The attempt that decided."""
        return self.attempts[-1]


class Asker:
    """Asks by lanes. `log` takes a record of each attempt that left the machine; `prices` are US$ a keyed call."""

    def __init__(
        self, http: Sender, state: State, log: Callable[[UsageRecord], object], prices: Mapping[str, float]
    ) -> None:
        self._http = http
        self._state = state
        self._tools = Tools(http, state)
        self._log = log
        self._prices = prices
        self._queues: dict[str, Queue] = {}
        self._abandoned: set[asyncio.Task[Any]] = set()

    async def abandon(self, tasks: Iterable[asyncio.Task[Any]]) -> None:
        """End tasks that ask; calls that they have sent are logged as timed out, for services count them."""
        ended = set(tasks)
        self._abandoned |= ended
        for task in ended:
            task.cancel()
        await asyncio.gather(*ended, return_exceptions=True)
        self._abandoned -= ended

    async def ask(self, lane: Lane, query: SearchQuery, timeout_s: float) -> Told:
        """One attempt; two where the tool's arguments had changed and could be followed."""
        deadline = time.monotonic() + timeout_s
        call = tool_call(lane.backend, query, lane.key)
        known = await self._tools.known(call) if call else None
        attempt, exchange = await self._attempt(lane, query, timeout_s, known)
        if call is None or not exchange.about_call:
            return Told((attempt,), exchange.verdict.results, exchange.said)
        tool = await self._tools.learn(call, known, deadline - time.monotonic())
        if tool is None:
            return Told((attempt,), exchange.verdict.results, exchange.said)
        second, exchange = await self._attempt(lane, query, deadline - time.monotonic(), tool)
        return Told((attempt, second), exchange.verdict.results, exchange.said)

    async def _attempt(
        self, lane: Lane, query: SearchQuery, timeout_s: float, tool: Tool | None
    ) -> tuple[Attempt, Exchange]:
        if not isinstance(lane.backend, LocalBackend):
            timeout_s -= await self._take_turn(lane, timeout_s)
        started = time.monotonic()
        try:
            exchange = await self._exchange(lane, query, timeout_s, tool)
        except asyncio.CancelledError:
            if asyncio.current_task() in self._abandoned and not _stays_here(lane):
                lost = failure(lane, TimedOut("given up"), time.monotonic() - started)
                await asyncio.to_thread(
                    self._log, record_of(self._judged(lane, lost, started), None, action="search", ts=time.time())
                )
            raise
        attempt = self._judged(lane, exchange, started)
        if _left_the_machine(attempt) and not _stays_here(lane):
            # In a thread: the log may have to wait for another process that writes it.
            await asyncio.to_thread(self._keep, lane, attempt, exchange.quota)
        return attempt, exchange

    async def _exchange(self, lane: Lane, query: SearchQuery, timeout_s: float, tool: Tool | None) -> Exchange:
        backend = lane.backend
        try:
            if timeout_s <= 0:
                raise BackendError("no time was left")
            if isinstance(backend, LocalBackend):
                return await self._looked(lane, backend, query, timeout_s)
            return await self._call(backend, query, lane.key, timeout_s, tool)
        except (Offline, Cancelled):
            raise  # the next backend would meet the same
        except WebloupeError as error:
            return failure(lane, error, timeout_s)

    async def _call(
        self, backend: HttpBackend, query: SearchQuery, key: str | None, timeout_s: float, tool: Tool | None
    ) -> Exchange:
        deadline = time.monotonic() + timeout_s
        answer = await self._send(backend, query, key, timeout_s, tool)
        return await read_aside(answer, lambda: judged(backend, answer, key), deadline - time.monotonic())

    async def _looked(self, lane: Lane, backend: LocalBackend, query: SearchQuery, timeout_s: float) -> Exchange:
        try:
            hits = await self._look(backend, query, timeout_s)
        except BackendError as error:
            return own_failure(lane, error)
        return Exchange(Verdict("ok", hits) if hits else Verdict("empty"))

    async def _look(self, backend: LocalBackend, query: SearchQuery, timeout_s: float) -> list[SearchResult]:
        """A local backend's results; it works in a thread, which is left behind at the deadline."""
        try:
            async with asyncio.timeout(timeout_s):
                return backend.cleaned(await asyncio.to_thread(backend.search, query, timeout_s))
        except TimeoutError:
            raise TimedOut(f"timed out after {timeout_s:.3g} s") from None
        except MALFORMED as error:
            raise Unreadable(f"unreadable answer: {error}") from error

    async def _send(
        self, backend: HttpBackend, query: SearchQuery, key: str | None, timeout_s: float, tool: Tool | None
    ) -> Answer:
        """The backend's answer. A moved address (307, 308) is asked once more, without the key when it is elsewhere."""
        deadline = time.monotonic() + timeout_s
        if key and not (key.isascii() and key.isprintable()):
            raise BadKey("the key has characters that no header may carry")
        request = request_of(backend, query, key, tool)
        answer = await self._http.send(request, timeout_s=timeout_s, max_bytes=MAX_BYTES)
        target = moved_to(answer)
        if answer.status not in (307, 308) or not target or not _is_as_safe(target, request.url):
            return answer
        if origin(target) != origin(request.url):
            request = request_of(backend, query, None, tool)
        left_s = max(deadline - time.monotonic(), 0.001)
        try:
            return await self._http.send(replace(request, url=target, params={}), timeout_s=left_s, max_bytes=MAX_BYTES)
        except (AddressRefused, BadInput):
            return answer  # told as "moved to …": the first call did leave the machine

    # --- what is kept ------------------------------------------------------------------------------------------------

    async def _take_turn(self, lane: Lane, timeout_s: float) -> float:
        """Note that the lane is asked now, or as soon as its calls may be; the seconds that were waited for it.

        Searches that begin together all saw it free: each takes the next place; who is cancelled gives it back.
        """
        known, now, began = self._state.own(lane.name, LaneState), time.time(), time.monotonic()
        wait_s = cooling.spaced_s(known, now, lane.spacing_s)
        if wait_s >= timeout_s > 0:
            return timeout_s  # no place in time: it takes none
        queue = self._queues.setdefault(lane.name, Queue())
        place = queue.join(now + wait_s, known.called_at if known else 0.0)
        state = cooling.asked(known, place.at, timeout_s)
        self._state.note(lane.name, state)
        try:
            if state.strikes:  # a probe: other processes leave it alone meanwhile
                await asyncio.to_thread(self._state.put, lane.name, state)
            await place.come()
        except asyncio.CancelledError:
            self._leave(lane, queue, place)
            raise
        queue.go(place)
        return time.monotonic() - began

    def _leave(self, lane: Lane, queue: Queue, place: Place) -> None:
        state = self._state.own(lane.name, LaneState) or LaneState(at=time.time())
        last = queue.leave(place, state.called_at)
        self._state.note(lane.name, replaced(state, called_at=last))

    def _keep(self, lane: Lane, attempt: Attempt, quota: Quota | None) -> None:
        self._log(record_of(attempt, quota, action="search", ts=time.time()))
        before = self._state.get(lane.name, LaneState) or LaneState(at=time.time())
        after = cooling.judged(before, attempt, time.time(), random.random())  # noqa: S311 - spreads, guards nothing
        if after.strikes or before.strikes or lane.spacing_s:
            self._state.put(lane.name, after)
        else:
            self._state.note(lane.name, after)

    def _judged(self, lane: Lane, exchange: Exchange, started: float) -> Attempt:
        verdict = exchange.verdict
        price = self._prices.get(lane.backend.name) if lane.key and exchange.answer else None
        return Attempt(
            backend=lane.backend.name,
            outcome=verdict.outcome,
            elapsed_ms=round((time.monotonic() - started) * 1000, 1),
            error=verdict.error,
            retry_after_s=verdict.error.retry_after_s if verdict.error else None,
            remaining=exchange.quota.remaining if exchange.quota else None,
            keyed=lane.key is not None,
            usd=exchange.usd if exchange.usd is not None else price,
        )


def _stays_here(lane: Lane) -> bool:
    return isinstance(lane.backend, LocalBackend) and not lane.backend.online


def _is_as_safe(target: str, url: str) -> bool:
    return target.startswith("https://") or origin(target)[0] == origin(url)[0]


def _left_the_machine(attempt: Attempt) -> bool:
    refused = attempt.error is not None and attempt.error.code in ("bad_input", "address_refused")
    return attempt.outcome != "skipped" and not refused
