"""The synchronous face: one loop thread a process, and `Session`, the mirror of `AsyncSession` for cells.

Why one thread for all callers: a cell and a widget callback share one session, and a connection pool
belongs to one event loop (one loop a thread broke 5 of 10 such calls when measured).
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import functools
import inspect
import os
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from . import config as configuration
from .errors import BadInput, Cancelled, Interrupted
from .session import AsyncSession
from .types import Compression, Face
from .walks.batch import keeping
from .walks.context import AsyncContext

P = ParamSpec("P")
T = TypeVar("T")
A = TypeVar("A")

# A lock wait without a time limit cannot be interrupted on Windows; the slice bounds how late Ctrl-C is seen.
_WAIT_SLICE_S = 0.1
_EXIT_LIMIT_S = 1.0


class LoopThread:
    """An event loop running in a daemon thread; `run` hands it a coroutine and waits for the result."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="webloupe-loop", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether it can still run something, in this process."""
        return self.pid == os.getpid() and self._thread.is_alive()

    def _serve(self) -> None:
        """Run the loop. An exit asked for by a caller's own code (a progress function, an observer) ends that call
        only: asyncio lets it end the loop, on which all other calls stand."""
        while True:
            try:
                self.loop.run_forever()
            except (SystemExit, KeyboardInterrupt):
                continue
            return

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result or error. An interrupt cancels it and raises `Interrupted` at once."""
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise BadInput("This call would wait for itself.", "Inside webloupe's loop use `await AsyncSession().…`.")
        try:
            return _wait(asyncio.run_coroutine_threadsafe(coroutine, self.loop))
        except KeyboardInterrupt:
            self.loop.call_soon_threadsafe(_drop, coroutine)
            raise Interrupted("Interrupted.", "What had arrived is in the store; run it again to go on.") from None
        except concurrent.futures.CancelledError:
            raise Cancelled("The call was cancelled.", "Run it again.") from None
        except BaseException:
            self.loop.call_soon_threadsafe(_drop, coroutine)
            raise

    def stop(self) -> None:
        """End the loop and its thread; bounded, for the end of the process."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(_EXIT_LIMIT_S)
        if not self._thread.is_alive():
            self.loop.close()


def _wait(future: concurrent.futures.Future[T]) -> T:
    while not future.done():
        concurrent.futures.wait([future], timeout=_WAIT_SLICE_S)
    return future.result()


def _drop(coroutine: Coroutine[Any, Any, Any]) -> None:
    """Cancel the task of this coroutine: an interrupt may come before the caller holds anything else of it."""
    for task in asyncio.all_tasks():
        if task.get_coro() is coroutine:
            task.cancel()
            return
    coroutine.close()  # never started, or over


_loop_lock = threading.Lock()
_loop_thread: LoopThread | None = None


def loop_thread() -> LoopThread:
    """The process's loop thread; made at first use and made anew in a forked child, where threads are gone."""
    global _loop_thread  # noqa: PLW0603 - one a process is the point
    with _loop_lock:
        if _loop_thread is None or not _loop_thread.alive:
            _loop_thread = LoopThread()
        return _loop_thread


class _Twin(Generic[A]):
    """What has its work done by an async `twin`."""

    def __init__(self, twin: A) -> None:
        self._twin = twin


def _mirror(method: Callable[Concatenate[A, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[_Twin[A], P], T]:
    """The synchronous twin of an async method: derived, so that it cannot drift."""

    def call(self: _Twin[A], /, *args: P.args, **kwargs: P.kwargs) -> T:
        with keeping() as kept:
            try:
                return loop_thread().run(method(self._twin, *args, **kwargs))
            except Interrupted:
                if not kept:
                    raise
                came = f"Interrupted: {len(kept):,} had come."
                hint = "They are in the `.results` of this error; run it again to go on."
                raise Interrupted(came, hint, results=[kept[place] for place in sorted(kept)]) from None

    functools.update_wrapper(call, method)
    return call


def _mirror_each(
    method: Callable[Concatenate[AsyncSession, P], AsyncGenerator[T]],
) -> Callable[Concatenate[Session, P], Iterator[T]]:
    """The synchronous twin of an `AsyncSession` method that gives one thing after another."""

    def call(self: Session, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        each = method(self.session, *args, **kwargs)
        thread = loop_thread()

        async def following() -> tuple[T, ...]:
            async for one in each:
                return (one,)
            return ()

        try:
            while found := thread.run(following()):
                yield found[0]
        finally:  # at the end of the process nobody may be left to do it
            with suppress(RuntimeError):
                asyncio.run_coroutine_threadsafe(each.aclose(), thread.loop)

    functools.update_wrapper(call, method)
    return call


class Context(_Twin[AsyncContext]):
    """Items under a name, kept in the store: pages, results, notes, messages. Every call can be interrupted.

    `session` None is the process's own. What a query does not need stays, and wakes up by another.
    """

    def __init__(self, name: str, *, session: Session | None = None) -> None:
        super().__init__((session or default_session()).session.context(name))

    add = _mirror(AsyncContext.add)
    pin = _mirror(AsyncContext.pin)
    query = _mirror(AsyncContext.query)
    tree = _mirror(AsyncContext.tree)
    forget = _mirror(AsyncContext.forget)
    items = _mirror(AsyncContext.items)

    @property
    def name(self) -> str:
        """What it is called."""
        return self._twin.name

    def __repr__(self) -> str:
        return f"Context({self.name!r})"


class Session(_Twin[AsyncSession]):
    """`AsyncSession` for callers without an event loop. Every call can be interrupted."""

    def __init__(self, config: configuration.Config | None = None, *, face: Face = "python") -> None:
        super().__init__(AsyncSession(config, face=face))
        self.session = self._twin

    search = _mirror(AsyncSession.search)
    search_many = _mirror(AsyncSession.search_many)
    fetch = _mirror(AsyncSession.fetch)
    fetch_many = _mirror(AsyncSession.fetch_many)
    fetch_each = _mirror_each(AsyncSession.fetch_each)
    site_map = _mirror(AsyncSession.site_map)
    crawl = _mirror(AsyncSession.crawl)
    compress = _mirror(AsyncSession.compress)
    pack = _mirror(AsyncSession.pack)
    browse = _mirror(AsyncSession.browse)
    usage = _mirror(AsyncSession.usage)
    close = _mirror(AsyncSession.aclose)

    def context(self, name: str) -> Context:
        """What is known under a name, kept in the store."""
        return Context(name, session=self)

    @property
    def config(self) -> configuration.Config:
        """The settings this session was made with."""
        return self.session.config

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


_sessions: dict[Face, tuple[tuple[object, ...], Session]] = {}


def default_session(face: Face = "python") -> Session:
    """The process's session of that face. What changed since the last call (a variable, a file) makes a new one."""
    config = configuration.load()
    world = (os.getpid(), config, _network_variables())
    known = _sessions.get(face)
    if known is not None and known[0] == world:
        return known[1]
    session = Session(config, face=face)
    _sessions[face] = (world, session)
    return session


def _network_variables() -> dict[str, str]:
    """The proxy and certificate variables, which a session's client reads once."""
    certificates = ("ssl_cert_file", "ssl_cert_dir", "requests_ca_bundle")
    return {k: v for k, v in os.environ.items() if k.lower().endswith("_proxy") or k.lower() in certificates}


@atexit.register
def _close_all() -> None:
    """Leave no connection open; never hold up the end of the process."""
    thread = _loop_thread
    if thread is None or thread.pid != os.getpid():
        return
    closing = [asyncio.run_coroutine_threadsafe(one.session.aclose(), thread.loop) for _, one in _sessions.values()]
    concurrent.futures.wait(closing, timeout=_EXIT_LIMIT_S)
    thread.stop()


def _public(method: Callable[Concatenate[Session, P], T]) -> Callable[P, T]:
    """A module-level function that calls `method` on the process's default session."""

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        return method(default_session(), *args, **kwargs)

    functools.update_wrapper(call, method)
    without_self = list(inspect.signature(method).parameters.values())[1:]
    call.__signature__ = inspect.Signature(without_self)  # type: ignore[attr-defined]
    return call


search = _public(Session.search)
search_many = _public(Session.search_many)
fetch = _public(Session.fetch)
fetch_many = _public(Session.fetch_many)
fetch_each = _public(Session.fetch_each)
site_map = _public(Session.site_map)
crawl = _public(Session.crawl)
compress = _public(Session.compress)
pack = _public(Session.pack)
browse = _public(Session.browse)
usage = _public(Session.usage)


def expand(compression: Compression | str) -> str:
    """The text that a compression without loss was made of, exactly; of a text, what its notation stands for.

    The notation says of itself how it is read: a text of any other kind passes unchanged.
    """
    from .compress.expand import expand as expanded

    return expanded(compression if isinstance(compression, str) else compression.text)
