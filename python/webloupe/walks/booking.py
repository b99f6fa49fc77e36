"""What a page costs: entries into the ledger, for pages that came and for those that did not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..caller import current
from ..types import FetchResult
from .rooms import Rooms

if TYPE_CHECKING:
    from ..asked import PageWish
    from ..usage.accounts import Claim


def book(rooms: Rooms, page: FetchResult, claim: Claim | None) -> None:
    """Enter a page into the ledger: the tokens that were shown beside those of the whole page, and what it cost."""
    from ..tokens import count_tokens
    from ..usage.accounts import cost_usd

    shown = page.total_tokens if page.text == page.full else count_tokens(page.text)
    rooms.accounts.book(
        current(),
        "fetch",
        page.page_hash[:32],
        tokens=shown,
        usd=cost_usd(claim.attempts) if claim else None,
        memo=page.cached,
        full_tokens=page.total_tokens,
        claim=claim,
    )


async def book_failure(rooms: Rooms, wish: PageWish, claim: Claim) -> None:
    """Enter what was paid for a page that did not come. Nothing where it was booked, or cost nothing."""
    from ..store import raw_hash
    from ..usage.accounts import cost_usd

    if rooms.accounts.is_open(claim) and (usd := cost_usd(claim.attempts)):
        key = raw_hash(wish.url.encode())[:32]
        await asyncio.to_thread(rooms.accounts.book, current(), "fetch", key, tokens=0, usd=usd, claim=claim)


def problems(rooms: Rooms) -> tuple[str, ...]:
    """What the store and the ledger could not do, each told once."""
    return tuple(filter(None, (rooms.store.take_problem(), rooms.accounts.take_problem())))
