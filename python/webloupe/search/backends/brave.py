"""Brave search over REST. With a key only; its free plan gives 2,000 calls a month and one a second.

Wire facts: Brave's API reference (web search, codes of countries and languages) and clients' readings of its
quota headers, checked 2026-11.
"""

from __future__ import annotations

from typing import Final

from ...types import SearchQuery, SearchResult
from ..wishes import span, with_sites
from .base import Answer, Filter, HttpBackend, Quota, Request, iso_date, rows, unmarked

# Any other code is refused with 422.
_COUNTRIES: Final = (
    "AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US"
)
_LANGUAGES: Final = (
    "ar eu bn bg ca hr cs da nl en et fi fr gl de gu he hi hu is it kn ko lv lt ms ml mr pl pa ro ru sr sk sl es sv ta "
    "te th tr uk vi"
)
_OWN_CODES: Final = {"zh": "zh-hans", "ja": "jp", "pt": "pt-pt", "no": "nb", "nb": "nb"}
_LAST_OFFSET: Final = 9


class Brave(HttpBackend):
    url = "https://api.search.brave.com/res/v1/web/search"
    filters = frozenset({"sites", "not_sites", "since", "until", "lang", "country", "safe", "page"})
    max_results = 20
    keyless = False

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        beyond: set[Filter] = set()
        if query.lang and not _language(query.lang):
            beyond.add("lang")
        if query.country and not _country(query.country):
            beyond.add("country")
        if query.page - 1 > _LAST_OFFSET:
            beyond.add("page")
        return super().unmet(query, key) | beyond

    def request(self, query: SearchQuery, key: str | None) -> Request:
        params: dict[str, object] = {"q": with_sites(query), "count": query.limit}
        params |= {"offset": min(query.page - 1, _LAST_OFFSET)} if query.page > 1 else {}
        params |= {"freshness": "to".join(days)} if (days := span(query)) else {}
        params |= {"search_lang": language} if (language := _language(query.lang)) else {}
        params |= {"country": country} if (country := _country(query.country)) else {}
        params |= {"safesearch": query.safe} if query.safe else {}
        return Request("GET", self.url, headers={"X-Subscription-Token": key} if key else {}, params=params)

    def parse(self, answer: Answer) -> list[SearchResult]:
        told = answer.json
        if told["type"] != "search":
            raise ValueError("not the answer to a search")
        web = told.get("web") or {"results": []}  # left out where nothing is found
        return [
            SearchResult(
                title=unmarked(row.get("title")),
                url=row.get("url") or "",
                description=" ".join(map(unmarked, [row.get("description"), *(row.get("extra_snippets") or [])])),
                published=iso_date(row.get("page_age")),
            )
            for row in rows(web["results"])
        ]

    def quota(self, answer: Answer) -> Quota | None:
        return Quota.from_windows(answer.headers)


def _language(code: str) -> str:
    """The service's own code of a language; "" where it has none."""
    return _OWN_CODES.get(code, code if code in _LANGUAGES.split() else "")


def _country(code: str) -> str:
    """The code of a country; "" where the service does not know it."""
    return code.upper() if code.upper() in _COUNTRIES.split() else ""
