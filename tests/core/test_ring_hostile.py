"""Answers made to hurt: large ones are read aside and in time, broken listings are only failed attempts, places and
calls that are given up are accounted for."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from ring_bench import HIT, Bench, outcomes, server
from search_server import SILENCE, SearchServer, raw

from webloupe.errors import AllBackendsFailed
from webloupe.search import asking, calls, judging
from webloupe.search.backends import load
from webloupe.search.backends.base import MAX_HITS, RAW_CHARS, HttpBackend
from webloupe.search.judging import LARGE_BYTES, Exchange
from webloupe.search.queue import Queue
from webloupe.search.state import LaneState, State
from webloupe.store import Store
from webloupe.types import SearchQuery
from webloupe.wire import Answer

__all__ = ["server"]


def rows(count: int, title: str = "T") -> bytes:
    found = [{"title": title, "url": f"https://a.example/{number}", "snippet": "s"} for number in range(count)]
    return raw(200, "application/json", json.dumps({"results": found}))


def tool_text(text: str, **more: Any) -> bytes:
    result = {"content": [{"type": "text", "text": text}], **more}
    return raw(200, "application/json", json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}))


MEGABYTES = 4_900_000
HURTFUL = {
    "blank lines": raw(200, "text/event-stream", "\n" * MEGABYTES),
    "events": raw(200, "text/event-stream", "data: {}\n\n" * (MEGABYTES // 10)),
    "one event": raw(200, "text/event-stream", "data:\n" * (MEGABYTES // 6)),
    "lists": raw(200, "application/json", f"[{'[],' * (MEGABYTES // 3)}[]]"),
    "depth": raw(200, "application/json", "[" * MEGABYTES),
    "scripts": raw(403, "text/html", "<script" * (MEGABYTES // 7)),
    "a complaint": tool_text("unknown tool limit of credits " * (MEGABYTES // 30), isError=True),
    "an error": raw(400, "application/json", json.dumps({"error": {"message": "key credit quota " * 280_000}})),
    "lines of text": tool_text("Title: a\n" * (MEGABYTES // 10)),
    "titles": rows(1, "\x1b[" * 400_000),
}


@pytest.mark.parametrize("kind", HURTFUL)
def test_a_hurtful_answer_costs_one_attempt(server: SearchServer, kind: str) -> None:
    server.play(exa=HURTFUL[kind], keenable=HURTFUL[kind])
    for name in ("exa", "keenable"):
        response = Bench(server, (name, "parallel")).search(timeout_s=60)
        first, *_ = outcomes(response)
        assert first[0] == name and first[1] in ("payload", "http", "rate_limited", "ok", "empty") and response.results


@pytest.mark.parametrize(("size", "aside"), [(1, False), (LARGE_BYTES // 40, True)])
def test_large_answers_are_read_aside_small_ones_at_once(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch, size: int, aside: bool
) -> None:
    threads: list[threading.Thread] = []

    def seen(backend: HttpBackend, answer: Answer, key: str | None) -> Exchange:
        threads.append(threading.current_thread())
        return judging.judged(backend, answer, key)

    monkeypatch.setattr(asking, "judged", seen)
    server.play(keenable=rows(size))
    assert outcomes(Bench(server, ("keenable",)).search()) == [("keenable", "ok")]
    assert [thread is not threading.main_thread() for thread in threads] == [aside]


def test_an_answer_that_cannot_be_read_in_time_is_left_and_the_next_one_asked(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = threading.Event()

    def endless(backend: HttpBackend, answer: Answer, key: str | None) -> Exchange:
        if backend.name == "keenable":
            left.wait(20)
        return judging.judged(backend, answer, key)

    monkeypatch.setattr(asking, "judged", endless)
    server.play(keenable=rows(LARGE_BYTES // 40))
    bench = Bench(server, ("keenable", "parallel"))

    async def searched() -> Any:
        try:
            return await bench.ring.search(SearchQuery(text="oak"), timeout_s=2)
        finally:
            left.set()
            await bench.http.aclose()

    response = asyncio.run(searched())
    assert outcomes(response) == [("keenable", "payload"), ("parallel", "ok")]
    assert "could not be read in time" in response.attempts[0].error.message


def test_of_many_hits_a_hundred_are_kept_and_no_more_of_each_than_is_shown(server: SearchServer) -> None:
    server.play(keenable=rows(5_000, "word " * 100))
    only = Bench(server, ("keenable",))
    assert len(only.search(limit=50)) == 50
    answer = Answer(
        200, {"content-type": "application/json"}, rows(5_000).partition(b"\r\n\r\n")[2], "https://a.example"
    )
    backend = load("keenable")
    assert isinstance(backend, HttpBackend)
    found = backend.results(answer)
    assert len(found) == MAX_HITS and all(len(hit.description) <= RAW_CHARS for hit in found)


# --- listings ---------------------------------------------------------------------------------------------------------

COMPLAINT = raw(
    200, "application/json", '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "invalid argument"}}'
)
WORDS = {"goal": {"type": "string"}}


def listing(*tools: Any) -> bytes:
    return raw(200, "application/json", json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": list(tools)}}))


def deep(levels: int) -> bytes:
    inner = '{"anyOf":[' * levels + "{}" + "]}" * levels
    tool = f'{{"name":"web_search_exa","inputSchema":{{"properties":{{"query":{inner}}}}}}}'
    return raw(200, "application/json", f'{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tool}]}}}}')


@pytest.mark.parametrize(
    "listed",
    [
        listing({"name": "web_search_exa", "inputSchema": {"properties": WORDS, "description": "\ud800"}}),
        listing({"name": "search\ud800", "inputSchema": {"properties": WORDS}}),
        listing({"name": "search" * 100_000, "inputSchema": {"properties": WORDS}}),
        listing(
            {"name": "web_search_exa", "inputSchema": {"properties": {**WORDS, "x": {"description": "x" * 10**6}}}}
        ),
        listing({"name": "web_search_exa", "inputSchema": [1]}, {"name": 1}, None),
        listing({"name": "web_search_exa", "inputSchema": {"properties": WORDS, "required": [[]]}}),
        listing({"name": "web_search_exa", "inputSchema": {"properties": WORDS, "required": 7}}),
        deep(400),
        deep(90_000),
    ],
    ids=["surrogate", "name", "long name", "large", "shapeless", "required", "number", "deep", "deeper"],
)
def test_a_broken_listing_is_only_a_failed_attempt(server: SearchServer, tmp_path: Path, listed: bytes) -> None:
    server.answer_by("exa", lambda body: listed if body["method"] == "tools/list" else COMPLAINT)
    bench = Bench(server, ("exa",), {"state": State(Store(tmp_path))})
    with pytest.raises(AllBackendsFailed) as caught:
        bench.search()
    assert [attempt.outcome for attempt in caught.value.attempts] == ["http"]
    assert len(server.calls) == 2


def test_a_fault_of_ours_in_reading_a_listing_is_no_fault_of_the_search(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RecursionError

    monkeypatch.setattr(calls.drift, "choose", broken)
    server.answer_by("exa", lambda body: listing({"name": "x"}) if body["method"] == "tools/list" else COMPLAINT)
    with pytest.raises(AllBackendsFailed):
        Bench(server, ("exa",)).search()


# --- places and calls that are given up -------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [lambda waiting: waiting, lambda waiting: waiting[::-1]], ids=["first", "last"])
def test_a_search_that_is_cancelled_gives_its_place_back(
    server: SearchServer, order: Callable[[list[asyncio.Task[Any]]], list[asyncio.Task[Any]]]
) -> None:
    state = State()
    bench = Bench(server, ("exa",), {"state": state})

    async def walk() -> tuple[float, float, float]:
        def ask() -> asyncio.Task[Any]:
            return asyncio.create_task(bench.ring.search(SearchQuery(text="oak"), timeout_s=60))

        def called_at() -> float:
            known = state.own("exa", LaneState)
            assert known
            return known.called_at

        await ask()
        before = called_at()
        waiting = [ask() for _ in range(20)]
        while called_at() < before + 8:  # noqa: ASYNC110 - until all have their places
            await asyncio.sleep(0.001)
        queued = called_at()
        for task in order(waiting):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        after = called_at()
        await bench.http.aclose()
        return before, queued, after

    before, queued, after = asyncio.run(walk())
    assert queued - before > 8 and after - before < 1


def test_whoever_waits_moves_up_when_others_leave(server: SearchServer) -> None:
    state = State()
    bench = Bench(server, ("exa",), {"state": state})

    async def walk() -> Any:
        await bench.ring.search(SearchQuery(text="oak"))
        before = state.own("exa", LaneState)
        tasks = [asyncio.create_task(bench.ring.search(SearchQuery(text="oak"), timeout_s=55)) for _ in range(80)]
        while (now := state.own("exa", LaneState)) and before and now.called_at < before.called_at + 38:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        for task in tasks[:-1]:
            task.cancel()
        try:
            async with asyncio.timeout(20):  # its place was 40 s away
                return await tasks[-1]
        finally:
            await bench.http.aclose()

    assert outcomes(asyncio.run(walk())) == [("exa", "ok")]


@given(some.lists(some.sampled_from(["join", "go", "leave first", "leave last"]), max_size=40))
def test_places_are_apart_and_none_stays_empty_whoever_goes_or_leaves(steps: list[str]) -> None:
    queue, called_at, went = Queue(), 0.0, [0.0]
    for step in steps:
        if step == "join":
            queue.join(called_at + 0.5, called_at)
            called_at += 0.5
        elif queue.places and step == "go":
            went.append(queue.places[0].at)
            queue.go(queue.places[0])
        elif queue.places:
            called_at = queue.leave(queue.places[0 if step == "leave first" else -1], called_at)
    times = [*went, *(place.at for place in queue.places)]
    assert all(later - earlier == 0.5 for earlier, later in pairwise(times))
    assert called_at == times[-1]


def test_a_late_call_that_is_given_up_is_logged_as_timed_out(server: SearchServer) -> None:
    server.play(parallel=SILENCE, keenable=HIT["keenable"])
    bench = Bench(server, ("parallel", "keenable"), {"slow_after_s": lambda _: 0.05})
    assert outcomes(bench.search(hedge=True))[0] == ("keenable", "ok")
    assert sorted(bench.told()) == [("keenable", "ok"), ("parallel", "timeout")]
