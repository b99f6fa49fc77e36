"""A budget of tokens for several pages together: short pages are shown whole, the rest goes to the long ones. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ..tokens import count_tokens
from ..types import Failed, FetchResult
from .page import Asked, in_form, window, within_budget


def level(sizes: Sequence[int], total: int) -> int:
    """The most that each may have so that all together have at most `total` (max-min fairness): whoever wants less
    leaves the others more."""
    left = max(total, 0)
    share = max(sizes, default=0)
    for at, size in enumerate(sorted(sizes)):
        share = left // (len(sizes) - at)
        if size > share:
            return share
        left -= size
    return max(sizes, default=0)


def shared_out(pages: Sequence[FetchResult | Failed], asked: Asked, total: int) -> list[FetchResult | Failed]:
    """The pages, none shown with more tokens than its share of `total`; those that are cut for it say so in a note."""
    sizes = [0 if isinstance(page, Failed) else count_tokens(page.text) for page in pages]
    share = level(sizes, total)
    note = f"{total:,} tokens for {len(pages):,} pages together: {share:,} for this one."
    return [
        page if isinstance(page, Failed) or size <= share else _cut(page, asked, share, note)
        for page, size in zip(pages, sizes, strict=True)
    ]


def _cut(page: FetchResult, asked: Asked, share: int, note: str) -> FetchResult:
    part = within_budget(page, replace(asked, budget_tokens=share), window(page.full, asked))
    return in_form(msgspec.structs.replace(part, notes=(*part.notes, note)), asked)
