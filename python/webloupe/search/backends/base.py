"""What all search backends share: addresses, the MCP call, clean results, quota readings. No I/O, no state."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from ...outcomes import MALFORMED
from ...types import SearchQuery, SearchResult
from ...wire import Answer, Request, mcp_call
from ..describe import plain, shorten

__all__ = ["Answer", "HttpBackend", "McpBackend", "Quota", "Request", "iso_date", "rows"]

TITLE_CHARS = 300
URL_CHARS = 8_192


class HttpBackend(ABC):
    """A search service behind HTTP. A subclass says where it is, how it is asked and how its answer reads.

    `description_chars` caps a description: as much as the service's descriptions are worth.
    `parse` may raise ValueError, KeyError or TypeError on an answer that is not of the service's shape.
    """

    url: str
    keyed_url: str = ""  # where calls with a key go; "" for the same address
    description_chars: int = 320

    def __init__(self, *, endpoint: str | None = None, session_id: str = "") -> None:
        self.name = type(self).__module__.rpartition(".")[2]
        self.session_id = session_id
        self.url = endpoint or self.url
        self.keyed_url = endpoint or self.keyed_url or self.url

    @abstractmethod
    def request(self, query: SearchQuery, key: str | None) -> Request:
        """The request that asks `query`."""

    @abstractmethod
    def parse(self, answer: Answer) -> list[SearchResult]:
        """The results as the service gives them; an empty list only when it says that there are none."""

    def quota(self, answer: Answer) -> Quota | None:
        """What the answer tells of the allowance; None when nothing. May raise as `parse` may."""
        return None

    def reading(self, answer: Answer) -> Quota | None:
        """`quota` where it makes sense: it sees every answer, error and challenge pages too, and most tell nothing."""
        try:
            quota = self.quota(answer)
        except MALFORMED:
            return None
        return quota if quota is not None and type(quota.remaining) is int and quota.remaining >= 0 else None

    def results(self, answer: Answer) -> list[SearchResult]:
        """The parsed results, cleaned: web addresses only, one-line titles, capped descriptions.

        ValueError when there were results and none has an address: that is not "no results".
        """
        found = self.parse(answer)
        kept = [self._clean(hit) for hit in found if _is_web_address(hit.url)]
        if found and not kept:
            raise ValueError("no result has a web address")
        return kept

    def _clean(self, hit: SearchResult) -> SearchResult:
        url = hit.url.strip()
        return msgspec.structs.replace(
            hit,
            url=url,
            title=shorten(plain(hit.title), TITLE_CHARS) or _name_of(url),
            description=shorten(plain(hit.description), self.description_chars),
            backend=self.name,
        )


class McpBackend(HttpBackend):
    """A search service behind a stateless MCP `tools/call`. A subclass names the tool and its arguments."""

    tool: str

    @abstractmethod
    def arguments(self, query: SearchQuery) -> Mapping[str, Any]:
        """The arguments of the tool, exactly: hosted servers reject others."""

    @abstractmethod
    def key_headers(self, key: str) -> Mapping[str, str]:
        """The headers that carry the key."""

    def request(self, query: SearchQuery, key: str | None) -> Request:
        """The tool call that asks `query`."""
        url = self.keyed_url if key else self.url
        return mcp_call(url, self.tool, self.arguments(query), self.key_headers(key) if key else {})


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of an allowance: calls, of how many, and when it is full again (Unix time, seconds)."""

    remaining: int
    limit: int | None = None
    resets_at: float | None = None

    @classmethod
    def from_headers(cls, headers: Mapping[str, str]) -> Quota | None:
        """From X-RateLimit-Remaining, -Limit and -Reset (an ISO 8601 time); None without a remaining count."""
        remaining = _count(headers.get("x-ratelimit-remaining"))
        if remaining is None:
            return None
        reset = _moment(headers.get("x-ratelimit-reset"))
        return cls(remaining, _count(headers.get("x-ratelimit-limit")), reset.timestamp() if reset else None)


def iso_date(value: object) -> str:
    """The day of an ISO 8601 date or time as YYYY-MM-DD, in the zone it was written in; "" for anything else."""
    moment = _moment(value)
    return moment.date().isoformat() if moment else ""


def rows(value: object) -> list[dict[str, Any]]:
    """The objects of a list of results; what else is in it is passed over. ValueError when it is no list."""
    if not isinstance(value, list):
        raise ValueError("results are not a list")
    kept = [row for row in value if isinstance(row, dict)]
    if value and not kept:
        raise ValueError("results are not objects")
    return kept


def _moment(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)


def _count(value: str | None) -> int | None:
    return int(value) if value and re.fullmatch(r"\s*[0-9]{1,15}\s*", value) else None


def _is_web_address(url: object) -> bool:
    if not isinstance(url, str) or len(url) > URL_CHARS or plain(url) != url.strip() or " " in url.strip():
        return False
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _name_of(url: str) -> str:
    """What to call a page without a title: its host and the last part of its path."""
    parts = urlsplit(url)
    last = plain(unquote(parts.path.rstrip("/").rpartition("/")[2]))
    return shorten(f"{parts.hostname}: {last}" if last else f"{parts.hostname}", TITLE_CHARS)
