"""What all search backends share: addresses, the MCP call, clean results, quota readings. No I/O, no state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args
from urllib.parse import unquote, urlsplit

import msgspec

from ...fields import Quota, iso_date, rows, unmarked
from ...service import Service, told
from ...types import SearchQuery, SearchResult
from ...wire import Answer, Request, mcp_call
from ..describe import plain, shorten

__all__ = [
    "Answer", "AnyBackend", "Backend", "Filter", "HttpBackend", "Lack", "LocalBackend", "McpBackend", "Quota",
    "Request", "asked_filters", "iso_date", "rows", "unmarked",
]  # fmt: skip

TITLE_CHARS = 300
URL_CHARS = 8_192
MAX_HITS = 100  # of one answer: no service is asked for more
RAW_CHARS = 8_000  # of a description before it is cut: what reads like sentences may stand late in it

Filter: TypeAlias = Literal[
    "sites", "not_sites", "since", "until", "lang", "country", "safe", "topic", "mode", "page", "answer"
]


@dataclass(frozen=True, slots=True)
class Lack:
    """Why a service cannot be asked as things stand, and what to do about it."""

    reason: str
    hint: str


def asked_filters(query: SearchQuery) -> frozenset[Filter]:
    """The filters that `query` asks for."""
    plain_query = SearchQuery(text=query.text)
    return frozenset(name for name in get_args(Filter) if getattr(query, name) != getattr(plain_query, name))


class Backend:
    """A search service. A subclass says what it can do; it keeps no state and opens nothing of its own accord.

    `description_chars` caps a description: as much as the service's descriptions are worth. `filters` names the
    fields of a SearchQuery that the service itself obeys; where that hangs on the key or on a value, `unmet` says so,
    and sites and days are checked again on our side. `max_results` is the most it gives at once. `keyless` False means
    that it answers nobody without a key. `spacing_s` is the least time between two calls without a key.
    """

    description_chars: int = 320
    filters: frozenset[Filter] = frozenset()
    max_results: int = 10
    keyless: bool = True
    spacing_s: float = 0.0

    def __init__(self, name: str) -> None:
        self.name = name

    def unmet(self, query: SearchQuery, key: str | None) -> frozenset[Filter]:
        """The filters of `query` that this service would not obey."""
        return asked_filters(query) - self.filters

    def lacks(self, key: str | None) -> Lack | None:
        """What must be set up before it can be asked; None when it can."""
        if self.keyless or key:
            return None
        return Lack("needs a key", f"Run `webloupe key set {self.name}`.")

    def cleaned(self, found: Sequence[SearchResult]) -> list[SearchResult]:
        """The results with web addresses, one-line titles and plain descriptions, at most `RAW_CHARS` long, of the
        first `MAX_HITS`.

        ValueError when there were results and none has an address: that is not "no results".
        """
        kept = [self._clean(hit) for hit in found[:MAX_HITS] if _is_web_address(hit.url)]
        if found and not kept:
            raise ValueError("no result has a web address")
        return kept

    def _clean(self, hit: SearchResult) -> SearchResult:
        url = hit.url.strip()
        return msgspec.structs.replace(
            hit,
            url=url,
            title=shorten(plain(_head(hit.title, TITLE_CHARS)), TITLE_CHARS) or _name_of(url),
            description=shorten(plain(_head(hit.description, RAW_CHARS)), RAW_CHARS),
            backend=self.name,
        )


class HttpBackend(Backend, Service, ABC):
    """A search service behind HTTP. A subclass says where it is, how it is asked and how its answer reads.

    `parse` may raise ValueError, KeyError or TypeError on an answer that is not of the service's shape, and a
    BackendError where an answer that looks like a success tells of a failure. So may `quota`, `usd` and `answer`
    (but for the BackendError), which see every answer, error and challenge pages too.
    """

    url: str
    keyed_url: str = ""  # where calls with a key go; "" for the same address

    def __init__(self, name: str, *, endpoint: str | None = None, session_id: str = "") -> None:
        super().__init__(name)
        self.session_id = session_id
        self.url = endpoint or self.url
        self.keyed_url = endpoint or self.keyed_url or self.url

    @abstractmethod
    def request(self, query: SearchQuery, key: str | None) -> Request:
        """The request that asks `query`."""

    @abstractmethod
    def parse(self, answer: Answer) -> list[SearchResult]:
        """The results as the service gives them; an empty list only when it says that there are none."""

    def answer(self, answer: Answer) -> str:
        """The answer in sentences that came with the results; "" when none came."""
        return ""

    def results(self, answer: Answer) -> list[SearchResult]:
        """The parsed results, cleaned."""
        return self.cleaned(self.parse(answer))

    def said(self, answer: Answer) -> str:
        """`answer` where it makes sense, as one line of plain text."""
        return shorten(plain(_head(told(self.answer, answer), RAW_CHARS)), RAW_CHARS)


class LocalBackend(Backend, ABC):
    """A search that needs no HTTP of ours: an index on this machine, or a library with a network of its own."""

    online: bool = False  # whether it asks the web

    def __init__(self, name: str, *, home: Path) -> None:
        super().__init__(name)
        self.home = home

    @abstractmethod
    def search(self, query: SearchQuery, timeout_s: float) -> list[SearchResult]:
        """The results as they are found; runs in a thread. A WebloupeError when it cannot look."""


AnyBackend: TypeAlias = HttpBackend | LocalBackend


class McpBackend(HttpBackend):
    """A search service behind a stateless MCP `tools/call`. A subclass names the tool and its arguments.

    `meaning` maps our argument names to other names under which a tool may come to want the same.
    """

    tool: str
    meaning: Mapping[str, Sequence[str]] = {}

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


def _head(text: object, chars: int) -> object:
    """As much of a text as `chars` characters of plain text may be made of: the rest need not be gone through."""
    return text[: chars * 5] if isinstance(text, str) else text


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
