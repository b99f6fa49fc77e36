"""The ring: asks one backend a call, starting at the next one each time, and goes on when it fails.

A failure is never "no results": when at least one backend looked and found nothing, the answer is
empty and the failed attempts stand beside it; when every attempt failed, it is an error.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import os
import re
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from ..errors import BadInput, ConfigError
from ..types import SearchQuery, SearchResponse, Tier, Unsupported, UsageRecord
from . import finish, turns
from .asking import Asker
from .attempts import cause
from .backends import load
from .backends.base import AnyBackend
from .calls import Sender
from .course import Course, Step
from .describe import plain
from .finish import Hits
from .lanes import Lane, lanes
from .state import LaneState, State
from .turns import Turn

SLOW_S = 2.0
"""When a second backend is asked with `hedge`, as long as the first one's own p95 is not known."""
PEERS = 32
"""Queries whose answers stay in hand, to repair a description from another backend's."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")


class Key(Protocol):
    """A key that shows itself only when told to."""

    def reveal(self) -> str:
        """The key itself."""
        ...


class Ring:
    """The backends that take turns, and whose turn it is; any other may be asked by its name.

    `endpoints` replaces addresses, `keys`, `tiers` and `prices` (US$ a keyed call) go by backend name; `log` takes one
    record of each attempt that left the machine (one that the caller cancels is not logged: it has no outcome; one that
    `aclose` gives up is, as timed out).
    `first` says whose turn it is at the start. `state` is what was learned before; `home` is where local backends find
    the store, `page_text` a stored page's markdown; `slow_after_s` tells a backend's usual longest time.
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
        tiers: Mapping[str, Tier] | None = None,
        prices: Mapping[str, float] | None = None,
        state: State | None = None,
        home: Path | None = None,
        page_text: Callable[[str], str | None] = lambda _: None,
        slow_after_s: Callable[[str], float | None] = lambda _: None,
    ) -> None:
        self._endpoints = endpoints
        self._names = tuple(backends)
        self._keys = keys
        self._tiers = tiers or {}
        self._state = state or State()
        self._home = home
        self._page_text = page_text
        self._slow_after_s = slow_after_s
        self._asker = Asker(http, self._state, log, prices or {})
        self._turns = itertools.count(first)
        self._loaded: dict[str, AnyBackend] = {}
        self._refused: set[str] = set()
        self._told_refused: set[str] = set()
        self._in_hand: OrderedDict[str, dict[str, Hits]] = OrderedDict()
        self._late: set[asyncio.Task[Step]] = set()

    async def search(
        self,
        query: SearchQuery,
        *,
        backend: str = "auto",
        timeout_s: float = 30.0,
        hedge: bool = False,
        fuse: bool = False,
        unsupported: Unsupported = "warn",
        progress: Callable[[str], None] = lambda _: None,
    ) -> SearchResponse:
        """Results of the first backend that has any; empty when two looked and found nothing.

        `backend` "all" asks every one at once and compares them; `fuse` ranks their hits together. `timeout_s` is for
        the whole search: each attempt gets an equal share of what is left. `hedge` asks a second backend when the
        first is slower than it usually is. `progress` is told each step in words.
        BadInput on an empty query or a backend that does not exist; AllBackendsFailed when none answered.
        """
        course = Course(_asked(query), deadline=time.monotonic() + timeout_s, quiet=unsupported == "ignore")
        order = await self._order(course.query, backend, strict=unsupported == "error")
        if backend == "all":
            await self._ask_all(course, order)
            return await self._compared(course, fuse=fuse)
        await self._ask_in_turn(course, order, hedge=hedge, progress=progress)
        if not course.is_answered and not course.empties:
            chances = turns.second_chances(order, course.left_s())
            await self._ask_rested(course, chances, progress)
        return await self._answered(course)

    async def aclose(self) -> None:
        """Give up calls that a faster backend made needless; the log has them as timed out."""
        await self._asker.abandon(self._late)

    # --- whose turn --------------------------------------------------------------------------------------------------

    async def _order(self, query: SearchQuery, wanted: str, *, strict: bool) -> list[Turn]:
        names = self._names if wanted in ("auto", "all") else (wanted,)
        if not names:
            raise BadInput("No search backend is switched on.", "Name some in `WEBLOUPE_BACKENDS`.")
        start = next(self._turns) % len(names) if wanted == "auto" else 0
        turn_of = functools.partial(self._turn_of, query, strict=strict, named=wanted == names[0])
        order = await asyncio.to_thread(lambda: [turn_of(name) for name in names[start:] + names[:start]])
        if strict and all(turn.missing for turn in order):
            words = " and ".join(sorted({word for turn in order for word in turn.missing}))
            raise BadInput(f"No backend asked here can filter by {words}.", "Leave it out, or ask one that can.")
        return turns.in_order(order)

    def _turn_of(self, query: SearchQuery, name: str, *, strict: bool, named: bool) -> Turn:
        """One backend's turn; reads the state files of its lanes."""
        try:
            backend = self._load(name)
        except ConfigError as error:
            if named:
                raise
            return turns.broken(name, error)
        secret = self._keys.get(name)
        key = (secret.reveal() if secret else "") or None  # an empty key sent along is refused with 401
        ways = lanes(backend, key, self._tiers.get(name, "auto"))
        states = {lane.name: self._state.get(lane.name, LaneState) for lane in ways}
        return turns.turn_of(backend, ways, states, query, refused=self._refused, strict=strict, now=time.time())

    def _load(self, name: str) -> AnyBackend:
        if name not in self._loaded:
            self._loaded[name] = load(
                name, endpoint=self._endpoints.get(name), session_id=_session_id(os.getpid()), home=self._home
            )
        return self._loaded[name]

    # --- asking ------------------------------------------------------------------------------------------------------

    async def _ask_in_turn(
        self, course: Course, order: Sequence[Turn], *, hedge: bool, progress: Callable[[str], None]
    ) -> None:
        """One after the other until one has hits or two found nothing; with `hedge`, the next beside a slow one."""
        waiting = list(order)
        running: dict[asyncio.Task[Step], Turn] = {}
        try:
            while not course.is_done:
                while waiting and not waiting[0].free:
                    course.skip(waiting.pop(0))
                if not running:
                    if not waiting:
                        return
                    self._start(course, waiting, running, progress)
                turn = next(iter(running.values()))
                slow_s = self._slow_s(turn) if hedge and waiting and len(running) == 1 else None
                done, _ = await asyncio.wait(running, timeout=slow_s, return_when=asyncio.FIRST_COMPLETED)
                if not done and any(other.free for other in waiting):
                    course.say(f"{turn.name} is slower than usual ({slow_s:.2g} s): another was asked beside it.")
                    waiting.sort(key=lambda other: not other.free)
                    self._start(course, waiting, running, progress)
                    continue
                if not done:
                    done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    running.pop(task)
                    self._take(course, task.result())
        finally:
            self._leave(course, running)

    def _start(
        self,
        course: Course,
        waiting: list[Turn],
        running: dict[asyncio.Task[Step], Turn],
        progress: Callable[[str], None],
    ) -> None:
        turn = waiting.pop(0)
        told = (f"{tried.backend} {cause(tried)}" for tried in course.attempts)
        progress(" · ".join([*told, f"asking {turn.name}"]))
        share_s = course.left_s() / (1 + sum(bool(other.free) for other in waiting))
        running[asyncio.create_task(self._ask(turn, turn.free, course.query, share_s))] = turn

    async def _ask(self, turn: Turn, ways: Sequence[Lane], query: SearchQuery, timeout_s: float) -> Step:
        """A backend's turn: its lanes in order, the next one where a key was refused or an allowance is spent."""
        step = Step(turn)
        deadline = time.monotonic() + timeout_s
        for lane in ways:
            asked = finish.wanted(lane.backend, query, lane.key)
            step = step.then(lane, await self._asker.ask(lane, asked, deadline - time.monotonic()))
            error = step.last.error
            if lane.key and error and error.code == "bad_key":
                self._refused.add(lane.name)
            elif step.last.outcome != "rate_limited":
                break
        return step

    async def _ask_rested(self, course: Course, chances: Sequence[Turn], progress: Callable[[str], None]) -> None:
        """Those that rest, when nobody else can answer: better asked a little early than not at all."""
        for place, turn in enumerate(chances):
            wait_s = max(0.0, turn.wait_s - course.spent_s())
            progress(f"waiting {wait_s:.2g} s for {turn.name}" if wait_s else f"asking {turn.name}")
            await asyncio.sleep(wait_s)
            course.unskip(turn)
            share_s = course.left_s() / (len(chances) - place)
            self._take(course, await self._ask(turn, turn.resting, course.query, share_s))
            if course.is_done:
                return

    async def _ask_all(self, course: Course, order: Sequence[Turn]) -> None:
        """Everybody at once, each with all the time there is."""

        async def one(turn: Turn) -> Step | None:
            if not turn.free and turn.wait_s < turns.SHORT_WAIT_S and turn.may_wait:
                await asyncio.sleep(turn.wait_s)
                return await self._ask(turn, turn.resting, course.query, course.left_s())
            return await self._ask(turn, turn.free, course.query, course.left_s()) if turn.free else None

        tasks = [asyncio.ensure_future(one(turn)) for turn in order]
        try:
            for turn, step in zip(order, await asyncio.gather(*tasks), strict=True):
                if step is None:
                    course.skip(turn)
                else:
                    self._take(course, step)
        finally:
            for task in tasks:
                task.cancel()

    def _take(self, course: Course, step: Step) -> None:
        """A finished turn into the course; a refused key is told once a process."""
        course.take(step)
        if step.hits:
            self._hold(course.query.text, step)
        keyless = step.lane is not None and not step.lane.key
        if step.turn.name not in self._told_refused and f"{step.turn.name}+key" in self._refused and keyless:
            self._told_refused.add(step.turn.name)
            course.say(f"{step.turn.name}: its key was refused, so it was asked without one.")

    def _leave(self, course: Course, running: Mapping[asyncio.Task[Step], Turn]) -> None:
        """Calls that a faster one overtook run on unheard, so that the log tells their outcome; others are ended."""
        for task, turn in running.items():
            if not course.is_done:
                task.cancel()
                continue
            course.overtaken(turn)
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    def _slow_s(self, turn: Turn) -> float:
        return self._slow_after_s(turn.name) or SLOW_S

    # --- results -----------------------------------------------------------------------------------------------------

    def _hold(self, text: str, step: Step) -> None:
        """Keep a backend's hits in hand: they may repair another's descriptions."""
        self._in_hand.setdefault(text, {})[step.turn.name] = step.hits
        self._in_hand.move_to_end(text)
        while len(self._in_hand) > PEERS:
            self._in_hand.popitem(last=False)

    async def _answered(self, course: Course) -> SearchResponse:
        return await asyncio.to_thread(course.response, self._settled(course))

    async def _compared(self, course: Course, *, fuse: bool) -> SearchResponse:
        return await asyncio.to_thread(course.comparison, self._settled(course), fuse=fuse)

    def _settled(self, course: Course) -> finish.Settle:
        peers = dict(self._in_hand.get(course.query.text, {}))
        chars = {name: backend.description_chars for name, backend in self._loaded.items()}
        return functools.partial(
            finish.results, chars_of=lambda name: chars.get(name, 320), peers=peers, page_text=self._page_text
        )


def _asked(query: SearchQuery) -> SearchQuery:
    """The query with its words as they were typed, control characters apart."""
    if not plain(query.text):
        raise BadInput("The query is empty.", "Say in a few words what to search for.")
    return replace(query, text=_CONTROL.sub(" ", query.text).strip())


@functools.cache
def _session_id(pid: int) -> str:
    """One random name for this process (a forked child is another): free tiers count by it."""
    return uuid.uuid4().hex
