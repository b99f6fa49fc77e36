"""The places of searches that wait for one service which wants its calls apart; who leaves lets the others move up."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Place:
    """When one search may ask, as a Unix time. It only ever comes nearer; `moved` tells that it has."""

    at: float
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def come(self) -> None:
        """Wait for it."""
        while (left_s := self.at - time.time()) > 0:
            self.moved.clear()
            try:
                async with asyncio.timeout(left_s):
                    await self.moved.wait()
            except TimeoutError:
                return


@dataclass(slots=True)
class Queue:
    """Who waits, soonest first; `last` is when somebody asked last."""

    last: float = 0.0
    places: list[Place] = field(default_factory=list)

    def join(self, at: float, called_at: float) -> Place:
        """Take a place behind the others. `called_at` is the last call, where nobody waits yet."""
        if not self.places:
            self.last = called_at
        place = Place(at)
        self.places.append(place)
        return place

    def go(self, place: Place) -> None:
        """It is this one's turn."""
        self.places.remove(place)
        self.last = max(self.last, place.at)

    def leave(self, place: Place, called_at: float) -> float:
        """Give a place back: whoever stands behind moves up. When somebody asks last after that.

        `called_at` is what is known of it: another process may have asked since.
        """
        is_foreign = called_at > self.places[-1].at
        at = place.at
        for behind in self.places[self.places.index(place) + 1 :]:
            behind.at, at = at, behind.at
            behind.moved.set()
        self.places.remove(place)
        return called_at if is_foreign else max([self.last, *(one.at for one in self.places)])
