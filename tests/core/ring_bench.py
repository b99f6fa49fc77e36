"""A ring on a scripted server, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from search_server import SearchServer, found, raw

from webloupe.http import Http
from webloupe.keys import Secret
from webloupe.search.ring import Ring
from webloupe.types import SearchQuery, SearchResponse, UsageRecord

ALL = ("exa", "parallel", "keenable")
HIT = found("https://hit.example/1", "https://hit.example/2")
NONE = found()
ERROR = raw(500, "text/plain", "boom")
KEY = "canary-0123456789"


class Bench:
    """A ring on a scripted server, and its usage log."""

    def __init__(
        self, server: SearchServer, backends: tuple[str, ...] = ALL, ring: dict[str, Any] | None = None, **keys: str
    ) -> None:
        self.log: list[UsageRecord] = []
        self.http = Http(allow_private=["127.0.0.1"], trust_env=False)
        self.ring = Ring(
            self.http,
            backends=backends,
            endpoints=server.endpoints(*backends),
            keys={name: Secret(key) for name, key in keys.items()},
            log=self.log.append,
            **(ring or {}),
        )

    def search(
        self, text: str = "oak", *, asks: dict[str, Any] | None = None, limit: int = 5, **options: Any
    ) -> SearchResponse:
        return asyncio.run(self._search(SearchQuery(text=text, limit=limit, **(asks or {})), **options))

    async def _search(self, query: SearchQuery, **options: Any) -> SearchResponse:
        try:
            return await self.ring.search(query, **options)
        finally:
            await self.ring.aclose()
            await self.http.aclose()

    def told(self) -> list[tuple[str, str]]:
        return [(record.backend, record.outcome) for record in self.log]


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with SearchServer().running() as running:
        running.play(**HIT)
        yield running


def outcomes(response: SearchResponse) -> list[tuple[str, str]]:
    return [(attempt.backend, attempt.outcome) for attempt in response.attempts]
