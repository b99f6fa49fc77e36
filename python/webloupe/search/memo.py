"""What an answered search is remembered under, and whether it may answer again. Pure."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from ..types import SearchQuery, SearchResponse, Unsupported, Wire

SHELF: Final = "searches"
KEPT_S: Final = 7 * 86_400.0
"""How long an answer lies on the shelf at most: longer than any memory is asked to be."""


class Asked(Wire, frozen=True, kw_only=True):
    """Everything that shapes an answer: equal ones are the same question. `ring` are the names that took turns."""

    query: SearchQuery
    backend: str
    ring: tuple[str, ...]
    fuse: bool
    unsupported: Unsupported

    @property
    def key(self) -> str:
        """A name for it on any file system."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


def is_worth_keeping(response: SearchResponse, asked: Asked) -> bool:
    """Whether it may answer again: not where something failed and left it empty or without the sentences that were
    asked for, nor where the store itself answered."""
    if asked.query.answer and response.results and response.answer is None:
        return False
    if any(attempt.backend == "local" for attempt in response.attempts):
        return False
    return bool(response.results) or all(attempt.outcome == "empty" for attempt in response.attempts)


def is_fresh(response: SearchResponse, now: float, memo_s: float) -> bool:
    """Whether it was asked at most `memo_s` seconds ago; an answer of the future is of an unknown age."""
    return 0 <= now - response.asked_at <= memo_s
