"""The pages that were read before: a full-text search over the store of this machine. Nothing leaves it."""

from __future__ import annotations

from typing import Final

from ...sites import covers
from ...types import SearchQuery, SearchResult
from ..library import find
from .base import LocalBackend

_SHARE: Final = 0.6  # of the time that may go into new pages; the rest is for the search itself


class Local(LocalBackend):
    filters = frozenset({"sites", "not_sites", "lang", "page"})
    max_results = 100

    def search(self, query: SearchQuery, timeout_s: float) -> list[SearchResult]:
        """The stored pages that fit best. They have no day of publication: a page rarely says."""

        def fits(url: str, lang: str) -> bool:
            return (
                (not query.sites or any(covers(site, url) for site in query.sites))
                and not any(covers(site, url) for site in query.not_sites)
                and (not query.lang or lang.lower().replace("_", "-").partition("-")[0] == query.lang)
            )

        skip = (query.page - 1) * query.limit
        found = find(self.home, query.text, query.limit, skip=skip, fits=fits, time_s=timeout_s * _SHARE)
        return [SearchResult(title=hit.title, url=hit.url, description=hit.snippet) for hit in found]
