"""The walk over a site: breadth first from a start, within bounds, with manners; what is done is kept.

A page in the store is not asked for again while it is young, so a crawl that was cut off goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from ..errors import BadInput
from ..types import Failed, Link
from .batch import Page, bar, failures, fetched, kept_now
from .rooms import Progress, Rooms, opened

if TYPE_CHECKING:
    from ..asked import FetchKeywords
    from ..fetch.frontier import Frontier, Place

GROUP = 32  # addresses asked for together, of which one host is asked for a few at once
ASKED_A_PAGE = 2
"""Addresses asked for a page that is wanted, at most: a site whose addresses all lead to one page comes to an end."""


async def crawl(
    rooms: Rooms, url: str, given: FetchKeywords, *, limit: object, depth: object, total: object, tell: Progress
) -> list[Page]:
    """At most `limit` pages of the site, in the order in which links lead to them from `url` on."""
    await opened("asked", "fetch.frontier", "fetch.shares", "fetch.robots", "search.canonical")
    from .. import asked
    from ..fetch.frontier import Frontier
    from ..fetch.shares import shared_out
    from ..search.canonical import canonical

    if given.get("robots") is False:
        raise BadInput("A crawl obeys robots.txt.", "Leave out robots; fetch single pages without it.")
    wish = asked.page(rooms.config, rooms.face, url, given)
    most, tokens = asked.crawl_pages(limit), asked.total_tokens(total)
    start = wish.url.partition("#")[0]
    frontier = Frontier(start, depth=asked.depth(depth), key=canonical)
    frontier.begin(start)
    found: list[Page] = []
    async with aclosing(Crawl(rooms, given, frontier, offline=wish.offline, tell=tell).groups(most)) as groups:
        async for pages in groups:
            found += pages
    return found if tokens is None else await asyncio.to_thread(shared_out, found, wish.asked, tokens)


class Crawl:
    """One crawl under way. Which pages it gives, and in which order, depends on the site alone, not on who is fast.

    `links` are those that it has found so far, each page once; no page more than `deepest` links away is read.
    """

    def __init__(
        self,
        rooms: Rooms,
        given: FetchKeywords,
        frontier: Frontier,
        *,
        offline: bool,
        tell: Progress,
        deepest: int | None = None,
    ) -> None:
        self._rooms = rooms
        self._given: FetchKeywords = {**given, "robots": True}
        self._frontier = frontier
        self._offline = offline
        self._tell = tell
        self._kept = kept_now()
        self._deepest = deepest
        self._bodies: set[str] = set()
        self.links: list[Link] = []

    async def groups(self, limit: int) -> AsyncGenerator[list[Page]]:
        """The pages, a few at a time, until so many have come or none is left."""
        found, left = 0, ASKED_A_PAGE * limit
        while places := await self._next_places(min(limit - found, left, GROUP)):
            left -= len(places)
            pages = await self._read(places, limit)
            found += len(pages)
            yield pages

    async def _next_places(self, most: int) -> list[Place]:
        """The next addresses that robots.txt lets us ask for; the start in any case, whose failure tells why not."""
        places: list[Place] = []
        while not places and (waiting := self._frontier.take(most)):
            near = [place for place in waiting if self._deepest is None or place.depth <= self._deepest]
            places = [place for place in near if place.depth == 0 or await self.is_allowed(place.url)]
        return places

    async def is_allowed(self, url: str) -> bool:
        """Whether robots.txt lets us read it; offline only the store is read."""
        return self._offline or (await self._rooms.robots.rules(url)).allow(url)

    async def _read(self, places: list[Place], limit: int) -> list[Page]:
        """The pages of these places that are ones of the site, in order; their links wait from then on."""
        before = len(self._kept)
        async with aclosing(fetched(self._rooms, [place.url for place in places], self._given)) as coming:
            async for at, page in coming:
                self._kept[before + at] = page
                most = min(limit, before + len(places) + len(self._frontier))
                self._tell(bar(len(self._kept), most, "pages", failures(self._kept.values())))
        pages = [self._kept[before + at] for at in range(len(places))]
        taken = [page for place, page in zip(places, pages, strict=True) if await self._takes(place, page)]
        for at in range(len(taken), len(places)):
            del self._kept[before + at]
        self._kept.update(enumerate(taken, before))
        return taken

    async def _takes(self, place: Place, page: Page) -> bool:
        """Whether a page is given: not if it was already, by its address or byte for byte, nor if it is elsewhere."""
        if isinstance(page, Failed):
            return place.depth == 0 or page.error.code != "offline"
        if not self._frontier.landed(place, page.final_url) or page.page_hash in self._bodies:
            return False
        if not await self.is_allowed(page.final_url):
            return False
        self._bodies.add(page.page_hash)
        self.links += self._frontier.add(page.links, place.depth + 1)
        return True
