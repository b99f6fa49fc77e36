"""DuckDuckGo through the package ddgs, which reads its pages. Keyless; the extra `search` brings the package.

Wire facts: ddgs 9.16.1. It has a network of its own, with the proxy that DDGS_PROXY names; certificates, proxies and
guard of the other backends do not count there. Whether DuckDuckGo found nothing or turned the caller away, ddgs raises
"No results found.": that is told as a failure, for a wrong "nothing" would end a search that others can answer.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from typing import Any, Final

from ...errors import BackendDown, ExtraMissing, RateLimited, TimedOut
from ...types import SearchQuery, SearchResult
from ..wishes import span, with_sites
from .base import Filter, Lack, LocalBackend, rows

_MISSING: Final = "duckduckgo needs the package ddgs, which is not installed."
_BRING: Final = "pip install 'webloupe[search]'"


class Duckduckgo(LocalBackend):
    filters = frozenset({"sites", "not_sites", "since", "until", "lang", "country", "page"})
    online = True

    def lacks(self, key: str | None) -> Lack | None:
        return None if _is_there() else Lack("needs the package ddgs", _BRING)

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        # Its regions are pairs of a country and a language: at-de.
        half: set[Filter] = set()
        if query.lang and not query.country:
            half.add("lang")
        if query.country and not query.lang:
            half.add("country")
        return super().unmet(query, key) | half

    def search(self, query: SearchQuery, timeout_s: float) -> list[SearchResult]:
        """The results as DuckDuckGo ranks them."""
        ddgs = _package()
        days = span(query)
        try:
            found = ddgs.DDGS(timeout=max(1, int(timeout_s))).text(
                with_sites(query),
                region=_region(query),
                timelimit="..".join(days) if days else None,
                max_results=query.limit,
                page=query.page,
                backend="duckduckgo",
            )
        except Exception as error:  # its own kinds, and those of the library below it
            raise _told(error) from error
        return [
            SearchResult(title=row.get("title") or "", url=row.get("href") or "", description=row.get("body") or "")
            for row in rows(found)
        ]


def _is_there() -> bool:
    return sys.modules["ddgs"] is not None if "ddgs" in sys.modules else find_spec("ddgs") is not None


def _package() -> Any:
    try:
        return importlib.import_module("ddgs")
    except ImportError as error:
        raise ExtraMissing(_MISSING, _BRING) from error


def _region(query: SearchQuery) -> str:
    """A region as DuckDuckGo names it; "wt-wt" for none."""
    if not (query.lang and query.country):
        return "wt-wt"
    country = query.country.lower()
    return f"{'uk' if country == 'gb' else country}-{query.lang}"


def _told(error: Exception) -> BackendDown | RateLimited | TimedOut:
    """What ddgs raised, as an error of ours. Its kinds are told by name: other versions have others."""
    kind, words = type(error).__name__, " ".join(str(error).split())[:200]
    if kind == "TimeoutException" or isinstance(error, TimeoutError):
        return TimedOut(f"timed out: {words}")
    if kind == "RatelimitException":
        return RateLimited(f"rate limited: {words}")
    if "No results found" in words:
        return BackendDown("found nothing or turned us away: its answers to both look alike")
    return BackendDown(f"failed: {words or kind}")
