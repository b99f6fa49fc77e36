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
        if not joined:
            self._calls[key] = _Call(asyncio.create_task(start()))
            self._calls[key].task.add_done_callback(lambda _: self._calls.pop(key, None))
        call = self._calls[key]
        call.waiting += 1
        try:
            return await asyncio.shield(call.task), joined
        finally:
            call.waiting -= 1
            if not call.waiting and not call.task.done():
                call.task.cancel()
                self._calls.pop(key, None)
