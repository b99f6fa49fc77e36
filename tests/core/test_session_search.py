"""Searches of a session: remembered, joined, capped, booked, hedged; offline the store answers. Over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ring_bench import ALL, ERROR, HIT, NONE, server
from search_server import SearchServer, raw

from webloupe import config as configuration
from webloupe.caller import Caller, enter
from webloupe.errors import AllBackendsFailed, Offline, QuotaSpent
from webloupe.session import AsyncSession
from webloupe.sync import Session
from webloupe.types import LedgerEntry, SearchResponse, UsageRecord
from webloupe.usage.log import UsageLog

__all__ = ["server"]

TWO = ("parallel", "keenable")


def settings(server: SearchServer, home: Path, *backends: str, **more: Any) -> configuration.Config:
    """A configuration whose backends are on the scripted server; `more` are settings by their attribute."""
    names = backends or TWO
    env = {f"WEBLOUPE_{name.upper()}_URL": url for name, url in server.endpoints(*names).items()}
    return configuration.load(env=env, cwd=home, home=home, overlay={"backends": list(names), **more})


@contextlib.contextmanager
def calling(caller: Caller) -> Iterator[None]:
    """Calls inside come from this cell."""
    enter(caller)
    try:
        yield
    finally:
        enter(Caller())


def entries(home: Path) -> list[LedgerEntry]:
    path = home / "logs" / "ledger.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=LedgerEntry) for line in lines]


@pytest.fixture
def session(server: SearchServer, tmp_path: Path) -> Iterator[Session]:
    with Session(settings(server, tmp_path)) as session:
        yield session


# --- memory -----------------------------------------------------------------------------------------------------------


def test_an_equal_search_is_answered_from_memory_and_costs_nothing(
    server: SearchServer, session: Session, tmp_path: Path
) -> None:
    first, again = session.search("oak"), session.search("oak")
    assert not first.cached and again.cached
    assert (again.results, again.asked_at, again.tokens) == (first.results, first.asked_at, first.tokens)
    assert len(server.calls) == 1 and len(UsageLog(tmp_path).read()[0]) == 1
    assert [(entry.memo, entry.key, entry.tokens) for entry in entries(tmp_path)] == [
        (False, entries(tmp_path)[0].key, first.tokens),
        (True, entries(tmp_path)[0].key, first.tokens),
    ]


@pytest.mark.parametrize(
    "other", [{"limit": 3}, {"sites": ["a.example"]}, {"backend": "keenable"}, {"backend": "all"}, {"page": 2}]
)
def test_another_question_is_another_memory(server: SearchServer, session: Session, other: dict[str, Any]) -> None:
    session.search("oak")
    server.calls.clear()
    assert not session.search("oak", **other).cached and server.calls


def test_a_refresh_asks_anew_and_is_remembered(server: SearchServer, session: Session) -> None:
    session.search("oak")
    assert not session.search("oak", refresh=True).cached
    assert session.search("oak").cached and len(server.calls) == 2


@pytest.mark.parametrize(("age_s", "cached"), [(1_100, True), (1_300, False), (-60, False)])
def test_a_memory_has_an_age(
    server: SearchServer, session: Session, monkeypatch: pytest.MonkeyPatch, age_s: float, cached: bool
) -> None:
    session.search("oak")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + age_s)
    assert session.search("oak").cached == cached


def test_without_a_memory_every_search_is_asked(server: SearchServer, tmp_path: Path) -> None:
    with Session(settings(server, tmp_path, memo_s=0)) as session:
        assert not any(session.search("oak").cached for _ in range(3))
    assert len(server.calls) == 3


def test_another_process_has_the_same_memory(server: SearchServer, session: Session, tmp_path: Path) -> None:
    session.search("oak")
    env = {f"WEBLOUPE_{name.upper()}_URL": url for name, url in server.endpoints(*TWO).items()}
    env |= {"WEBLOUPE_HOME": str(tmp_path), "WEBLOUPE_BACKENDS": ",".join(TWO), "PATH": os.environ["PATH"]}
    program = "import webloupe; print(webloupe.search('oak').cached)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "True\n" and len(server.calls) == 1


def test_nothing_found_beside_a_failure_is_not_remembered(server: SearchServer, session: Session) -> None:
    server.play(**NONE)
    assert not session.search("elm").cached and session.search("elm").cached  # both looked, and there is nothing
    server.play(parallel=NONE["parallel"], keenable=ERROR)
    assert not len(session.search("oak")) and not session.search("oak").cached


def test_results_without_the_answer_that_was_asked_for_are_not_remembered(
    server: SearchServer, session: Session
) -> None:
    first = session.search("oak", answer=True)  # no backend here gives one, and no model is set
    assert len(first) == 2 and first.answer is None and not session.search("oak", answer=True).cached


def test_what_the_store_answered_is_asked_of_the_store_again(server: SearchServer, tmp_path: Path) -> None:
    with Session(settings(server, tmp_path, offline=True)) as session:
        found = session.search("oak")
        assert [attempt.backend for attempt in found.attempts] == ["local"]
        assert not session.search("oak").cached and not server.calls
        with pytest.raises(Offline):
            session.search("oak", backend="keenable")


def test_a_home_that_cannot_be_written_is_no_memory_and_no_failure(server: SearchServer, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file where the folder should be")
    with Session(settings(server, home)) as session:
        assert not session.search("oak").cached and not session.search("oak").cached


# --- equal searches at once -------------------------------------------------------------------------------------------


class Gate:
    """Lets a backend's answers wait until they are let go."""

    def __init__(self, server: SearchServer, answer: bytes) -> None:
        self.server, self.opened = server, threading.Event()
        for name in TWO:
            server.answer_by(name, lambda _: (self.opened.wait(20), answer)[1])

    async def reached(self) -> None:
        await asyncio.to_thread(self.server.arrived.wait, 20)


def together(server: SearchServer, home: Path, walk: Any, **more: Any) -> Any:
    """What `walk(session)` returns, on a loop of its own."""

    async def run() -> Any:
        session = AsyncSession(settings(server, home, **more))
        try:
            return await walk(session)
        finally:
            await session.aclose()

    return asyncio.run(run())


async def until(condition: Any) -> None:
    while not condition():  # noqa: ASYNC110 - the server counts in threads of its own
        await asyncio.sleep(0.001)


def test_ten_equal_searches_at_once_are_one_call(server: SearchServer, tmp_path: Path) -> None:
    gate = Gate(server, HIT["keenable"])
    server.scripts.pop("/parallel")

    async def walk(session: AsyncSession) -> list[SearchResponse]:
        tasks = [asyncio.create_task(session.search("oak", backend="keenable")) for _ in range(10)]
        await gate.reached()
        gate.opened.set()
        return await asyncio.gather(*tasks)

    responses = together(server, tmp_path, walk)
    assert [len(response) for response in responses] == [2] * 10 and len(server.calls) == 1
    assert sorted(entry.memo for entry in entries(tmp_path)) == [False] + [True] * 9
    assert len(UsageLog(tmp_path).read()[0]) == 1


def test_whoever_leaves_leaves_the_others_their_answer(server: SearchServer, tmp_path: Path) -> None:
    gate = Gate(server, HIT["keenable"])

    async def walk(session: AsyncSession) -> list[SearchResponse]:
        first, second, third = [asyncio.create_task(session.search("oak", backend="keenable")) for _ in range(3)]
        await gate.reached()
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        assert first.cancelled()
        gate.opened.set()
        return [await second, await third]

    assert [len(response) for response in together(server, tmp_path, walk)] == [2, 2]
    assert len(server.calls) == 1


def test_the_last_to_leave_ends_the_call_and_the_next_search_is_its_own(server: SearchServer, tmp_path: Path) -> None:
    gate = Gate(server, HIT["keenable"])

    async def walk(session: AsyncSession) -> SearchResponse:
        tasks = [asyncio.create_task(session.search("oak", backend="keenable")) for _ in range(2)]
        await gate.reached()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        afterwards = asyncio.create_task(session.search("oak", backend="keenable"))
        await until(lambda: len(server.calls) == 2)
        joining = asyncio.create_task(session.search("oak", backend="keenable"))
        await asyncio.sleep(0)  # it has begun, and joined
        gate.opened.set()
        assert (await joining).results == (await afterwards).results
        return await afterwards

    assert len(together(server, tmp_path, walk)) == 2
    assert len(server.calls) == 2
    assert [record.outcome for record in UsageLog(tmp_path).read()[0]] == ["ok"]


def test_an_error_reaches_everyone(server: SearchServer, tmp_path: Path) -> None:
    gate = Gate(server, ERROR)

    async def walk(session: AsyncSession) -> list[Any]:
        tasks = [asyncio.create_task(session.search("oak", backend="keenable")) for _ in range(5)]
        await gate.reached()
        gate.opened.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    errors = together(server, tmp_path, walk)
    assert all(isinstance(error, AllBackendsFailed) for error in errors) and len(errors) == 5
    assert len(server.calls) == 1 and entries(tmp_path) == []


def test_searches_with_other_deadlines_are_calls_of_their_own(server: SearchServer, tmp_path: Path) -> None:
    gate = Gate(server, HIT["keenable"])

    async def walk(session: AsyncSession) -> list[Any]:
        hurried = asyncio.create_task(session.search("oak", backend="keenable", timeout_s=1))
        await gate.reached()
        patient = asyncio.create_task(session.search("oak", backend="keenable", timeout_s=30))
        await asyncio.gather(hurried, return_exceptions=True)
        gate.opened.set()
        return [*await asyncio.gather(hurried, patient, return_exceptions=True)]

    hurried, patient = together(server, tmp_path, walk)
    assert isinstance(hurried, AllBackendsFailed) and len(patient) == 2 and len(server.calls) == 2


def test_a_callback_that_fails_is_its_owners_matter(server: SearchServer, tmp_path: Path) -> None:
    gate, told = Gate(server, HIT["keenable"]), list[str]()

    def broken(step: str) -> None:
        told.append(step)
        raise LookupError("a bug of the caller")

    async def walk(session: AsyncSession) -> list[Any]:
        first = asyncio.create_task(session.search("oak", backend="keenable", progress=broken))
        await gate.reached()
        second = asyncio.create_task(session.search("oak", backend="keenable"))
        await asyncio.sleep(0)  # it has begun, and joined
        gate.opened.set()
        return [*await asyncio.gather(first, second, return_exceptions=True)]

    first, second = together(server, tmp_path, walk)
    assert told == ["asking keenable"] and isinstance(first, LookupError)
    assert len(second) == 2 and len(server.calls) == 1


# --- caps and the ledger ----------------------------------------------------------------------------------------------

CELL = Caller(notebook="a.ipynb", cell="c1")
ELSEWHERE = {"cell": Caller(notebook="a.ipynb", cell="c2"), "notebook": Caller(notebook="b.ipynb", cell="c1")}


def test_an_answer_is_booked_on_the_cell_that_asked(session: Session, tmp_path: Path) -> None:
    with calling(CELL):
        session.search("oak")
    session.search("elm")
    first, second = entries(tmp_path)
    assert (first.notebook, first.cell, first.action, first.face) == ("a.ipynb", "c1", "search", "python")
    assert first.tokens > 0 and (second.notebook, second.cell) == ("", "")


@pytest.mark.parametrize("scope", ["cell", "notebook", "day"])
@pytest.mark.parametrize(("unit", "cap"), [("calls", 2), ("tokens", 100)])
def test_a_cap_ends_what_costs_and_says_what_to_do(
    server: SearchServer, tmp_path: Path, scope: str, unit: str, cap: int
) -> None:
    with Session(settings(server, tmp_path, **{f"{scope}_{unit}": cap})) as session, calling(CELL):
        first, second = session.search("oak"), session.search("elm")
        assert first.tokens < 100 < first.tokens + second.tokens
        asked = len(server.calls)
        with pytest.raises(QuotaSpent) as caught:
            session.search("ash")
        assert len(server.calls) == asked
        assert len(caught.value.lines()) == 2 and f"limits.{scope}_{unit}" in caught.value.hint
        assert session.search("oak").cached  # what is in memory costs nothing
        if scope in ELSEWHERE:
            with calling(ELSEWHERE[scope]):
                assert len(session.search("ash")) == 2


def test_a_cap_on_money_counts_what_keyed_calls_cost(server: SearchServer, tmp_path: Path) -> None:
    env = {
        "WEBLOUPE_KEENABLE_URL": f"{server.url}/keenable",
        "WEBLOUPE_KEENABLE_PRICE": "0.005",
        "KEENABLE_API_KEY": "canary-0123456789",
    }
    overlay = {"backends": ["keenable"], "cell_usd": 0.01}
    with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path, overlay=overlay)) as session, calling(CELL):
        for word in ("oak", "elm"):
            session.search(word)
        with pytest.raises(QuotaSpent) as caught:
            session.search("ash")
    assert [entry.usd for entry in entries(tmp_path)] == [0.005, 0.005]
    assert "US$ 0.01" in caught.value.message


def test_searches_that_begin_together_keep_to_the_cap_too(server: SearchServer, tmp_path: Path) -> None:
    async def walk(session: AsyncSession) -> list[Any]:
        words = ["oak", "elm", "ash", "fir", "yew", "box"]
        return await asyncio.gather(*(session.search(word) for word in words), return_exceptions=True)

    results = together(server, tmp_path, walk, day_calls=4)
    assert sum(isinstance(result, QuotaSpent) for result in results) == 2
    assert len(server.calls) == 4


def test_a_cap_holds_where_the_ledger_cannot_be_written_and_that_is_said_once(
    server: SearchServer, tmp_path: Path
) -> None:
    (tmp_path / "logs").write_text("no folder")
    with Session(settings(server, tmp_path, day_calls=2)) as session:
        said = [any("ledger" in note for note in session.search(word).notes) for word in ("oak", "elm")]
        assert said == [True, False]
        with pytest.raises(QuotaSpent):
            session.search("ash")


def test_a_search_that_failed_is_not_booked_and_leaves_its_place(server: SearchServer, tmp_path: Path) -> None:
    with Session(settings(server, tmp_path, "keenable", cell_calls=1)) as session, calling(CELL):
        server.play(keenable=ERROR)
        with pytest.raises(AllBackendsFailed):
            session.search("oak")
        server.play(**HIT)
        assert len(session.search("oak")) == 2
    assert len(entries(tmp_path)) == 1


# --- hedging ----------------------------------------------------------------------------------------------------------


def test_a_hedge_knows_from_the_log_when_a_backend_is_slow(server: SearchServer, tmp_path: Path) -> None:
    log = UsageLog(tmp_path)
    for _ in range(20):
        log.append(UsageRecord(ts=time.time(), backend="parallel", outcome="ok", elapsed_ms=400.0))
    opened = threading.Event()
    server.answer_by("parallel", lambda _: (opened.wait(20), HIT["parallel"])[1])
    try:
        with Session(settings(server, tmp_path)) as session:
            response = session.search("oak", hedge=True, timeout_s=20)
    finally:
        opened.set()
    assert [(attempt.backend, attempt.outcome) for attempt in response.attempts] == [
        ("keenable", "ok"),
        ("parallel", "skipped"),
    ]
    assert response.notes == ("parallel is slower than usual (0.4 s): another was asked beside it.",)


# --- what is asked for ------------------------------------------------------------------------------------------------


def test_all_backends_are_compared_and_their_hits_may_be_fused(server: SearchServer, tmp_path: Path) -> None:
    with Session(settings(server, tmp_path, *ALL)) as session:
        side_by_side = session.search("oak", backend="all")
        fused = session.search("oak", backend="all", fuse=True)
    for response in (side_by_side, fused):
        assert response.comparison is not None and len(response.comparison.backends) == 3
    assert fused[0].found_by == ("exa#1", "parallel#1", "keenable#1")


def test_notes_of_the_wish_and_of_the_answer_stand_together(server: SearchServer, session: Session) -> None:
    server.play(**NONE)
    response = session.search("oak", limit=99)
    assert len(response.notes) == 2 and "limit" in response.notes[0] and "found nothing" in response.notes[1]


def test_a_filter_that_nobody_has_is_noted_ignored_or_refused_as_set(server: SearchServer, tmp_path: Path) -> None:
    with Session(settings(server, tmp_path)) as session:
        assert any("country" in note for note in session.search("oak", country="de").notes)
        assert session.search("oak", country="de", unsupported="ignore").notes == ()
    with Session(settings(server, tmp_path, unsupported="error")) as strict, pytest.raises(Exception, match="country"):
        strict.search("oak", country="de")


def test_a_limit_of_credits_keeps_the_backend_out_for_a_day(server: SearchServer, tmp_path: Path) -> None:
    spent = {"detail": {"error": "This request exceeds your plan's set usage limit."}}
    server.play(keenable=raw(432, "application/json", json.dumps(spent)))
    with Session(settings(server, tmp_path, memo_s=0)) as session:
        walks = [session.search(f"oak {number}") for number in range(6)]
    assert sum(call.path == "/keenable" for call in server.calls) == 1
    skipped = [one for walk in walks for one in walk.attempts if one.outcome == "skipped"]
    assert skipped and all(one.retry_after_s and 80_000 < one.retry_after_s <= 86_400 for one in skipped)
