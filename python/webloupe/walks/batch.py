"""Several calls together, a few at a time, their results in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

AT_ONCE = 8
"""Searches or pages of one batch under way together: enough to hide waiting, few enough to be polite."""


async def together(calls: Iterable[Callable[[], Coroutine[Any, Any, T]]]) -> list[T]:
    """The results in order, `AT_ONCE` under way. The first failure cancels the rest and is raised as itself."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with turn:
            return await call()

    tasks = [asyncio.ensure_future(in_turn(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
