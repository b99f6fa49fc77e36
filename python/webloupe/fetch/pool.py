"""The converters of this program: at most a few, shared by all its event loops and threads, ended with it."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

import msgspec

from .converter import CannotStart, Converter, Died
from .frames import Job, Reply

AT_ONCE = 2
"""Conversions under way together: they fill a small machine, and one long page does not hold up the others."""

SLOW_S = 1.0
"""A conversion that takes longer gives its turn on: most likely it will never end, and others must not wait for it."""

MOST = 4
"""Processes together, those of slow conversions included: each may take up to `frames.MEMORY_BYTES`."""


class Pool:
    """Converters, and the turns in which jobs get one: first come, first served."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[Converter] = []
        self._busy: dict[Converter, threading.Thread] = {}
        self._turns = 0
        self._waiting: deque[Future[None]] = deque()

    async def warm_up(self) -> None:
        """Start a converter unless there is one; costs milliseconds. Never fails."""
        with self._lock:
            if self._idle or self._busy:
                return
            converter = Converter()
            self._idle.append(converter)
        with suppress(CannotStart):  # told when a page needs one
            await asyncio.to_thread(converter.start)

    async def reply(self, job: Job) -> Reply:
        """What a converter answers, as soon as one is free. Raises CannotStart or Died; cancelling kills it."""
        await self._turn()
        give_on = _Once(self._next_turn)
        slow = asyncio.get_running_loop().call_later(SLOW_S, self._given_on_early, give_on)
        try:
            return await self._exchange(job)
        finally:
            slow.cancel()
            give_on()

    def close(self) -> None:
        """End the converters that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for converter in idle:
            converter.dispose()

    def end(self) -> None:
        """End all converters: the program is over."""
        with self._lock:
            busy = list(self._busy.items())
        for converter, _ in busy:
            converter.stop()
        for _, thread in busy:
            thread.join(1.0)
        self.close()

    def disown(self) -> None:
        """In a forked child, where no thread of the parent runs: let go of its processes."""
        for converter in (*self._idle, *self._busy):
            converter.disown()

    # --- turns -------------------------------------------------------------------------------------------------------

    async def _turn(self) -> None:
        with self._lock:
            if self._turns < AT_ONCE:
                self._turns += 1
                return
            turn: Future[None] = Future()
            self._waiting.append(turn)
        try:
            await asyncio.wrap_future(turn)
        except BaseException:  # cancelled, or dropped with its loop
            if not turn.cancel():
                self._next_turn()  # the turn came in the same moment
            raise

    def _next_turn(self) -> None:
        with self._lock:
            while self._waiting:
                turn = self._waiting.popleft()
                if turn.set_running_or_notify_cancel():
                    break
            else:
                self._turns -= 1
                return
        turn.set_result(None)

    def _given_on_early(self, give_on: Callable[[], None]) -> None:
        if len(self._busy) < MOST:
            give_on()

    # --- one job -----------------------------------------------------------------------------------------------------

    async def _exchange(self, job: Job) -> Reply:
        replied: Future[Reply] = Future()
        replied.set_running_or_notify_cancel()  # from now on only the thread ends it
        converter = self._taken(lambda mine: self._run(mine, job, replied))
        try:
            return await asyncio.wrap_future(replied)
        except BaseException:
            with self._lock:
                if converter in self._busy:  # else it is through with this job, and perhaps at the next
                    converter.stop()
            raise

    def _taken(self, run: Callable[[Converter], None]) -> Converter:
        """A converter at work, in a thread of its own: waiting in the loop's executor would use up its few threads."""
        with self._lock:
            unusable = [one for one in self._idle if not one.usable]
            self._idle = [one for one in self._idle if one not in unusable]
            converter = self._idle.pop() if self._idle else Converter()
            thread = threading.Thread(target=run, args=(converter,), name="webloupe-conversion", daemon=True)
            self._busy[converter] = thread
            thread.start()
        for one in unusable:
            one.dispose()
        return converter

    def _run(self, converter: Converter, job: Job, replied: Future[Reply]) -> None:
        try:
            reply = _reply(converter, job)
        except BaseException as error:
            self._back(converter)
            replied.set_exception(error)
        else:
            self._back(converter)
            replied.set_result(reply)

    def _back(self, converter: Converter) -> None:
        with self._lock:
            del self._busy[converter]
            if kept := converter.usable and len(self._idle) < AT_ONCE:
                self._idle.append(converter)
        if not kept:
            converter.dispose()


def _reply(converter: Converter, job: Job) -> Reply:
    message = converter.exchange(msgspec.msgpack.encode(job))
    try:
        return msgspec.msgpack.decode(message, type=Reply)
    except msgspec.DecodeError as error:
        converter.dispose()  # whatever the page made of it, it is no converter any more
        raise Died("its process answered nonsense") from error


class _Once:
    """Calls what it holds the first time that it is called."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call: Callable[[], None] | None = call

    def __call__(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            call()


_pool = Pool()


def pool() -> Pool:
    """The pool of this process; a forked child has its own."""
    return _pool


def _after_fork() -> None:
    global _pool  # noqa: PLW0603 - one a process is the point
    _pool.disown()
    _pool = Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _at_exit() -> None:
    _pool.end()
