"""A search: what is asked, who was asked, what came back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from .base import ErrorInfo, Wire

if TYPE_CHECKING:
    import pandas

Outcome: TypeAlias = Literal["ok", "empty", "rate_limited", "http", "transport", "timeout", "payload", "skipped"]
Safe: TypeAlias = Literal["off", "moderate", "strict"]
Topic: TypeAlias = Literal["news", "paper", "code", "images"]
Mode: TypeAlias = Literal["fast", "deep"]
Unsupported: TypeAlias = Literal["warn", "ignore", "error"]


class SearchQuery(Wire, frozen=True, kw_only=True):
    """What one search asks for. `limit` is 1–10, `page` from 1.

    `sites` and `not_sites` are domains, domains with a path, or top-level domains (".edu"); `since` and `until` are
    days, YYYY-MM-DD, both included; `lang` is ISO 639-1, `country` ISO 3166-1 alpha-2. "" and None ask for nothing.
    `answer` asks for an answer in sentences beside the hits.
    """

    text: str
    limit: int = 5
    sites: tuple[str, ...] = ()
    not_sites: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    lang: str = ""
    country: str = ""
    safe: Safe | None = None
    topic: Topic | None = None
    mode: Mode | None = None
    page: int = 1
    answer: bool = False


class SearchResult(Wire, frozen=True, kw_only=True):
    """One hit. Text comes from the web: never markup. `published` is ISO 8601 or "" when unknown.

    `description_source` says where the description was taken from: "backend", "peer:keenable" (another backend's for
    the same address), "page" (the stored page) or "excerpt" (a later part of what the backend sent); `description_note`
    why the first one was not good enough. `found_by` names every backend that had this address, best rank first, as
    "exa#1", where several were asked.
    """

    title: str
    url: str
    description: str = ""
    published: str = ""
    backend: str = ""
    position: int = 0
    description_source: str = "backend"
    description_note: str = ""
    found_by: tuple[str, ...] = ()


class DescriptionQuality(Wire, frozen=True, kw_only=True):
    """Whether a description is page furniture instead of content: `score` 0 (sentences) to 1 (furniture), and why.

    `clean` is the part that reads like sentences, "" when there is none.
    """

    is_chrome: bool
    score: float
    reason: str
    clean: str


class Attempt(Wire, frozen=True, kw_only=True):
    """One try at one backend. `error` tells a failure's cause; `remaining` only where the backend reports it.

    `keyed` says that a key went along; `usd` is what the call cost, None when nobody said.
    """

    backend: str
    outcome: Outcome
    elapsed_ms: float = 0.0
    error: ErrorInfo | None = None
    retry_after_s: float | None = None
    remaining: int | None = None
    keyed: bool = False
    usd: float | None = None


class ComparedBackend(Wire, frozen=True, kw_only=True):
    """One backend among several that were asked the same: `unique` hits that no other had, `tokens` of its hits.

    `quality` is the share of its descriptions that read like sentences, 0–1; None without hits.
    """

    backend: str
    outcome: Outcome
    elapsed_ms: float
    hits: int
    unique: int
    tokens: int
    quality: float | None


class ComparedPair(Wire, frozen=True, kw_only=True):
    """Two backends: how many addresses both have, and how alike their rankings are.

    `agreement` is the average overlap at depths 1 to k (Fagin, Kumar, Sivakumar 2003): 0 nothing shared, 1 same order.
    """

    first: str
    second: str
    shared: int
    agreement: float


class Comparison(Wire, frozen=True, kw_only=True):
    """Several backends side by side for one query."""

    backends: tuple[ComparedBackend, ...]
    pairs: tuple[ComparedPair, ...]


class AnswerSentence(Wire, frozen=True, kw_only=True):
    """One sentence of an answer: tied to a `quote` out of result `position`, or unsupported (both empty)."""

    text: str
    quote: str = ""
    position: int | None = None


class SearchAnswer(Wire, frozen=True, kw_only=True):
    """An answer in sentences, and who gave it: a backend's name or a model's."""

    sentences: tuple[AnswerSentence, ...]
    source: str


class SearchResponse(Wire, frozen=True, kw_only=True):
    """Ranked hits and how they were got. Behaves as a sequence of its results.

    `asked_at` is when the backends were asked (Unix time): with `cached` it is the age of the memory.
    `comparison` is there when several backends were asked on purpose.
    """

    query: str
    results: tuple[SearchResult, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    cached: bool = False
    elapsed_ms: float = 0.0
    tokens: int = 0
    asked_at: float = 0.0
    answer: SearchAnswer | None = None
    comparison: Comparison | None = None

    def __repr__(self) -> str:
        hits = "\n".join(f"  {hit.position}. {hit.title}  {hit.url}" for hit in self)
        return f"<SearchResponse {self.query!r}: {len(self)} results, {self.tokens:,} tokens>\n{hits}".rstrip()

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> SearchResult:
        return self.results[index]

    def __iter__(self) -> Iterator[SearchResult]:
        return iter(self.results)

    @property
    def df(self) -> pandas.DataFrame:
        """One row a hit, columns position, title, url, description, published, backend."""
        import pandas

        columns = ["position", "title", "url", "description", "published", "backend"]
        return pandas.DataFrame([{name: getattr(hit, name) for name in columns} for hit in self], columns=columns)

    def to_json(self) -> str:
        """The contract JSON; the key order is part of the contract."""
        keys = ("position", "title", "url", "description", "published")
        return json.dumps({"results": [{key: getattr(hit, key) for key in keys} for hit in self]}, ensure_ascii=False)
