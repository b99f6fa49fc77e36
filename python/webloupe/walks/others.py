"""Pages by hosted readers: by the one that is named, or by one of them where we cannot. What they cost is claimed."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..caller import current
from ..errors import AllReadersFailed, QuotaSpent, WebloupeError
from .kept import Found
from .rooms import Progress, Rooms

if TYPE_CHECKING:
    from ..asked import PageWish
    from ..fetch.document import Document
    from ..fetch.visit import Visit as Seen
    from ..store import Visit
    from ..types import Attempt
    from ..usage.accounts import Claim


async def named(rooms: Rooms, wish: PageWish, claim: Claim, tell: Progress) -> Seen:
    """The page by the hosted reader that the wish names."""
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
    """The page by a hosted reader, if one may be asked after this failure, the caps leave something and it has it."""
    if wish.via != "auto" or wish.private:
        return None
    from ..fetch.page import visit_of

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
