"""Every backend asked at once: side by side, or fused into one ranking; a dead one costs the others nothing."""

from __future__ import annotations

import pytest
from ring_bench import ALL, ERROR, NONE, Bench, outcomes, server
from search_server import HANG_UP, SILENCE, SearchServer, found, raw

from webloupe.errors import AllBackendsFailed

__all__ = ["server"]

A, B, C, D = (f"https://{name}.example/" for name in "abcd")


@pytest.fixture
def three(server: SearchServer) -> SearchServer:
    """Three rankings of four pages."""
    server.play(exa=found(A, B, C)["exa"], parallel=found(B, A, D)["parallel"], keenable=found(A, B, C)["keenable"])
    return server


def test_backends_stand_side_by_side_with_what_each_is_worth(three: SearchServer) -> None:
    response = Bench(three).search(backend="all")
    assert outcomes(response) == [(name, "ok") for name in ALL]
    comparison = response.comparison
    assert comparison is not None
    assert [(one.backend, one.hits, one.unique) for one in comparison.backends] == [
        ("exa", 3, 0), ("parallel", 3, 1), ("keenable", 3, 0),
    ]  # fmt: skip
    assert all(one.tokens > 0 and one.elapsed_ms > 0 and one.quality is not None for one in comparison.backends)
    pairs = {(pair.first, pair.second): (pair.shared, pair.agreement) for pair in comparison.pairs}
    assert pairs["exa", "keenable"] == (3, 1.0)
    assert pairs["exa", "parallel"] == (2, pytest.approx((0 + 1 + 2 / 3) / 3))


def test_all_hits_are_listed_rank_by_rank_with_their_finders(three: SearchServer) -> None:
    response = Bench(three).search(backend="all")
    assert [(hit.position, hit.url, hit.found_by) for hit in response] == [
        (1, A, ("exa#1", "keenable#1", "parallel#2")),
        (2, B, ("parallel#1", "exa#2", "keenable#2")),
        (3, C, ("exa#3", "keenable#3")),
        (4, D, ("parallel#3",)),
    ]


def test_fused_hits_are_the_best_of_all_rankings(three: SearchServer) -> None:
    response = Bench(three).search(backend="all", fuse=True, limit=3)
    assert [hit.url for hit in response] == [A, B, C] and [hit.position for hit in response] == [1, 2, 3]
    assert set(response[0].found_by) == {"exa#1", "parallel#2", "keenable#1"}


@pytest.mark.parametrize(
    ("dead", "outcome"),
    [
        (ERROR, "http"),
        (HANG_UP, "transport"),
        (SILENCE, "timeout"),
        (raw(429, "text/plain", "", "Retry-After: 60"), "rate_limited"),
    ],
)
def test_a_dead_backend_stands_in_the_comparison_and_costs_the_others_nothing(
    three: SearchServer, dead: bytes, outcome: str
) -> None:
    three.play(parallel=dead)
    response = Bench(three).search(backend="all", fuse=True, timeout_s=1.5)
    assert [hit.url for hit in response] == [A, B, C]
    assert response.comparison is not None
    one = response.comparison.backends[1]
    assert (one.backend, one.outcome, one.hits, one.quality) == ("parallel", outcome, 0, None)
    assert [(pair.first, pair.second) for pair in response.comparison.pairs] == [("exa", "keenable")]


def test_nobody_is_waited_for_one_after_the_other(server: SearchServer) -> None:
    server.play(**dict.fromkeys(ALL, SILENCE))
    with pytest.raises(AllBackendsFailed) as caught:
        Bench(server).search(backend="all", timeout_s=0.5)
    assert [attempt.outcome for attempt in caught.value.attempts] == ["timeout"] * 3
    assert all(attempt.elapsed_ms > 400 for attempt in caught.value.attempts)  # each had all the time


def test_nothing_found_by_all_is_an_empty_answer(server: SearchServer) -> None:
    server.play(**NONE)
    response = Bench(server).search(backend="all")
    assert len(response) == 0 and response.comparison is not None
    assert [one.outcome for one in response.comparison.backends] == ["empty"] * 3


def test_one_that_rests_is_not_asked_and_not_compared(three: SearchServer) -> None:
    three.play(parallel=raw(429, "text/plain", "", "Retry-After: 600"))
    bench = Bench(three)
    bench.search("first", backend="all")
    response = bench.search("second", backend="all")
    assert ("parallel", "skipped") in outcomes(response)
    assert response.comparison is not None
    assert [one.backend for one in response.comparison.backends] == ["exa", "keenable"]
