"""The ring over real sockets: whose turn it is, who takes over, what is told and what is logged."""

from __future__ import annotations

import asyncio
import time

import pytest
from ring_bench import ALL, ERROR, HIT, KEY, NONE, Bench, outcomes, server
from search_server import HANG_UP, SILENCE, SearchServer, found, raw

from webloupe.errors import AllBackendsFailed, BadInput, WebloupeError
from webloupe.http import Http
from webloupe.search.ring import Ring
from webloupe.types import SearchQuery, UsageRecord

__all__ = ["server"]


def test_each_call_starts_at_the_next_backend(server: SearchServer) -> None:
    bench = Bench(server)
    first = [bench.search().attempts[0].backend for _ in range(6)]
    assert first == [*ALL, *ALL]
    assert {call.path for call in server.calls} == {"/exa", "/parallel", "/keenable"}


def test_hits_are_numbered_and_no_more_than_asked_for(server: SearchServer) -> None:
    server.play(**found(*(f"https://hit.example/{number}" for number in range(10))))
    response = Bench(server, ("parallel",)).search(limit=3)
    assert [(hit.position, hit.backend) for hit in response] == [(1, "parallel"), (2, "parallel"), (3, "parallel")]


def test_calls_name_us_and_take_both_framings(server: SearchServer) -> None:
    bench = Bench(server)
    for _ in ALL:
        bench.search()
    for call in server.calls:
        assert call.headers["user-agent"].startswith("webloupe/")
        assert call.headers["accept"] == "application/json, text/event-stream"
        assert call.headers["content-type"].startswith("application/json")
        assert "mcp-protocol-version" not in call.headers
        assert call.method == "POST"


SHAPES = {
    "429": (raw(429, "application/json", '{"error":"slow"}', "Retry-After: 9"), "rate_limited"),
    "5xx": (ERROR, "http"),
    "gRPC-like 401": (raw(401, "application/json", '{"code":16,"message":"Invalid API key (C.1)"}'), "http"),
    "HTML as 200": (raw(200, "text/html", "<title>Just a moment...</title>"), "payload"),
    "garbage": (raw(200, "application/json", '{"results": [{"ti'), "payload"),
    "broken coding": (raw(200, "application/json", "no gzip", "Content-Encoding: gzip"), "payload"),
    "202": (raw(202, "text/html", "<div>Unusual activity</div>"), "rate_limited"),
    "moved": (raw(301, "text/html", "", "Location: https://new.example/"), "http"),
    "hang-up": (HANG_UP, "transport"),
    "half an answer": (raw(200, "application/json", "{}").replace(b"Length: 2", b"Length: 9"), "transport"),
    "silence": (SILENCE, "timeout"),
}


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_failed_backend_is_told_apart_and_the_next_one_answers(
    server: SearchServer, backend: str, shape: str
) -> None:
    answer, outcome = SHAPES[shape]
    other = next(name for name in ALL if name != backend)
    server.play(**{backend: answer})
    bench = Bench(server, (backend, other))
    response = bench.search(timeout_s=1.0)
    assert len(response) == 2
    assert outcomes(response) == bench.told() == [(backend, outcome), (other, "ok")]
    error = response.attempts[0].error
    assert error is not None and error.backend == backend and error.message.startswith(f"{backend}: ")
    assert all(attempt.elapsed_ms > 0 for attempt in response.attempts)


@pytest.mark.parametrize("dead", [("exa",), ("keenable",), ("exa", "parallel"), ("parallel", "keenable")])
def test_twenty_of_twenty_searches_are_answered_while_one_backend_lives(
    server: SearchServer, dead: tuple[str, ...]
) -> None:
    server.play(**dict.fromkeys(dead, HANG_UP))
    bench = Bench(server)
    answered = [bench.search(f"oak {number}") for number in range(20)]
    assert [len(response) for response in answered] == [2] * 20
    assert {record.backend for record in bench.log if record.outcome == "ok"} == set(ALL) - set(dead)


def test_all_dead_is_one_error_with_every_cause_and_the_shortest_wait(server: SearchServer) -> None:
    server.play(
        exa=raw(429, "application/json", "{}", "Retry-After: 7"),
        parallel=raw(401, "application/json", '{"code":16,"message":"Invalid API key (C.1)"}'),
        keenable=SILENCE,
    )
    bench = Bench(server, parallel=KEY)
    with pytest.raises(AllBackendsFailed) as caught:
        bench.search(timeout_s=1.2)
    error = caught.value
    tried = [(attempt.backend, attempt.outcome, attempt.keyed) for attempt in error.attempts]
    assert tried == [
        ("exa", "rate_limited", False),
        ("parallel", "http", True),
        ("parallel", "http", False),
        ("keenable", "timeout", False),
    ]
    for part in ("exa rate limited (retry in 7 s)", "parallel invalid key", "keenable timed out after"):
        assert part in error.message
    assert error.retry_after_s == 7.0 and "7 s" in error.hint
    assert len(error.lines()) == 2 and not any("\n" in line for line in error.lines())
    assert [record.outcome for record in bench.log] == ["rate_limited", "http", "http", "timeout"]


def test_a_silent_backend_leaves_time_for_the_others(server: SearchServer) -> None:
    server.play(exa=SILENCE, parallel=SILENCE)
    started = time.monotonic()
    response = Bench(server).search(timeout_s=1.5)
    assert len(response) == 2
    assert time.monotonic() - started < 1.5
    assert response.attempts[0].elapsed_ms == pytest.approx(500, abs=150)


def test_the_whole_search_ends_at_its_deadline(server: SearchServer) -> None:
    server.play(**dict.fromkeys(ALL, SILENCE))
    started = time.monotonic()
    with pytest.raises(AllBackendsFailed):
        Bench(server).search(timeout_s=0.6)
    assert 0.5 < time.monotonic() - started < 1.2


def test_an_empty_answer_gets_one_second_opinion(server: SearchServer) -> None:
    server.play(exa=NONE["exa"])
    bench = Bench(server)
    assert outcomes(bench.search()) == [("exa", "empty"), ("parallel", "ok")]
    server.play(**NONE)
    response = bench.search()
    assert outcomes(response) == [("parallel", "empty"), ("keenable", "empty")]
    assert response.notes == ("parallel and keenable found nothing",)
    assert len(response) == 0 and response.to_json() == '{"results": []}'


def test_a_failure_beside_an_empty_answer_stays_visible(server: SearchServer) -> None:
    server.play(exa=ERROR, parallel=NONE["parallel"], keenable=HANG_UP)
    response = Bench(server).search()
    assert outcomes(response) == [("exa", "http"), ("parallel", "empty"), ("keenable", "transport")]
    assert "parallel found nothing" in response.notes[0]
    assert "exa failed" in response.notes[0] and "keenable" in response.notes[0]


def test_an_empty_answer_and_a_failure_then_hits_are_three_kinds(server: SearchServer) -> None:
    server.play(exa=NONE["exa"], parallel=ERROR)
    bench = Bench(server)
    assert outcomes(bench.search()) == [("exa", "empty"), ("parallel", "http"), ("keenable", "ok")]
    assert [outcome for _, outcome in bench.told()] == ["empty", "http", "ok"]


def test_a_named_backend_is_the_only_one_asked(server: SearchServer) -> None:
    server.play(keenable=ERROR)
    bench = Bench(server)
    with pytest.raises(AllBackendsFailed) as caught:
        bench.search(backend="keenable")
    assert "keenable" in caught.value.message
    assert {call.path for call in server.calls} == {"/keenable"}
    server.play(keenable=NONE["keenable"])
    assert outcomes(bench.search(backend="keenable")) == [("keenable", "empty")]


def test_an_unknown_backend_gets_the_nearest_match(server: SearchServer) -> None:
    with pytest.raises(BadInput) as caught:
        Bench(server).search(backend="paralel")
    assert "parallel" in caught.value.hint
    assert server.calls == []


@pytest.mark.parametrize("text", ["", "  \n\t", "\u200b\x00"])
def test_an_empty_query_is_told_before_anything_is_asked(server: SearchServer, text: str) -> None:
    with pytest.raises(BadInput):
        Bench(server).search(text)
    assert server.calls == []


@pytest.mark.parametrize("text", ["a\x00b \ud800 c\nd", "站点 北京大学 👩‍🌾", '"site:x" -y {z} %s', "x" * 20_000])
def test_any_other_query_reaches_every_backend(server: SearchServer, text: str) -> None:
    bench = Bench(server)
    for _ in ALL:
        bench.search(text)
    assert [call.path for call in server.calls] == ["/exa", "/parallel", "/keenable"]


@pytest.mark.parametrize("key", [f"{KEY}\r\nX-Evil: 1", f"{KEY}é"])
def test_a_key_that_no_header_may_carry_is_not_sent(server: SearchServer, key: str) -> None:
    bench = Bench(server, exa=key)
    response = bench.search()
    assert outcomes(response) == [("exa", "skipped"), ("exa", "ok")]
    assert KEY not in repr(response)
    assert bench.told() == [("exa", "ok")]


def test_an_empty_key_is_no_key(server: SearchServer) -> None:
    Bench(server, ("parallel",), parallel="").search()
    assert "authorization" not in server.calls[0].headers


def test_what_never_left_the_machine_is_not_logged(server: SearchServer) -> None:
    log: list[UsageRecord] = []
    http = Http(trust_env=False)  # the loopback address is not allowed here
    ring = Ring(http, backends=["exa"], endpoints=server.endpoints("exa"), keys={}, log=log.append)
    with pytest.raises(AllBackendsFailed) as caught:
        asyncio.run(ring.search(SearchQuery(text="oak")))
    assert caught.value.attempts[0].outcome == "transport"
    assert (log, server.calls) == ([], [])


def test_a_reading_of_the_quota_is_logged_with_its_window(server: SearchServer) -> None:
    reset = "X-RateLimit-Reset: 2026-11-30T14:00:00.000Z"
    server.play(
        keenable=raw(
            200, "application/json", '{"results":[]}', "X-RateLimit-Remaining: 9", "X-RateLimit-Limit: 10", reset
        )
    )
    bench = Bench(server, ("keenable",))
    assert bench.search().attempts[0].remaining == 9
    (record,) = bench.log
    assert (record.remaining, record.limit, record.resets_at) == (9, 10, 1_796_047_200.0)
    assert record.action == "search" and abs(record.ts - time.time()) < 5


def test_a_moved_address_is_asked_once_more_and_the_key_stays_home(server: SearchServer) -> None:
    with SearchServer().running() as elsewhere:
        elsewhere.play(keenable=HIT["keenable"])
        server.play(keenable=raw(308, "text/plain", "", f"Location: {elsewhere.url}/keenable"))
        response = Bench(server, ("keenable",), keenable=KEY).search()
        assert outcomes(response) == [("keenable", "ok")]
        (call,) = elsewhere.calls
        assert call.method == "POST" and call.body["query"] == "oak"
        assert KEY not in repr(call)


def test_a_move_to_an_address_that_must_not_be_dialled_is_told_and_logged(server: SearchServer) -> None:
    server.play(exa=raw(307, "text/plain", "", "Location: http://169.254.169.254/latest"))
    bench = Bench(server)
    error = bench.search().attempts[0].error
    assert error is not None and "moved to http://169.254.169.254/latest" in error.message
    assert bench.told() == [("exa", "http"), ("parallel", "ok")]


def test_a_loop_of_moves_is_a_failure_that_names_the_address(server: SearchServer) -> None:
    server.play(exa=raw(307, "text/plain", "", "Location: /exa"))
    response = Bench(server).search()
    assert outcomes(response) == [("exa", "http"), ("parallel", "ok")]
    error = response.attempts[0].error
    assert error is not None and f"{server.url}/exa" in error.message


def test_a_cancelled_search_ends_at_once(server: SearchServer) -> None:
    server.play(exa=SILENCE)
    bench = Bench(server)

    async def cancelled() -> None:
        search = asyncio.create_task(bench.ring.search(SearchQuery(text="oak"), timeout_s=30))
        await asyncio.to_thread(server.arrived.wait)
        search.cancel()
        await search

    started = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert time.monotonic() - started < 5
    assert bench.log == [] and len(server.calls) == 1


def test_no_backend_switched_on_is_told() -> None:
    ring = Ring(Http(trust_env=False), backends=[], endpoints={}, keys={}, log=print)
    with pytest.raises(WebloupeError) as caught:
        asyncio.run(ring.search(SearchQuery(text="oak")))
    assert len(caught.value.lines()) == 2
