"""How long a backend rests: by what failed, by what the service said, together with other processes and searches."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from ring_bench import ERROR, HIT, KEY, Bench, outcomes, server
from search_server import SearchServer, raw

from webloupe.search.cooling import LONGEST_REST_S, SPENT_REST_S, asked, judged, wait_s
from webloupe.search.state import LaneState, State
from webloupe.store import Store
from webloupe.types import Attempt, ErrorCode, ErrorInfo, Outcome, SearchQuery, SearchResponse

__all__ = ["server"]

NEW = LaneState(at=0.0)
REFUSED = raw(401, "application/json", '{"message": "Invalid API key"}')


def failed(outcome: Outcome, code: ErrorCode = "backend_down", retry_after_s: float | None = None) -> Attempt:
    error = ErrorInfo(code=code, message="x: down", retry_after_s=retry_after_s)
    return Attempt(backend="x", outcome=outcome, error=error, retry_after_s=retry_after_s)


def rest_s(*attempts: Attempt) -> float:
    """How long it rests after these failures in a row, without spread."""
    state = NEW
    for attempt in attempts:
        state = judged(state, attempt, 0.0, 0.5)
    return wait_s(state, 0.0)


@pytest.mark.parametrize(
    ("attempt", "first_s"),
    [
        (failed("transport"), 10.0),
        (failed("payload", "bad_answer"), 10.0),
        (failed("timeout", "timed_out"), 30.0),  # silence costs a search most
        (failed("rate_limited", "rate_limited"), 30.0),
        (failed("rate_limited", "quota_spent"), SPENT_REST_S),
        (failed("rate_limited", "rate_limited", 412.0), 412.0),
        (failed("http", "refused"), 0.0),  # it may be about the query
        (failed("http", "bad_key"), 0.0),  # another key is another matter
    ],
)
def test_the_first_rest_is_by_what_failed(attempt: Attempt, first_s: float) -> None:
    assert rest_s(attempt) == first_s


def test_a_service_that_says_at_once_again_and_again_is_not_believed() -> None:
    hurried = failed("rate_limited", "rate_limited", 0.0)
    assert [rest_s(*[hurried] * count) for count in (1, 2, 3)] == [0.0, 10.0, 20.0]
    assert not judged(judged(NEW, hurried, 0.0, 0.5), hurried, 0.0, 0.5).told


@given(
    some.lists(
        some.builds(
            failed,
            some.sampled_from(["transport", "timeout", "http", "payload", "rate_limited"]),
            some.sampled_from(["backend_down", "refused", "rate_limited", "quota_spent", "bad_key"]),
            some.none() | some.floats(0, 86_400),
        ),
        max_size=30,
    ),
    some.floats(0, 1, exclude_max=True),
)
def test_no_rest_is_longer_than_what_was_said_or_a_day_and_an_answer_ends_it(
    attempts: list[Attempt], chance: float
) -> None:
    state = NEW
    for attempt in attempts:
        state = judged(state, attempt, 0.0, chance)
        assert 0 <= wait_s(state, 0.0) <= max(attempt.retry_after_s or 0.0, SPENT_REST_S, LONGEST_REST_S)
        if attempt.retry_after_s and attempt.error and attempt.error.code != "bad_key":
            assert wait_s(state, 0.0) >= attempt.retry_after_s
    assert wait_s(judged(state, Attempt(backend="x", outcome="ok"), 0.0, chance), 0.0) == 0.0


def test_a_call_that_is_still_to_come_has_its_place() -> None:
    state = asked(NEW, now=100.4, timeout_s=5.0)
    assert wait_s(state, 100.0, spacing_s=0.5) == pytest.approx(0.9)
    assert wait_s(asked(NEW, now=9e9, timeout_s=5.0), 100.0, spacing_s=0.5) == 0.0  # a clock that was set back


# --- in the ring ------------------------------------------------------------------------------------------------------


def test_rests_grow_over_all_processes(server: SearchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server.play(parallel=ERROR)
    now, waits = time.time(), []
    for _ in range(3):
        process = Bench(server, ("parallel", "keenable"), {"state": State(Store(tmp_path))})
        process.search()  # parallel is first, and fails
        kept = State(Store(tmp_path)).get("parallel", LaneState)
        assert kept is not None
        waits.append(kept.until - now)
        now = kept.until + 0.1
        monkeypatch.setattr(time, "time", lambda now=now: now)
    assert all(0.75 * middle < wait < 1.3 * middle for middle, wait in zip((10, 20, 40), waits, strict=True)), waits


def test_while_one_process_probes_others_do_not(server: SearchServer, tmp_path: Path) -> None:
    past = LaneState(at=time.time() - 60, strikes=1, until=time.time() - 30)
    Store(tmp_path).keep("ring", "parallel", past)
    inside: list[float] = []

    def probed(_: object) -> bytes:
        kept = State(Store(tmp_path)).get("parallel", LaneState)
        inside.append(wait_s(kept, time.time()) if kept else 0.0)
        return HIT["parallel"]

    server.answer_by("parallel", probed)
    bench = Bench(server, ("parallel", "keenable"), {"state": State(Store(tmp_path))})
    assert outcomes(bench.search()) == [("parallel", "ok")]
    assert inside[0] > 1
    assert wait_s(State(Store(tmp_path)).get("parallel", LaneState), time.time()) == 0.0


def test_searches_that_begin_together_keep_a_services_calls_apart(server: SearchServer) -> None:
    came: list[float] = []
    server.answer_by("exa", lambda _: (came.append(time.monotonic()), HIT["exa"])[1])
    bench = Bench(server, ("exa",))

    async def three() -> list[SearchResponse]:
        try:
            queries = [SearchQuery(text=f"oak {number}") for number in range(3)]
            return await asyncio.gather(*map(bench.ring.search, queries))
        finally:
            await bench.http.aclose()

    assert [len(response) for response in asyncio.run(three())] == [2] * 3
    assert min(later - earlier for earlier, later in pairwise(came)) > 0.4


def test_a_refused_key_leaves_a_new_one_alone(server: SearchServer, tmp_path: Path) -> None:
    server.play_keyed(keenable=REFUSED)
    Bench(server, ("keenable",), {"state": State(Store(tmp_path))}, keenable=KEY).search()
    server.play_keyed(keenable=HIT["keenable"])
    another = Bench(server, ("keenable",), {"state": State(Store(tmp_path))}, keenable="canary-another")
    assert [(attempt.outcome, attempt.keyed) for attempt in another.search().attempts] == [("ok", True)]


def test_a_key_has_all_of_its_backends_time(server: SearchServer) -> None:
    server.answer_by("keenable", lambda _: (time.sleep(0.7), HIT["keenable"])[1])
    bench = Bench(server, ("keenable",), keenable=KEY)
    assert [attempt.outcome for attempt in bench.search(timeout_s=1.3).attempts] == ["ok"]
