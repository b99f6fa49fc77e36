"""The walk of a page: store, manners, visit, conversion, store again, compression, budget, ledger."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..addresses import split_url
from ..caller import current
from ..errors import Offline, WebloupeError
from ..eviction import evict_if_due
from ..types import Compression, FetchResult
from .booking import book, book_failure, problems
from .compress import shorten
from .kept import Found, is_young, kept
from .others import by_others, named
from .rooms import Progress, Rooms, opened

if TYPE_CHECKING:
    from ..asked import FetchKeywords, PageWish
    from ..fetch.document import Document
    from ..fetch.page import Window
    from ..fetch.robots import Rules
    from ..fetch.visit import Visit as Seen
    from ..store import Visit
    from ..usage.accounts import Claim

OUT_OF_TIME = "The time was over while the page was still being sent"
UNCHANGED = "The server says that the page has not changed: the stored copy is shown."


async def fetch(rooms: Rooms, url: str, given: FetchKeywords, tell: Progress) -> FetchResult:
    """One page within a budget. A status of 400 or more raises a FetchError whose `.result` holds what came."""
    began = time.monotonic()
    await opened("asked", "fetch.visit", "fetch.status", "fetch.conversion", "usage.accounts", "tokens")
    from .. import asked

    wish = asked.page(rooms.config, rooms.face, url, given)
    stored = await kept(rooms, wish)
    if stored and is_young(stored.visit, wish.max_age_s):
        return await _shown(rooms, wish, stored, began, tell)
    if wish.offline:
        raise Offline(f"Offline, and the store has no copy of {wish.url}", "Fetch it once with the network on.")
    with rooms.accounts.claim(current()) as claim:
        await asyncio.to_thread(rooms.accounts.check, current(), claim)
        try:
            found = await _found(rooms, wish, stored, claim, tell)
            return await _shown(rooms, wish, found, began, tell, claim)
        finally:
            await book_failure(rooms, wish, claim)


async def _shown(
    rooms: Rooms, wish: PageWish, found: Found, began: float, tell: Progress, claim: Claim | None = None
) -> FetchResult:
    """What was found, read, by others where it is no page; cut to the budget and booked. FetchError as `fetch`."""
    from ..fetch import page, status

    tell(f"reading {found.visit.kept_bytes:,} bytes")
    document, how = await _document(rooms, found, wish, began if found.began is None else found.began)
    failure = found.visit if found.visit.status >= 400 else document
    if claim and not found.cached and (cured := await by_others(rooms, wish, failure, found.attempts, claim, tell)):
        found = cured
        document, how = await _document(rooms, found, wish, time.monotonic())
    window = page.window(document.text, wish.asked)
    result = await asyncio.to_thread(
        page.build,
        found.visit,
        document,
        wish.asked,
        window=window,
        stored_path=await asyncio.to_thread(_kept_copy, rooms, found.visit, document, wish),
        compression=await _compressed(rooms, found.visit, document, window, wish, tell),
        attempts=found.attempts,
        notes=wish.notes + found.notes + how,
        cached=found.cached,
        elapsed_ms=round(1000 * (time.monotonic() - began), 1),
    )
    await asyncio.to_thread(book, rooms, result, claim)
    result = replace(result, notes=result.notes + problems(rooms))
    if error := status.error_of(found.visit, result):
        raise error
    return page.in_form(result, wish.asked)


# --- the answer -------------------------------------------------------------------------------------------------------


async def _found(rooms: Rooms, wish: PageWish, stored: Found | None, claim: Claim, tell: Progress) -> Found:
    """The page as its server answers now, or others where it cannot be had."""
    try:
        return await _fresh(rooms, wish, stored, claim, tell)
    except WebloupeError as problem:
        if (cured := await by_others(rooms, wish, problem, (), claim, tell)) is None:
            raise
        return cured


async def _fresh(rooms: Rooms, wish: PageWish, stored: Found | None, claim: Claim, tell: Progress) -> Found:
    """The page as its server answers now; the stored one where it says that it has not changed."""
    from ..fetch import conversion, revisit
    from ..fetch.page import visit_of

    await conversion.get_ready()  # it starts while the page is on its way
    conditions = revisit.conditions(stored.visit) if stored else {}
    seen, turn_at = await _visited(rooms, wish, conditions, claim, tell)
    if stored and revisit.is_unchanged(seen.answer, conditions):
        again = revisit.renewed(stored.visit, seen.answer, fetched_at=time.time())
        await asyncio.to_thread(rooms.store.keep_visit, again, stored.body)
        return Found(again, stored.body, seen.attempts, cached=True, notes=(UNCHANGED,), began=turn_at)
    visit = replace(visit_of(wish.url, seen.answer, fetched_at=time.time()), via=seen.via)
    notes = (f"{OUT_OF_TIME} ({wish.timeout_s:g} s).",) if visit.late else ()
    return Found(visit, seen.answer.body, seen.attempts, notes=notes, began=turn_at)


async def _visited(
    rooms: Rooms, wish: PageWish, conditions: Mapping[str, str], claim: Claim, tell: Progress
) -> tuple[Seen, float]:
    """The page as its server answers, in the host's turn; once more where it asks for a short wait. And when its turn
    came, from which on its time counts."""
    from ..fetch.hosts import wait_wanted
    from ..fetch.special import visit_specially
    from ..http import Jar

    rules = await _rules(rooms, wish) if wish.robots else None
    if wish.via not in ("direct", "auto"):
        return await named(rooms, wish, claim, tell), time.monotonic()

    host, turn_at = split_url(wish.url).host, 0.0
    headers = {**conditions, **await asyncio.to_thread(_own_headers, wish)}
    jar, again = Jar() if wish.jar else None, True
    while True:
        async with rooms.hosts.turn(host, delay_s=rules.delay_s if rules else 0.0, patience_s=wish.timeout_s):
            turn_at = turn_at or time.monotonic()
            left_s = turn_at + wish.timeout_s - time.monotonic()
            seen = await visit_specially(
                rooms.http,
                wish.url,
                timeout_s=left_s,
                max_bytes=wish.max_bytes,
                headers=headers,
                may_follow=rooms.robots.check if wish.robots else None,
                jar=jar,
                progress=tell,
            )
        wait_s = wait_wanted(seen.answer.status, seen.answer.headers, time.time())
        if wait_s is None:
            return seen, turn_at
        rooms.hosts.rest(host, wait_s)
        if not again or wait_s > (turn_at + wish.timeout_s - time.monotonic()) / 2:
            return seen, turn_at
        tell(f"{host} asks to wait {wait_s:,.0f} s")
        again = False


async def _rules(rooms: Rooms, wish: PageWish) -> Rules:
    """The rules of the page's site, which allow it. A host that cannot be reached forbids no reader that can."""
    rules = await rooms.robots.rules(wish.url)
    if rules.failure is not None and wish.via not in ("direct", "auto"):
        return rules
    return await rooms.robots.check(wish.url)


def _own_headers(wish: PageWish) -> dict[str, str]:
    """The caller's own headers, and the cookies that their file holds for this address."""
    from ..fetch.cookies import cookie_header

    cookies = cookie_header(wish.cookies, wish.url) if wish.cookies else {}
    return {**cookies, **wish.headers}


# --- its text ---------------------------------------------------------------------------------------------------------


async def _document(rooms: Rooms, found: Found, wish: PageWish, began: float) -> tuple[Document, tuple[str, ...]]:
    """The page's text, from the store where it was read before, and notes on how it was made.

    Only pages are kept: an error or a robot check must not answer for the page the next time; nor what came to the
    caller's own headers or cookies, which others must not see.
    """
    from ..fetch.conversion import document_of
    from ..fetch.document import Document
    from ..fetch.page import document_key

    key = document_key(found.visit, wish.asked.options)
    if found.cached and (known := await asyncio.to_thread(rooms.store.document, key, Document)):
        return known, ()
    document, notes = await document_of(
        found.visit, found.body, wish.asked.options, began=began, timeout_s=wish.timeout_s
    )

    def keep() -> None:
        if not found.cached:
            rooms.store.keep_visit(found.visit, found.body)
        rooms.store.keep_document(key, document)
        evict_if_due(rooms.config.home, rooms.config.store_max_bytes)

    if _is_page(found.visit, document) and not wish.private:
        await asyncio.to_thread(keep)
    return document, notes


def _kept_copy(rooms: Rooms, visit: Visit, document: Document, wish: PageWish) -> str | None:
    """Writes the readable copy of a page; its path, None where there is none."""
    from ..store import options_suffix

    if wish.private or not _is_page(visit, document):
        return None
    copy = rooms.store.keep_copy(visit.url, document.text, suffix=options_suffix(wish.asked.options))
    return str(copy) if copy else None


def _is_page(visit: Visit, document: Document) -> bool:
    """Whether this is what was asked for, not an error, a robot check or a beginning in its place."""
    return visit.status < 400 and not document.blocked and not visit.late


async def _compressed(
    rooms: Rooms, visit: Visit, document: Document, window: Window, wish: PageWish, tell: Progress
) -> Compression | None:
    """The whole of what is wanted of the text, shortened; the budget is cut from what comes out."""
    from ..fetch.page import kind_of

    if wish.shortening is None:
        return None
    kind = await asyncio.to_thread(kind_of, visit, document)
    return await shorten(rooms, document.text[window.start : window.end], wish.shortening, tell, kind)
