"""Equal calls at the same time are one call: whoever asks while it is under way waits for its result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Call(Generic[T]):
    task: asyncio.Task[T]
    waiting: int = 0


class Together(Generic[T]):
    """Calls under way by their key, on one event loop."""

    def __init__(self) -> None:
        self._calls: dict[str, _Call[T]] = {}

    async def run(self, key: str, start: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, bool]:
        """The result of the call of that key, started unless it is under way; and whether it was joined.

        A caller that is cancelled leaves the others their call; the last one to leave ends it.
        """
        joined = key in self._calls
        call = self._calls[key] if joined else _Call(asyncio.create_task(start()))
        if not joined:
            self._calls[key] = call
            call.task.add_done_callback(lambda _: self._over(key, call))
        call.waiting += 1
        try:
            return await asyncio.shield(call.task), joined
        finally:
            call.waiting -= 1
            if not call.waiting and not call.task.done():
                call.task.cancel()
                self._over(key, call)

    def _over(self, key: str, call: _Call[T]) -> None:
        """Nobody joins it any more. The key may be another call's by now: one that was left ends a moment later."""
        if self._calls.get(key) is call:
            del self._calls[key]
