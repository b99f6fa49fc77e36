"""The walk to the addresses of a site: its sitemaps, and where it has none the links of its pages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from ..addresses import parse_url, split_url
from ..errors import WebloupeError
from ..types import Link
from ..wire import Request
from .crawl import Crawl
from .fetch import fetch
from .rooms import Progress, Rooms, opened, unheard

if TYPE_CHECKING:
    from ..fetch.frontier import Frontier
    from ..fetch.sitemap import Sitemap

MAPS = 50
"""Sitemaps read, at most: an index may name 50,000."""


async def site_map(rooms: Rooms, url: str, *, limit: object, depth: object, tell: Progress) -> list[Link]:
    """At most `limit` addresses of the site. Where no sitemap tells of any, what the start fails with is raised."""
    await opened("asked", "fetch.frontier", "fetch.robots", "fetch.sitemap", "search.canonical")
    from .. import asked
    from ..fetch.frontier import Frontier
    from ..search.canonical import canonical

    start = asked.page(rooms.config, rooms.face, url, {}).url.partition("#")[0]
    most, steps = asked.site_links(limit), asked.depth(depth)
    offline = rooms.config.offline
    frontier = Frontier(start, depth=steps, key=canonical)
    walk = Crawl(rooms, {}, frontier, offline=offline, tell=unheard, deepest=steps - 1)

    async def first(source: AsyncGenerator[Link]) -> list[Link]:
        found: list[Link] = []
        async with aclosing(source) as links:
            async for link in links:
                if await walk.is_allowed(link.url):
                    found.append(link)
                    tell(f"{len(found):,} addresses")
                if len(found) == most:
                    break
        return found

    named = [] if offline else await first(_of_sitemaps(rooms, frontier, start, steps))
    return named or await first(_of_pages(rooms, walk, frontier, start, most))


async def _of_pages(rooms: Rooms, walk: Crawl, frontier: Frontier, start: str, most: int) -> AsyncGenerator[Link]:
    """The start and the links that lead on from it. Raises what the start fails with."""
    page = await fetch(rooms, start, {"robots": True}, unheard)
    yield Link(text=page.title or start, url=start)
    frontier.begin(start)
    told = 0
    async with aclosing(walk.groups(most)) as groups:
        async for _ in groups:
            for link in walk.links[told:]:
                yield link
            told = len(walk.links)


async def _of_sitemaps(rooms: Rooms, frontier: Frontier, start: str, steps: int) -> AsyncGenerator[Link]:
    """The pages that the site's sitemaps name: those of its robots.txt, else those at the usual places."""
    named = (await rooms.robots.rules(start)).sitemaps
    usual = (urljoin(start, "/sitemap.xml"), urljoin(start, "sitemap.xml"))
    waiting = deque(dict.fromkeys(named[:MAPS] or usual))
    known = set(waiting)
    for _ in range(MAPS):
        if not waiting:
            return
        sitemap = await _sitemap(rooms, waiting.popleft())
        for link in frontier.add((Link(text=url, url=url) for url in sitemap.pages), steps):
            yield link
        fresh = [url for url in sitemap.maps if url not in known][:MAPS]
        known.update(fresh)
        waiting.extend(fresh)


async def _sitemap(rooms: Rooms, url: str) -> Sitemap:
    """What a sitemap holds; nothing where it cannot be had or may not be read."""
    from ..fetch.sitemap import MAX_BYTES, Sitemap, read

    timeout_s = rooms.config.fetch_timeout_s
    try:
        address = parse_url(url)
        rules = await rooms.robots.check(address)
        request = Request("GET", address, headers={"Accept": "application/xml, text/xml, text/plain, */*;q=0.1"})
        async with rooms.hosts.turn(split_url(address).host, delay_s=rules.delay_s, patience_s=timeout_s):
            answer = await rooms.http.send(request, timeout_s=timeout_s, max_bytes=MAX_BYTES, follow=True)
    except WebloupeError:
        return Sitemap()
    return await asyncio.to_thread(read, answer.body, url=answer.url) if answer.status < 300 else Sitemap()
