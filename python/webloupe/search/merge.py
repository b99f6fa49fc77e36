"""Rankings made one: the same page once, and who found it where. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from ..types import SearchResult
from .canonical import canonical

FUSION_RANK: Final = 60
"""`k` of reciprocal rank fusion: how little the first ranks stand out. Cormack, Clarke, Büttcher (SIGIR 2009) found 60
and saw little change around it."""


class _Found(NamedTuple):
    rank: int  # from 1
    backend: str
    hit: SearchResult


def deduplicate(hits: Sequence[SearchResult]) -> tuple[list[SearchResult], int]:
    """`hits`, best first, each page once, and how many were merged into an earlier one.

    The first stands, with its own address and title, and takes a date or a description that only a later one has.
    """
    groups: dict[str, list[_Found]] = {}
    for rank, hit in enumerate(hits, 1):
        groups.setdefault(canonical(hit.url), []).append(_Found(rank, hit.backend, hit))
    return [_joined(group) for group in groups.values()], len(hits) - len(groups)


def fuse(lists: Mapping[str, Sequence[SearchResult]], limit: int) -> list[SearchResult]:
    """The `limit` best pages of the rankings, by reciprocal rank fusion: the sum of 1 / (60 + rank) over backends.

    `lists` holds each backend's hits, best first. Equal scores: the better single rank, then the order of `lists`.
    Each hit is the one ranked best, with the richest fields of all and `found_by`; positions count from 1.
    """

    def score(group: list[_Found]) -> float:
        return sum(1 / (FUSION_RANK + found.rank) for found in group)

    groups = sorted(_by_turns(lists), key=score, reverse=True)  # stable: equal scores stay by turns
    return _numbered(groups[:limit])


def interleave(lists: Mapping[str, Sequence[SearchResult]]) -> list[SearchResult]:
    """Every page of the rankings, rank by rank in the order of `lists`; hits as `fuse` makes them."""
    return _numbered(_by_turns(lists))


def _by_turns(lists: Mapping[str, Sequence[SearchResult]]) -> list[list[_Found]]:
    """Who has each page, each backend once with its best rank; both rank by rank, in the order of `lists`."""
    groups: dict[str, dict[str, _Found]] = {}
    for rank, turn in enumerate(zip_longest(*lists.values()), 1):
        for backend, hit in zip(lists, turn, strict=True):
            if hit is not None:
                groups.setdefault(canonical(hit.url), {}).setdefault(backend, _Found(rank, backend, hit))
    return [list(group.values()) for group in groups.values()]


def _joined(group: list[_Found]) -> SearchResult:
    """The best hit of a page, with the title, date and description of the next one where it has none."""
    best = group[0].hit
    named = next((found.hit.title for found in group if _has_title(found.hit)), best.title)
    published = next((found.hit.published for found in group if found.hit.published), "")
    hit = replace(best, title=named, published=published)
    if hit.description:
        return hit
    told = next((found for found in group if found.hit.description), None)
    if told is None:
        return hit
    source = told.hit.description_source
    if source == "backend" and told.backend != best.backend:
        source = f"peer:{told.backend}"
    return replace(hit, description=told.hit.description, description_source=source)


def _has_title(hit: SearchResult) -> bool:
    """Whether the title is the page's own, not the host that stands in for a missing one."""
    try:
        host = urlsplit(hit.url).hostname
    except ValueError:
        host = None
    return bool(hit.title) and not (host and (hit.title == host or hit.title.startswith(f"{host}: ")))


def _numbered(groups: list[list[_Found]]) -> list[SearchResult]:
    return [
        replace(_joined(group), position=place, found_by=tuple(f"{found.backend}#{found.rank}" for found in group))
        for place, group in enumerate(groups, 1)
    ]
