"""The ring and the HTTP client against the demo web: real sockets, real wire shapes, every failure mode."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence

import pytest

from webloupe.demo import BACKENDS, DemoWeb, modes_of
from webloupe.errors import AllBackendsFailed
from webloupe.http import Http
from webloupe.search.ring import Ring
from webloupe.types import Attempt, SearchQuery, SearchResponse, UsageRecord

OUTCOMES = {
    "ok": "ok", "429": "rate_limited", "limit_meta": "rate_limited", "limit_iserror": "rate_limited", "iserror": "http",
    "5xx": "http", "html": "payload", "hangup": "transport", "timeout": "timeout", "garbage": "payload",
    "empty": "empty",
}  # fmt: skip
DEAD = ["429", "5xx", "html", "hangup", "garbage"]


class Key:
    def reveal(self) -> str:
        return "canary-key"


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture(autouse=True)
def all_ok(web: DemoWeb) -> None:
    for backend in BACKENDS:
        web.set_mode(backend, "ok")


def search(
    web: DemoWeb,
    *queries: str,
    backend: str = "auto",
    timeout_s: float = 10.0,
    keys: Sequence[str] = (),
    log: list[UsageRecord] | None = None,
) -> list[SearchResponse]:
    async def run() -> list[SearchResponse]:
        http = Http(allow_private=[web.env["WEBLOUPE_ALLOW_PRIVATE"]], trust_env=False)
        ring = Ring(
            http,
            backends=BACKENDS,
            endpoints=web.endpoints,
            keys={name: Key() for name in keys},
            log=(log if log is not None else []).append,
        )
        try:
            return [await ring.search(SearchQuery(text=text), backend=backend, timeout_s=timeout_s) for text in queries]
        finally:
            await http.aclose()

    return asyncio.run(run())


def attempt(web: DemoWeb, backend: str, **more: float) -> Attempt:
    try:
        (answer,) = search(web, "comet Ambern", backend=backend, **more)
    except AllBackendsFailed as error:
        return error.attempts[0]
    return answer.attempts[0]


@pytest.mark.parametrize(("backend", "mode"), [(name, mode) for name in BACKENDS for mode in modes_of(name)])
def test_every_failure_of_every_backend_is_told_apart(web: DemoWeb, backend: str, mode: str):
    web.set_mode(backend, mode)
    seen = attempt(web, backend, timeout_s=0.5 if mode == "timeout" else 10.0)
    assert (seen.backend, seen.outcome) == (backend, OUTCOMES[mode])
    assert (seen.error is None) == (mode in ("ok", "empty"))


@pytest.mark.parametrize(("backend", "seconds"), [("exa", 7), ("parallel", 30), ("keenable", 412)])
def test_a_limit_tells_when_to_try_again(web: DemoWeb, backend: str, seconds: float):
    web.set_mode(backend, "429")
    assert attempt(web, backend).retry_after_s == seconds


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("comet Ambern returns a week early", "/news/comet-returns"),
        ("dew heater trips the breaker", "/forum/thread/418"),
        ("first light Plover spectrograph", "/blog/first-light"),
        ("安本彗星观测记录", "/zh/gbk"),
    ],
)
def test_each_backend_finds_the_page_that_the_query_speaks_of(web: DemoWeb, backend: str, query: str, path: str):
    (answer,) = search(web, query, backend=backend)
    assert answer[0].url == web.url + path
    assert answer[0].title.endswith("Lakeside Observatory demo site")
    assert answer[0].description


def test_the_ring_goes_round(web: DemoWeb):
    answers = search(web, *["comet"] * 6)
    assert [answer.attempts[0].backend for answer in answers] == [*BACKENDS, *BACKENDS]
    assert all(len(answer) == 5 for answer in answers)


@pytest.mark.parametrize("dead", [*itertools.combinations(BACKENDS, 1), *itertools.combinations(BACKENDS, 2)])
def test_with_one_or_two_of_three_dead_twenty_of_twenty_searches_are_answered(web: DemoWeb, dead: tuple[str, ...]):
    queries = ["comet Ambern"] * 4
    answered = 0
    for mode in DEAD:
        for backend in dead:
            web.set_mode(backend, mode)
        answered += sum(len(answer) > 0 for answer in search(web, *queries))
    assert answered == 20


def test_with_all_dead_there_is_one_error_with_three_causes(web: DemoWeb):
    for backend, mode in zip(BACKENDS, ("limit_meta", "hangup", "5xx"), strict=True):
        web.set_mode(backend, mode)
    with pytest.raises(AllBackendsFailed) as failed:
        search(web, "comet")
    assert [one.outcome for one in failed.value.attempts] == ["rate_limited", "transport", "http"]
    assert all(backend in failed.value.message for backend in BACKENDS)
    assert len(failed.value.lines()) == 2


def test_a_key_is_sent_where_the_keyless_endpoint_stands_and_shows_nowhere_else(web: DemoWeb):
    log: list[UsageRecord] = []
    answers = search(web, *["comet"] * 3, keys=BACKENDS, log=log)
    sent = list(web.requests)[-3:]
    assert all("canary-key" in "".join(request.headers.values()) for request in sent)
    assert "canary-key" not in repr((answers, log)) + "".join(request.path for request in sent)


def test_each_attempt_that_left_the_machine_is_logged_with_what_is_left(web: DemoWeb):
    log: list[UsageRecord] = []
    web.set_mode("exa", "429")
    web.set_mode("parallel", "empty")
    search(web, "comet", log=log)
    assert [(record.backend, record.outcome) for record in log] == [
        ("exa", "rate_limited"), ("parallel", "empty"), ("keenable", "ok"),
    ]  # fmt: skip
    assert log[2].remaining is not None
    assert log[2].limit == 1_000
