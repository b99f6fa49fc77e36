"""From a backend's raw hits to the results that are shown: one a page, fitting the filters, described. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from msgspec.structs import replace

from ..types import SearchQuery, SearchResult
from .backends.base import Backend
from .filters import check
from .merge import deduplicate
from .repair import settle

Hits: TypeAlias = Sequence[SearchResult]
Settle: TypeAlias = Callable[[Hits], tuple[SearchResult, ...]]
MORE = 3  # where we filter ourselves, so many times the hits are asked for


@dataclass(frozen=True, slots=True)
class Fitting:
    """The hits that fit the query, raw and in order, undated ones last; and what became of the others."""

    hits: Hits
    undated: int = 0
    dropped: int = 0


def wanted(backend: Backend, query: SearchQuery, key: str | None) -> SearchQuery:
    """The query as `backend` is asked it: with more hits where pages are cut or filters applied on our side."""
    unmet = backend.unmet(query, key)
    limit = query.limit * query.page if "page" in unmet else query.limit
    # A service that turns pages itself counts them by the limit: a raised one would skip hits from the second page on.
    if unmet & {"sites", "not_sites", "since", "until"} and (query.page == 1 or "page" in unmet):
        limit *= MORE
    return replace(query, limit=min(max(limit, query.limit), max(backend.max_results, query.limit)))


def fitting(backend: Backend, query: SearchQuery, key: str | None, hits: Hits) -> Fitting:
    """What of a backend's answer fits the query and belongs to the page of results that was asked for."""
    single, _ = deduplicate(hits)
    checked = check(single, query)
    whole = [*checked.kept, *checked.undated]
    start = query.limit * (query.page - 1) if "page" in backend.unmet(query, key) else 0
    shown = whole[start : start + query.limit]
    undated = sum(hit in checked.undated for hit in shown) if checked.undated else 0
    return Fitting(shown, undated, checked.dropped)


def results(
    hits: Hits,
    *,
    chars_of: Callable[[str], int],
    peers: Mapping[str, Hits],
    page_text: Callable[[str], str | None],
) -> tuple[SearchResult, ...]:
    """The hits with the descriptions that are shown, numbered from 1."""
    settled = settle(hits, chars_of=chars_of, peers=peers, page_text=page_text)
    return tuple(replace(hit, position=place) for place, hit in enumerate(settled, 1))


def notes(name: str, query: SearchQuery, found: int, fit: Fitting, missing: Sequence[str]) -> tuple[str, ...]:
    """What there is to say about one backend's answer beside its results."""
    said: list[str] = []
    if missing:
        said.append(f"{name} cannot filter by {' and '.join(missing)}.")
    if found and not fit.hits:
        why = "no more on a later page" if query.page > 1 and found > fit.dropped else "none fits the filters"
        said.append(f"{name}: {found:,} results, {why}.")
    elif fit.undated:
        said.append(f"{fit.undated:,} of {len(fit.hits):,} results have no date: they stand last.")
    return tuple(said)
