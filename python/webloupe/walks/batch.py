"""Several pages or searches together: a few at a time, each as it comes; what is done is kept when the rest is not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from ..addresses import parse_url, split_url
from ..errors import BadInput, WebloupeError
from ..types import Failed, FetchResult
from .fetch import fetch
from .rooms import Progress, Rooms, opened, unheard

if TYPE_CHECKING:
    from ..asked import FetchKeywords

T = TypeVar("T")
Page = FetchResult | Failed

AT_ONCE = 8
"""Searches or pages of one batch under way together: enough to hide waiting, few enough to be polite."""
CELLS = 20  # of the bar in a line of progress
_ANY_PAGE = "https://example.org/"


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One thing to do, and the places of a list that want what comes of it.

    Of calls with the same `lane`, a host, as many are under way as one host is asked at once: a slow host does not keep
    the others waiting.
    """

    do: Callable[[], Coroutine[Any, Any, T]]
    places: tuple[int, ...]
    lane: str = ""


async def finished(calls: Iterable[Call[T]]) -> AsyncGenerator[tuple[Call[T], T]]:
    """Each call with its result, as they end, `AT_ONCE` under way. The first failure cancels the rest and is raised."""
    from ..fetch.hosts import AT_ONCE as AT_ONE_HOST

    turn = asyncio.Semaphore(AT_ONCE)
    lanes: dict[str, asyncio.Semaphore] = {}

    async def in_turn(call: Call[T]) -> T:
        lane = lanes.setdefault(call.lane, asyncio.Semaphore(AT_ONE_HOST if call.lane else AT_ONCE))
        async with lane, turn:
            return await call.do()

    ended: asyncio.Queue[asyncio.Task[T]] = asyncio.Queue()
    tasks = {asyncio.ensure_future(in_turn(call)): call for call in calls}
    for task in tasks:
        task.add_done_callback(ended.put_nowait)
    try:
        for _ in tasks:
            task = await ended.get()
            yield tasks[task], task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def together(calls: Sequence[Callable[[], Coroutine[Any, Any, T]]], tell: Progress, what: str) -> list[T]:
    """The results in order. The first failure is raised as itself."""
    kept: dict[int, T] = kept_now()
    async with aclosing(finished(Call(do, (place,)) for place, do in enumerate(calls))) as ended:
        async for call, result in ended:
            kept[call.places[0]] = result
            tell(bar(len(kept), len(calls), what))
    return [kept[place] for place in range(len(calls))]


# --- pages ------------------------------------------------------------------------------------------------------------


async def fetch_many(
    rooms: Rooms, urls: Iterable[str], given: FetchKeywords, total: object, tell: Progress
) -> list[Page]:
    """The pages in the order given, a `Failed` in the place of each that cannot be read."""
    await opened("asked", "fetch.shares")
    from .. import asked
    from ..fetch.shares import shared_out

    urls, tokens = asked.addresses(urls), asked.total_tokens(total)
    kept: dict[int, Page] = kept_now()
    async with aclosing(fetched(rooms, urls, given)) as pages:
        async for place, page in pages:
            kept[place] = page
            tell(bar(len(kept), len(urls), "pages", failures(kept.values())))
    found = [kept[place] for place in range(len(urls))]
    if tokens is None:
        return found
    wish = asked.page(rooms.config, rooms.face, _ANY_PAGE, given)
    return await asyncio.to_thread(shared_out, found, wish.asked, tokens)


async def fetched(rooms: Rooms, urls: Iterable[str], given: FetchKeywords) -> AsyncGenerator[tuple[int, Page]]:
    """Each place of `urls` with its page, as the pages come; an address that stands there twice is fetched once.

    robots.txt is obeyed unless `given` says otherwise. BadInput for a keyword or value that no page could be meant by.
    """
    await opened("asked", "fetch.hosts")
    from .. import asked

    urls = asked.addresses(urls)
    if given.get("robots") is None:
        given = {**given, "robots": True}
    asked.page(rooms.config, rooms.face, _ANY_PAGE, given)  # a mistake in the words is the batch's and told once
    async with aclosing(finished(_calls(rooms, urls, given))) as ended:
        async for call, page in ended:
            for place in call.places:
                yield place, replace(page, url=str(urls[place])) if isinstance(page, Failed) else page


def _calls(rooms: Rooms, urls: Sequence[str], given: FetchKeywords) -> Iterator[Call[Page]]:
    """A call for each different address."""
    places: dict[object, list[int]] = {}
    for place, url in enumerate(urls):
        places.setdefault(_address(url) or ("no address", place), []).append(place)
    for same in places.values():
        url = urls[same[0]]
        address = _address(url)
        lane = split_url(address).host if address else ""
        yield Call(lambda url=url: fetch_or_fail(rooms, url, given), tuple(same), lane)  # type: ignore[misc]


async def fetch_or_fail(rooms: Rooms, url: str, given: FetchKeywords) -> Page:
    """The page, or what failed as data."""
    began = time.monotonic()
    try:
        return await fetch(rooms, url, given, unheard)
    except WebloupeError as error:
        return Failed(url=str(url), error=error.info, elapsed_ms=round(1000 * (time.monotonic() - began), 1))


def _address(url: object) -> str:
    """The address as it is asked for, "" for what is none."""
    try:
        return parse_url(url) if isinstance(url, str) else ""
    except BadInput:
        return ""


# --- how far it is ----------------------------------------------------------------------------------------------------


def bar(done: int, total: int, what: str, failed: int = 0) -> str:
    """How far a batch is, in a line of text."""
    full = CELLS * done // max(total, 1)
    missed = f", {failed:,} failed" if failed else ""
    return f"{'█' * full}{'░' * (CELLS - full)} {done:,} of {total:,} {what}{missed}"


def failures(pages: Iterable[Page]) -> int:
    """How many of them could not be read."""
    return sum(isinstance(page, Failed) for page in pages)


_keeping: ContextVar[dict[int, Any] | None] = ContextVar("webloupe-kept", default=None)


@contextmanager
def keeping() -> Iterator[dict[int, Any]]:
    """What the batch that is called inside has done so far, by place: it outlives an interrupt."""
    kept: dict[int, Any] = {}
    token = _keeping.set(kept)
    try:
        yield kept
    finally:
        _keeping.reset(token)


def kept_now() -> dict[int, Any]:
    """Where a batch puts what is done."""
    kept = _keeping.get()
    return {} if kept is None else kept
