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

    def wait_s(self, delay_s: float) -> float:
        now = time.monotonic()
        return max(self.rests_until - now, self.started_at + delay_s - now, 0.0)


class Hosts:
    """The hosts that this session asks. Belongs to one event loop; times are on the monotonic clock."""

    def __init__(self) -> None:
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str, *, delay_s: float = 0.0, deadline: float) -> AsyncIterator[None]:
        """Inside, `host` may be asked: when its turn has come and `delay_s` has passed since the last request began.

        Blocked when it asked for a rest that lasts beyond `deadline`.
        """
        known = self._hosts.setdefault(host, _Host())
        async with known.turn:
            async with known.spacing:
                wait_s = known.wait_s(delay_s)
                if time.monotonic() + wait_s > deadline:
                    again = f"Try again in {wait_s:,.0f} s."
                    raise Blocked(f"{host} asked for a rest of {wait_s:,.0f} s.", again, retry_after_s=wait_s)
                await asyncio.sleep(wait_s)
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
