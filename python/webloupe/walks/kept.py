"""What was found of a page: in the store, or fresh."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .rooms import Rooms

if TYPE_CHECKING:
    from ..asked import PageWish
    from ..store import Visit
    from ..types import Attempt


@dataclass(frozen=True, slots=True)
class Found:
    """An answer with its bytes: from the store, or fresh with the attempts that led to it.

    `began` is when its time began to count (monotonic): that many pages of one host wait for each other is no page's
    fault. None: with the call.
    """

    visit: Visit
    body: bytes
    attempts: tuple[Attempt, ...] = ()
    cached: bool = False
    notes: tuple[str, ...] = ()
    began: float | None = None


async def kept(rooms: Rooms, wish: PageWish) -> Found | None:
    """The page from the store, where the wish allows it, of whatever age."""
    stored = await asyncio.to_thread(_stored, rooms, wish) if wish.stored else None
    return stored if stored and wish.takes(stored.visit.via) else None


def _stored(rooms: Rooms, wish: PageWish) -> Found | None:
    """The stored visit of a page with its bytes; None unless both are whole and long enough."""
    visit = rooms.store.visit(wish.url)
    if visit is None or (visit.over_cap and visit.kept_bytes < wish.min_bytes):
        return None
    body = rooms.store.raw(visit.raw_hash)
    return None if body is None else Found(visit, body, cached=True)


def is_young(visit: Visit, max_age_s: float | None) -> bool:
    """Whether a stored page may be taken as it is; None takes any age. A clock that was set back tells no age."""
    return max_age_s is None or 0 <= time.time() - visit.fetched_at <= max_age_s
