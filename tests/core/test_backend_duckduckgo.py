"""DuckDuckGo through ddgs, which is played here by a module of the same shape: nothing leaves this machine."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from webloupe import config
from webloupe.errors import AllBackendsFailed, BackendDown, ExtraMissing, RateLimited, TimedOut, WebloupeError
from webloupe.search.backends import load
from webloupe.search.backends.base import LocalBackend
from webloupe.session import AsyncSession
from webloupe.types import Attempt, SearchQuery

ROWS = [
    {"title": "Oaks", "href": "https://a.example/oaks", "body": "Oaks are thinned in winter."},
    {"title": "", "href": "https://b.example/elm", "body": None},
    {"title": "An advertisement", "href": "", "body": "Buy."},
]


def backend() -> LocalBackend:
    found = load("duckduckgo", home=Path("nowhere"))
    assert isinstance(found, LocalBackend)
    return found


class Played:
    """What the fake was asked, and what it does next."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: list[dict[str, Any]] | Exception = ROWS


@pytest.fixture
def ddgs(monkeypatch: pytest.MonkeyPatch) -> Played:
    played = Played()

    class DDGS:
        def __init__(self, *, timeout: int) -> None:
            self.timeout = timeout

        def text(self, query: str, **how: Any) -> list[dict[str, Any]]:
            played.asked.append({"query": query, "timeout": self.timeout, **how})
            if isinstance(played.answer, Exception):
                raise played.answer
            return played.answer

    module = ModuleType("ddgs")
    module.DDGS = DDGS  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ddgs", module)
    return played


def test_its_results_are_ours(ddgs: Played) -> None:
    duckduckgo = backend()
    hits = duckduckgo.cleaned(duckduckgo.search(SearchQuery(text="oak"), 9.5))
    assert [(hit.title, hit.url, hit.description) for hit in hits] == [
        ("Oaks", "https://a.example/oaks", "Oaks are thinned in winter."),
        ("b.example: elm", "https://b.example/elm", ""),
    ]
    assert duckduckgo.online and duckduckgo.lacks(None) is None
    (asked,) = ddgs.asked
    assert asked == {
        "query": "oak", "timeout": 9, "region": "wt-wt", "timelimit": None, "max_results": 5, "page": 1,
        "backend": "duckduckgo",
    }  # fmt: skip


def test_filters_take_its_forms(ddgs: Played) -> None:
    query = SearchQuery(
        text='"oak" -beech', limit=9, sites=(".edu",), since="2026-01-31", lang="en", country="GB", page=2
    )
    assert backend().unmet(query, None) == set()
    backend().search(query, 5)
    (asked,) = ddgs.asked
    assert asked["query"] == '"oak" -beech site:edu'
    assert (asked["region"], asked["timelimit"], asked["page"]) == ("uk-en", "2026-01-31..2099-12-31", 2)
    assert backend().unmet(SearchQuery(text="oak", lang="de", safe="strict"), None) == {"lang", "safe"}


def its_kind(name: str, words: str) -> Exception:
    kind: type[Exception] = type(name, (Exception,), {})
    return kind(words)


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (its_kind("DDGSException", "No results found."), BackendDown),
        (its_kind("DDGSException", "RuntimeError: error sending request"), BackendDown),
        (its_kind("TimeoutException", "operation timed out"), TimedOut),
        (its_kind("RatelimitException", "202"), RateLimited),
        (ValueError(""), BackendDown),
    ],
)
def test_whatever_it_raises_is_an_error_of_ours_and_never_nothing(
    ddgs: Played, raised: Exception, told: type[WebloupeError]
) -> None:
    ddgs.answer = raised
    with pytest.raises(told) as caught:
        backend().search(SearchQuery(text="oak"), 5)
    assert caught.value.message.strip(": ")


@pytest.mark.parametrize(("kind", "outcome"), [("RatelimitException", "rate_limited"), ("DDGSException", "http")])
def test_its_failures_are_attempts_that_left_the_machine(ddgs: Played, tmp_path: Path, kind: str, outcome: str) -> None:
    ddgs.answer = its_kind(kind, "No results found.")

    async def attempt() -> Attempt:
        session = AsyncSession(config.load(env={}, home=tmp_path))
        try:
            with pytest.raises(AllBackendsFailed) as caught:
                await session.search("oak", backend="duckduckgo")
            (one,) = caught.value.attempts
            (row,) = (await session.usage()).rows
            assert (row.backend, row.total) == ("duckduckgo", 1)
            return one
        finally:
            await session.aclose()

    assert asyncio.run(attempt()).outcome == outcome


def test_without_the_package_it_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ddgs", None)  # as if it were not installed
    lack = backend().lacks(None)
    assert lack is not None and lack.hint == "pip install 'webloupe[search]'"
    with pytest.raises(ExtraMissing) as caught:
        backend().search(SearchQuery(text="oak"), 5)
    assert caught.value.lines()[1] == "pip install 'webloupe[search]'" and len(caught.value.lines()) == 2
