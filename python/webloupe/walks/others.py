"""Pages by others: by the reader that is named, or by one where we cannot. What hosted readers cost is claimed."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..caller import current
from ..errors import AllReadersFailed, QuotaSpent, WebloupeError
from ..settings import BROWSER
from .kept import Found
from .rooms import Progress, Rooms

if TYPE_CHECKING:
    from ..asked import PageWish
    from ..fetch.document import Document
    from ..fetch.visit import Visit as Seen
    from ..store import Visit
    from ..types import Attempt
    from ..usage.accounts import Claim


async def by_browser(rooms: Rooms, wish: PageWish, tell: Progress) -> Seen:
    """The page as the browser draws it."""
    from ..browse.reading import read
    from ..fetch.visit import Visit as Seen
    from ..types import Attempt
    from ..wire import Answer

    tell("reading it in the browser")
    began = time.monotonic()
    drawn = await read(rooms.browser, wish.url, timeout_s=wish.timeout_s, wait_for=wish.wait_for)
    body = drawn.markup.encode("utf-8", "replace")
    answer = Answer(
        drawn.status, {"content-type": "text/html; charset=utf-8"}, body[: wish.max_bytes], drawn.url,
        over_cap=len(body) > wish.max_bytes,
    )  # fmt: skip
    elapsed_ms = 1000 * (time.monotonic() - began)
    return Seen(answer, (Attempt(backend=BROWSER, outcome="ok", elapsed_ms=elapsed_ms),), via=BROWSER)


def _is_for_browser(failure: WebloupeError | Visit | Document, before: tuple[Attempt, ...]) -> bool:
    """Whether a script would have made the page: an empty shell, or a check that a browser may pass by itself."""
    from ..fetch.challenge import DRAWN_BY_SCRIPT
    from ..fetch.document import Document

    if isinstance(failure, Document):
        return failure.blocked is not None or DRAWN_BY_SCRIPT in failure.notes
    return bool(before) and before[-1].error is not None and before[-1].error.code == "blocked"


async def _drawn(rooms: Rooms, wish: PageWish, before: tuple[Attempt, ...], tell: Progress) -> Found | None:
    """The page as the browser draws it, None where there is no browser or it gets no page either."""
    from ..fetch.page import visit_of

    try:
        seen = await by_browser(rooms, wish, tell)
    except WebloupeError:
        return None
    if seen.answer.status >= 400:
        return None
    visit = replace(visit_of(wish.url, seen.answer, fetched_at=time.time()), via=seen.via)
    note = "The page is made by a script: the browser drew it."
    return Found(visit, seen.answer.body, before + seen.attempts, notes=(note,))


async def named(rooms: Rooms, wish: PageWish, claim: Claim, tell: Progress) -> Seen:
    """The page by the reader that the wish names."""
    if wish.via == BROWSER:
        return await by_browser(rooms, wish, tell)
    try:
        seen = await rooms.hosted.extract(wish.url, [wish.via], timeout_s=wish.timeout_s, progress=tell)
    except AllReadersFailed as error:
        claim.attempts += error.attempts
        raise
    claim.attempts += seen.attempts
    return seen


async def by_others(
    rooms: Rooms,
    wish: PageWish,
    failure: WebloupeError | Visit | Document,
    before: tuple[Attempt, ...],
    claim: Claim,
    tell: Progress,
) -> Found | None:
    """The page by the browser where a script makes it, else by a hosted reader, if one may be asked after this failure,
    the caps leave something and it has it."""
    if wish.via != "auto" or wish.private:
        return None
    from ..fetch.page import visit_of

    if _is_for_browser(failure, before) and (drawn := await _drawn(rooms, wish, before, tell)):
        return drawn
    try:
        await asyncio.to_thread(rooms.accounts.check, current(), claim)
    except QuotaSpent:  # since the page was asked for
        return None
    cured = await rooms.hosted.cure(failure, wish.url, timeout_s=wish.timeout_s, progress=tell)
    claim.attempts += cured.attempts
    if cured.visit is None:
        return None
    visit = replace(visit_of(wish.url, cured.visit.answer, fetched_at=time.time()), via=cured.visit.via)
    note = f"The page did not come directly: {cured.visit.via} read it, and was told its address."
    return Found(visit, cured.visit.answer.body, before + cured.attempts, notes=(note,))
