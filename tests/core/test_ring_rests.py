"""A backend that failed rests, is told as such, and comes back by itself; keys and spacing have rests of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from ring_bench import ALL, ERROR, HIT, KEY, NONE, Bench, outcomes, server
from search_server import HANG_UP, SILENCE, SearchServer, raw

from webloupe.errors import AllBackendsFailed
from webloupe.search.cooling import LONGEST_REST_S, asked, judged, wait_s
from webloupe.search.state import LaneState, State
from webloupe.store import Store
from webloupe.types import Attempt, ErrorInfo, SearchQuery

__all__ = ["server"]

LIMITED = raw(429, "application/json", '{"error": "slow down"}', "Retry-After: 600")
TWO = ("parallel", "keenable")


def test_a_backend_that_asked_for_a_rest_is_not_asked_again(server: SearchServer) -> None:
    server.play(parallel=LIMITED)
    bench = Bench(server, TWO)
    assert outcomes(bench.search()) == [("parallel", "rate_limited"), ("keenable", "ok")]
    bench.search()
    again = bench.search()
    assert outcomes(again) == [("parallel", "skipped"), ("keenable", "ok")]
    (skipped, _) = again.attempts
    assert skipped.error and skipped.error.code == "rate_limited" and "rate limited" in skipped.error.message
    assert skipped.retry_after_s == pytest.approx(600, abs=5)
    assert [call.path for call in server.calls].count("/parallel") == 1
    assert ("parallel", "skipped") not in bench.told()


def test_a_rest_that_is_our_own_guess_ends_when_nobody_else_can_answer(server: SearchServer) -> None:
    server.play(parallel=HANG_UP, keenable=HANG_UP)
    bench = Bench(server, TWO)
    with pytest.raises(AllBackendsFailed):
        bench.search()
    server.play(**HIT)
    response = bench.search()
    assert len(response) == 2 and response.attempts[-1].outcome == "ok"


def test_a_rest_that_the_service_named_is_kept_even_then(server: SearchServer) -> None:
    server.play(parallel=LIMITED)
    bench = Bench(server, ("parallel",))
    for _ in range(2):
        with pytest.raises(AllBackendsFailed) as caught:
            bench.search()
    assert caught.value.attempts[0].outcome == "skipped"
    assert caught.value.retry_after_s == pytest.approx(600, abs=5)
    assert len(server.calls) == 1 and "Try again in" in caught.value.hint


def test_a_short_rest_is_waited_out_when_nobody_else_can_answer(server: SearchServer) -> None:
    server.play(parallel=raw(429, "application/json", "{}", "Retry-After: 0.3"))
    bench = Bench(server, ("parallel",))
    with pytest.raises(AllBackendsFailed):
        bench.search()
    server.play(**HIT)
    assert outcomes(bench.search()) == [("parallel", "ok")]


def test_rests_are_known_to_every_process_of_the_machine(server: SearchServer, tmp_path: Path) -> None:
    server.play(parallel=LIMITED)
    Bench(server, TWO, {"state": State(Store(tmp_path))}).search()
    other = Bench(server, TWO, {"state": State(Store(tmp_path))})
    assert outcomes(other.search()) == [("parallel", "skipped"), ("keenable", "ok")]


def test_a_disk_that_keeps_nothing_costs_no_search(server: SearchServer, tmp_path: Path) -> None:
    (tmp_path / "store").write_text("a file where a folder belongs")
    server.play(parallel=LIMITED)
    bench = Bench(server, TWO, {"state": State(Store(tmp_path))})
    assert outcomes(bench.search()) == [("parallel", "rate_limited"), ("keenable", "ok")]
    bench.search()
    assert outcomes(bench.search())[0] == ("parallel", "skipped")


def test_one_refusal_may_be_about_the_query_two_in_a_row_are_not(server: SearchServer) -> None:
    server.play(parallel=raw(400, "application/json", '{"error": "bad query"}'))
    bench = Bench(server, TWO)
    firsts = [bench.search(f"oak {number}").attempts[0] for number in range(5)][::2]
    assert [attempt.outcome for attempt in firsts] == ["http", "http", "skipped"]


@pytest.mark.parametrize("words", [("exa", "parallel"), ("exa", "keenable")])
def test_exa_without_a_key_is_not_asked_twice_in_half_a_second(server: SearchServer, words: tuple[str, str]) -> None:
    bench = Bench(server, words)
    bench.search("first")
    bench.search("second")
    assert outcomes(bench.search("third")) == [("exa", "skipped"), (words[1], "ok")]


def test_exa_alone_waits_its_half_second(server: SearchServer) -> None:
    bench = Bench(server, ("exa",))
    first, second = bench.search("first"), bench.search("second")
    assert outcomes(first) == outcomes(second) == [("exa", "ok")]
    assert second.asked_at + second.elapsed_ms / 1000 - first.asked_at > 0.5


def test_a_key_is_not_spaced(server: SearchServer) -> None:
    bench = Bench(server, ("exa", "parallel"), exa=KEY)
    for _ in range(4):
        assert bench.search().attempts[0].outcome == "ok"


# --- keys and tiers ---------------------------------------------------------------------------------------------------

REFUSED = raw(401, "application/json", f'{{"message":"no such key {KEY}"}}')


def keyed_only(body: bytes, server: SearchServer) -> None:
    """Calls with a key get `body`, all others a good answer."""
    server.play_keyed(keenable=body)


def test_a_refused_key_falls_back_to_asking_without_one_and_says_so_once(server: SearchServer) -> None:
    keyed_only(REFUSED, server)
    bench = Bench(server, ("keenable",), keenable=KEY)
    first, second = bench.search("one"), bench.search("two")
    assert [(attempt.outcome, attempt.keyed) for attempt in first.attempts] == [("http", True), ("ok", False)]
    assert [(attempt.outcome, attempt.keyed) for attempt in second.attempts] == [("ok", False)]
    assert first.attempts[0].error and first.attempts[0].error.code == "bad_key"
    assert sum("its key was refused" in note for note in first.notes + second.notes) == 1
    assert KEY not in repr(first) + repr(first.attempts)


def test_a_spent_key_falls_back_too_and_rests(server: SearchServer) -> None:
    keyed_only(LIMITED, server)
    bench = Bench(server, ("keenable",), keenable=KEY)
    assert [attempt.keyed for attempt in bench.search("one").attempts] == [True, False]
    assert [attempt.keyed for attempt in bench.search("two").attempts] == [False]


def test_the_tier_says_which_comes_first(server: SearchServer) -> None:
    def keys_used(tier: str) -> list[bool]:
        bench = Bench(server, ("keenable",), {"tiers": {"keenable": tier}}, keenable=KEY)
        return [attempt.keyed for attempt in bench.search(tier).attempts]

    assert (keys_used("auto"), keys_used("free"), keys_used("paid")) == ([True], [False], [True])
    server.play_keyed(keenable=REFUSED)
    with pytest.raises(AllBackendsFailed) as caught:
        Bench(server, ("keenable",), {"tiers": {"keenable": "paid"}}, keenable=KEY).search()
    assert [attempt.keyed for attempt in caught.value.attempts] == [True]
    with pytest.raises(AllBackendsFailed) as caught:
        Bench(server, ("keenable",), {"tiers": {"keenable": "paid"}}).search()
    assert "needs a key" in caught.value.message and len(server.calls) == 1


# --- hedging ----------------------------------------------------------------------------------------------------------


def test_a_second_backend_is_asked_beside_a_slow_one(server: SearchServer) -> None:
    server.play(exa=SILENCE)
    bench = Bench(server, ALL, {"slow_after_s": {"exa": 0.05}.get})
    response = bench.search(hedge=True, timeout_s=20)
    assert len(response) == 2 and response.elapsed_ms < 5_000
    assert outcomes(response) == [("parallel", "ok"), ("exa", "skipped")]
    assert any("exa is slower than usual" in note for note in response.notes)


def test_without_asking_for_it_nobody_is_asked_twice(server: SearchServer) -> None:
    server.play(exa=SILENCE)
    bench = Bench(server, ALL, {"slow_after_s": {"exa": 0.01}.get})
    assert outcomes(bench.search(timeout_s=1.5)) == [("exa", "timeout"), ("parallel", "ok")]


def test_a_slow_one_that_answers_first_after_all_counts(server: SearchServer) -> None:
    server.play(parallel=SILENCE)
    bench = Bench(server, ALL, {"slow_after_s": lambda _: 0.0})
    response = bench.search(hedge=True, timeout_s=20)
    assert outcomes(response)[0] == ("exa", "ok") and len(response) == 2


# --- the rule ---------------------------------------------------------------------------------------------------------


def failed(retry_after_s: float | None = None, outcome: str = "transport") -> Attempt:
    error = ErrorInfo(code="backend_down", message="x: down")
    return Attempt(backend="x", outcome=outcome, error=error, retry_after_s=retry_after_s)  # type: ignore[arg-type]


def test_rests_grow_to_a_bound_and_an_answer_ends_them() -> None:
    state, rests = LaneState(at=0.0), []
    for _ in range(20):
        state = judged(state, failed(), 0.0, 0.5)
        rests.append(wait_s(state, 0.0))
    assert rests[:3] == [10.0, 20.0, 40.0] and rests[-1] == LONGEST_REST_S
    assert wait_s(judged(state, Attempt(backend="x", outcome="empty"), 0.0, 0.5), 0.0) == 0.0


def test_rests_are_spread_by_a_fifth() -> None:
    rests = [wait_s(judged(LaneState(at=0.0), failed(), 0.0, chance), 0.0) for chance in (0.0, 0.5, 1.0)]
    assert rests == pytest.approx([8.0, 10.0, 12.0])


def test_while_a_probe_is_out_nobody_else_probes() -> None:
    rested = judged(LaneState(at=0.0), failed(), 0.0, 0.5)
    probing = asked(rested, 11.0, 5.0)
    assert wait_s(rested, 11.0) == 0.0 and wait_s(probing, 12.0) == 4.0 and wait_s(probing, 16.0) == 0.0


def test_a_clock_that_was_set_back_does_not_park_a_backend_for_years() -> None:
    assert wait_s(LaneState(at=9e9, called_at=9e9, strikes=1, until=9e9), 1e9, spacing_s=0.5) == 0.0


def test_a_search_that_is_cancelled_leaves_the_backend_to_others(server: SearchServer) -> None:
    server.play(parallel=SILENCE)
    bench = Bench(server, ("parallel",))

    async def cancelled() -> None:
        search = asyncio.create_task(bench.ring.search(SearchQuery(text="oak"), timeout_s=30))
        await asyncio.to_thread(server.arrived.wait)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        await bench.http.aclose()

    asyncio.run(cancelled())
    server.play(**HIT)
    assert outcomes(bench.search()) == [("parallel", "ok")]


def test_backends_that_lack_something_are_told_with_what_to_do(server: SearchServer) -> None:
    server.play(parallel=NONE["parallel"], keenable=ERROR)
    with pytest.raises(AllBackendsFailed) as caught:
        Bench(server, ("brave",)).search()
    assert "brave needs a key" in caught.value.message and "webloupe key set brave" in caught.value.hint
