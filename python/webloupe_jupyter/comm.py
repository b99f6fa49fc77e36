"""The kernel's line to the pages that show a notebook: one comm a panel.

    page → kernel: call, ping, set, cancel      kernel → page: hello, ack, progress, result, error, changed

Every action runs on the core's loop thread, beside a running cell, and answers by comm alone: a kernel interrupt
does not reach it, which is why there is `cancel`. Handlers may run on a subshell's thread (ipykernel 7) or on the
main one.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import logging
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from webloupe import __version__
from webloupe.errors import BadInput
from webloupe.sync import default_session, loop_thread
from webloupe.types import FetchResult, SearchResponse

from . import objects
from .arguments import brief
from .shapes import COMM_TARGET, SHAPE_VERSION

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

Message = Mapping[str, Any]
_lines: dict[str, tuple[Any, Line]] = {}  # comm and line, by the comm's id
_OF_OBJECTS = ("diff", "restore")  # the operations that ask of an object where it lives
_MOST_CALLS = 32  # under way at once for one page; a person starts a few
_log = logging.getLogger(__name__)


def register(shell: InteractiveShell) -> None:
    """Answer the pages of this shell's kernel; nothing to do for a shell without one."""
    manager = _comm_manager(shell)
    if manager is not None:
        manager.register_target(COMM_TARGET, _opened)


def unregister(shell: InteractiveShell) -> None:
    """Answer nobody any more, and tell those who are connected."""
    manager = _comm_manager(shell)
    if manager is None or manager.targets.get(COMM_TARGET) is not _opened:
        return
    manager.unregister_target(COMM_TARGET, _opened)
    for comm, line in list(_lines.values()):
        _lines.pop(comm.comm_id, None)
        line.close()
        try:
            comm.close()
        except Exception:  # whatever one comm has, the others are closed
            _log.debug("a comm did not close", exc_info=True)


def push(identity: str, state: Mapping[str, Any]) -> None:
    """Tell every page that Python changed the state of what is shown under `identity`."""
    for _, line in list(_lines.values()):
        line.push({"op": "changed", "id": identity, "state": dict(state)})


class Line:
    """One page's asking and our answering. `send` may be called from any thread."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        # ipykernel 7 sends a page's next messages to the shell in whose context it last heard of us: pushed in the
        # context of a cell, they would wait for the main shell (4 s of a 5 s cell, measured).
        self._context = contextvars.copy_context()
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._calls = 0  # under way
        self._in_order: asyncio.Lock | None = None
        self._closed = False

    def take(self, message: object) -> None:
        """Start what the page asks; the answer comes later, in the context of this message."""
        rid = message.get("rid") if isinstance(message, Mapping) else None
        if not isinstance(message, Mapping) or not isinstance(rid, str):
            return  # nobody could be answered
        loop = loop_thread().loop
        if message.get("op") == "cancel":
            loop.call_soon_threadsafe(self._cancel, rid)
            return
        self._say({"op": "ack", "rid": rid})
        loop.call_soon_threadsafe(self._start, rid, message)

    def push(self, message: dict[str, Any]) -> None:
        """Send what nobody asked for."""
        # A copy: one context cannot be entered by two threads at once.
        self._context.copy().run(self._say, message)

    def close(self) -> None:
        """End what is under way and say nothing more."""
        self._closed = True
        loop_thread().loop.call_soon_threadsafe(lambda: [task.cancel() for task in self._tasks.values()])

    def _say(self, message: dict[str, Any]) -> None:
        if not self._closed:
            self._send(message)

    # --- on the loop thread ------------------------------------------------------------------------------------------

    def _start(self, rid: str, message: Message) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(rid, message))
        self._tasks[rid] = task
        task.add_done_callback(functools.partial(self._finish, rid))

    def _cancel(self, rid: str) -> None:
        if task := self._tasks.get(rid):
            task.cancel()

    def _finish(self, rid: str, task: asyncio.Task[Any]) -> None:
        """Answer here and not in the task: one that was cancelled before its first step would say nothing."""
        from .operations import failure

        self._tasks.pop(rid, None)
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if error is None:
            self._say({"op": "result", "rid": rid, "value": task.result()})
        else:
            self._say({"op": "error", "rid": rid, "error": msgspec.to_builtins(failure(error))})

    async def _answer(self, rid: str, message: Message) -> Any:
        op = message.get("op")
        if op == "call":
            return await self._call(rid, message)
        if op == "ping":
            return await _ping(message)
        if op == "set":
            return await self._set(message)
        raise BadInput(f"The kernel does not know {brief(op)}.", "Reload the page: it may be of another version.")

    async def _call(self, rid: str, message: Message) -> Any:
        from . import operations

        if self._calls >= _MOST_CALLS:
            raise operations.too_many()

        def progress(text: str) -> None:
            self._say({"op": "progress", "rid": rid, "text": text})

        operation, args = str(message.get("operation")), message.get("args") or {}
        self._calls += 1
        try:
            if operation in _OF_OBJECTS and (own := _page_of(args)) is not None:
                return await self._of_page(own, operation, args)
            session = await asyncio.to_thread(default_session, "notebook")
            return msgspec.to_builtins(await operations.run(session.session, operation, args, progress))
        finally:
            self._calls -= 1

    async def _of_page(self, page: objects.Shared, operation: str, args: Message) -> Any:
        """Of the object itself, which alone has what a model made; what is given back is its own from then on."""
        if operation == "restore":
            await self._set({"id": args["id"], "name": "restored", "value": args.get("restored")})
        shape = await asyncio.to_thread(page.whole_shape)
        return msgspec.to_builtins(shape if operation == "restore" else shape.diff)

    async def _set(self, message: Message) -> Any:
        """In a thread: observers are the user's code, and may search. One after the other, as they came."""
        found = objects.find_all(message.get("id"))
        self._in_order = self._in_order or asyncio.Lock()
        async with self._in_order:
            for shared in found:
                await asyncio.to_thread(shared.set_shared, str(message.get("name")), message.get("value"))
        return {"state": found[0].shared_state()}


def _page_of(args: object) -> objects.Shared | None:
    """The page, shortened, that a question about a compression means; None where the kernel has none."""
    try:
        found = objects.find(args.get("id") if isinstance(args, Mapping) else None)
    except BadInput:
        return None
    return found if isinstance(found.data, FetchResult) and found.data.compression is not None else None


async def _ping(message: Message) -> Any:
    """How the object stands, and what is live about it."""
    from . import operations

    found = objects.find(message.get("id"))
    live = None
    if isinstance(found.data, SearchResponse | FetchResult):
        session = await asyncio.to_thread(default_session, "notebook")
        live = msgspec.to_builtins(await operations.live_of(session.session, found.data))
    return {"state": found.shared_state(), "live": live}


def _opened(comm: Any, _message: Message) -> None:
    """A page connects."""
    line = Line(comm.send)
    if earlier := _lines.get(comm.comm_id):  # opened twice: the page speaks to the later one only
        earlier[1].close()
        earlier[0]._closed = True  # else, once collected, it tells the page that this very id is closed
    _lines[comm.comm_id] = comm, line
    comm.on_msg(lambda message: line.take(message["content"]["data"]))
    comm.on_close(lambda _message: _left(comm.comm_id, line))
    on_main = threading.current_thread() is threading.main_thread()
    comm.send({"op": "hello", "v": SHAPE_VERSION, "version": __version__, "main": on_main})


def _left(comm_id: str, line: Line) -> None:
    """A page went away."""
    _lines.pop(comm_id, None)
    line.close()


def _comm_manager(shell: InteractiveShell) -> Any:
    return getattr(getattr(shell, "kernel", None), "comm_manager", None)
