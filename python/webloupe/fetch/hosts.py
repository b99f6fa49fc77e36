"""Manners towards a host: few requests at once, apart where it asks for that, and none while it wants a rest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from ..errors import Blocked
from ..outcomes import wait_of_header

AT_ONCE: Final = 4
"""Requests to one host under way together; browsers open six connections a host over HTTP/1.1."""


@dataclass(slots=True)
class _Host:
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    spacing: asyncio.Lock = field(default_factory=asyncio.Lock)
    started_at: float = float("-inf")
    rests_until: float = 0.0

    def rest_s(self) -> float:
        return max(self.rests_until - time.monotonic(), 0.0)

    def wait_s(self, delay_s: float) -> float:
        return max(self.rest_s(), self.started_at + delay_s - time.monotonic())


class Hosts:
    """The hosts that this session asks. Belongs to one event loop; times are on the monotonic clock."""

    def __init__(self) -> None:
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str, *, delay_s: float = 0.0, patience_s: float) -> AsyncIterator[None]:
        """Inside, `host` may be asked: when its turn has come and `delay_s` has passed since the last request began.

        Many callers may have to wait long for each other; Blocked only when the host itself asked for a rest of more
        than `patience_s`.
        """
        known = self._hosts.setdefault(host, _Host())
        async with known.turn:
            async with known.spacing:
                rest_s = known.rest_s()
                if rest_s > patience_s:
                    again = f"Try again in {rest_s:,.0f} s."
                    raise Blocked(f"{host} asked for a rest of {rest_s:,.0f} s.", again, retry_after_s=rest_s)
                await asyncio.sleep(known.wait_s(delay_s))
                known.started_at = time.monotonic()
            yield

    def rest(self, host: str, wait_s: float) -> None:
        """The host asked for no more requests for so many seconds."""
        known = self._hosts.setdefault(host, _Host())
        known.rests_until = max(known.rests_until, time.monotonic() + wait_s)


def wait_wanted(status: int, headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that an answer asks to wait before the next request (RFC 9110, 10.2.3); None when it does not.

    `now` is Unix time, for a Retry-After given as a date.
    """
    return wait_of_header(headers.get("retry-after", ""), now) if status in (429, 503) else None
