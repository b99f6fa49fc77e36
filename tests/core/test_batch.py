"""Several pages together: in order, each address once, what is done kept, budgets shared, hosts not crowded."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import Received, Server, reply, serve

from webloupe import config as configuration
from webloupe.errors import BadInput, Interrupted
from webloupe.fetch.hosts import AT_ONCE as AT_ONE_HOST
from webloupe.fetch.shares import level
from webloupe.session import AsyncSession
from webloupe.sync import Session
from webloupe.tokens import count_tokens
from webloupe.types import Failed, FetchResult
from webloupe.walks.batch import AT_ONCE, CELLS, Call, bar, finished, together

TEXT = {"Content-Type": "text/plain"}


def config(home: Path) -> configuration.Config:
    return configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": "127.0.0.1"}, cwd=home, home=home)


def session(home: Path) -> Session:
    return Session(config(home))


def site(request: Received) -> bytes:
    if request.path.startswith(("/robots.txt", "/missing")):
        return reply(404)
    words = int(request.target.partition("?")[2] or 3)
    return reply(200, f"The page {request.path}. {'Word. ' * words}".encode(), TEXT)


def pages_asked(server: Server) -> list[str]:
    return [request.target for request in server.requests if request.path != "/robots.txt"]


# --- order and duplicates ---------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 9), max_size=40), st.randoms(use_true_random=False))
def test_results_are_in_the_order_asked_however_they_come(numbers, chance):
    waits = {number: chance.randrange(4) for number in numbers}

    async def one(number: int) -> int:
        for _ in range(waits[number]):
            await asyncio.sleep(0)
        return number

    told: list[str] = []
    calls = [lambda number=number: one(number) for number in numbers]
    assert asyncio.run(together(calls, told.append, "things")) == numbers
    assert len(told) == len(numbers)


@given(st.lists(st.sampled_from("abc"), max_size=60))
def test_no_more_run_at_once_than_may_and_one_host_leaves_room_for_others(lanes):
    under_way: list[str] = []
    most = {"": 0, **dict.fromkeys("abc", 0)}

    async def one(lane: str) -> None:
        under_way.append(lane)
        most[""] = max(most[""], len(under_way))
        most[lane] = max(most[lane], under_way.count(lane))
        for _ in range(3):
            await asyncio.sleep(0)
        under_way.remove(lane)

    async def run() -> list[int]:
        calls = (Call(lambda lane=lane: one(lane), (place,), lane) for place, lane in enumerate(lanes))
        return [call.places[0] async for call, _ in finished(calls)]

    assert sorted(asyncio.run(run())) == list(range(len(lanes)))
    assert most[""] <= AT_ONCE and all(most[lane] <= AT_ONE_HOST for lane in "abc")


def test_an_address_that_stands_there_twice_is_fetched_once_and_given_twice(tmp_path):
    with serve(site) as server, session(tmp_path) as reading:
        urls = [f"{server.url}/a", f"{server.url.upper()}/b", f"{server.url}/a", f"{server.url}/missing"] * 3
        pages = reading.fetch_many(urls, refresh=True)
        assert [page.url.rpartition("/")[2] for page in pages] == ["a", "b", "a", "missing"] * 3
        assert isinstance(pages[3], Failed) and pages[3].error.code == "not_found" and pages[3].elapsed_ms > 0
        assert sorted(pages_asked(server)) == ["/a", "/b", "/missing"]


def test_an_address_that_is_none_fails_alone_and_as_it_was_written(tmp_path):
    with serve(site) as server, session(tmp_path) as reading:
        urls = ["nonsense", f"{server.url}/a", "ftp://a.example/", "nonsense"]
        pages = reading.fetch_many(urls)
        assert [page.url for page in pages] == urls
        assert [isinstance(page, Failed) for page in pages] == [True, False, True, True]


@pytest.mark.parametrize(
    ("urls", "given"),
    [
        (["https://a.example"], {"sectoin": "x"}),
        (["https://a.example"], {"format": "pdf"}),
        (["https://a.example"], {"budget_tokens_total": 3}),
        (["https://a.example"], {"budget_tokens_total": "many"}),
        ("https://a.example", {}),
    ],
)
def test_what_cannot_be_meant_is_told_once_and_nothing_is_asked(tmp_path, urls, given):
    with session(tmp_path) as reading, pytest.raises(BadInput) as caught:
        reading.fetch_many(urls, **given)
    assert len(caught.value.lines()) == 2


def test_no_addresses_are_no_pages(tmp_path):
    with session(tmp_path) as reading:
        assert reading.fetch_many([]) == [] == list(reading.fetch_each([])) == reading.search_many([])


# --- as they come -----------------------------------------------------------------------------------------------------


def gated(gate: threading.Event):
    """A site whose /late answers only after the gate has opened."""

    async def late():
        await asyncio.to_thread(gate.wait, 20)
        yield reply(200, b"Late.", TEXT)

    return lambda request: late() if request.path == "/late" else site(request)


def test_pages_come_one_by_one_as_they_are_read(tmp_path):
    gate = threading.Event()
    with serve(gated(gate)) as server, session(tmp_path) as reading:
        came = []
        for page in reading.fetch_each([f"{server.url}/late", f"{server.url}/a", f"{server.url}/b"]):
            came.append(page.url.rpartition("/")[2])
            if len(came) == 2:
                gate.set()  # opens only once the others are here
        assert sorted(came[:2]) == ["a", "b"] and came[2] == "late"


def test_who_leaves_early_leaves_nothing_running(tmp_path):
    gate = threading.Event()
    with serve(gated(gate)) as server, session(tmp_path) as reading:
        pages = reading.fetch_each([f"{server.url}/late", f"{server.url}/a"])
        assert next(pages).url == f"{server.url}/a"
        server.await_requests(3)  # with robots.txt
        pages.close()
        reading.close()
        server.await_hang_up()
        gate.set()


def test_a_program_with_a_loop_reads_them_with_async_for(tmp_path):
    async def read(url: str) -> list[FetchResult | Failed]:
        reading = AsyncSession(config(tmp_path))
        found = [page async for page in reading.fetch_each([f"{url}/a", f"{url}/missing"])]
        await reading.aclose()
        return found

    with serve(site) as server:
        found = asyncio.run(read(server.url))
    assert {type(page) for page in found} == {FetchResult, Failed}


def test_the_twin_has_the_same_parameters():
    assert inspect.signature(Session.fetch_each) == inspect.signature(AsyncSession.fetch_each)


# --- an interrupt -----------------------------------------------------------------------------------------------------


def interrupt_when(happened: threading.Event) -> None:
    def wait() -> None:
        assert happened.wait(20)
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait).start()


def test_an_interrupt_keeps_what_had_come_in_order_and_the_next_run_goes_on(tmp_path):
    gate, enough = threading.Event(), threading.Event()
    told: list[str] = []

    def progress(words: str) -> None:
        told.append(words)
        if "3 of 5" in words:
            enough.set()

    with serve(gated(gate)) as server, session(tmp_path) as reading:
        names = ["late", "b", "a", "missing", "late?2"]
        urls = [f"{server.url}/{name}" for name in names]
        interrupt_when(enough)
        with pytest.raises(Interrupted) as caught:
            reading.fetch_many(urls, progress=progress)
        assert [page.url.rpartition("/")[2] for page in caught.value.results] == ["b", "a", "missing"]
        assert isinstance(caught.value.results[2], Failed) and "1 failed" in told[-1]
        gate.set()
        server.requests.clear()
        assert [isinstance(page, Failed) for page in reading.fetch_many(urls)] == [False, False, False, True, False]
        assert set(pages_asked(server)) == {"/late", "/late?2", "/missing"}


@given(st.integers(0, 500), st.integers(0, 500))
def test_a_bar_is_as_long_whatever_it_tells(done, more):
    words = bar(done, done + more, "pages", failed=more % 3)
    assert words.count("█") + words.count("░") == CELLS
    assert (words.count("░") == 0) == (more == 0 and done > 0)


# --- tokens for all together ------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2_000), max_size=30), st.integers(0, 20_000))
def test_shares_are_within_the_total_and_none_could_be_larger(sizes, total):
    share = level(sizes, total)
    assert sum(min(size, share) for size in sizes) <= total
    assert all(size <= share for size in sizes) or sum(min(size, share + 1) for size in sizes) > total


@pytest.mark.parametrize("total", [500, 2_000, 9_000])
def test_a_total_is_kept_short_pages_stay_whole_and_the_long_say_their_share(tmp_path, total):
    with serve(site) as server, session(tmp_path) as reading:
        urls = [f"{server.url}/{name}" for name in ("short", "long?4000", "longer?8000", "missing", "brief?10")]
        pages = reading.fetch_many(urls, budget_tokens_total=total, budget_chars=500_000)
    sizes = [0 if isinstance(page, Failed) else count_tokens(page.text) for page in pages]
    assert total * 0.7 < sum(sizes) <= total
    short, long, longer, _, brief = pages
    assert short.text == short.full and brief.text == brief.full and not short.notes
    for page in (long, longer):
        assert page.omitted is not None and "together" in page.notes[-1] and "chars omitted" in page.text
        assert page.full.count("Word.") >= 4_000


def test_a_total_that_suffices_changes_nothing(tmp_path):
    with serve(site) as server, session(tmp_path) as reading:
        urls = [f"{server.url}/a?50", f"{server.url}/b?5000"]
        plain = reading.fetch_many(urls)
        total = reading.fetch_many(urls, budget_tokens_total=1_000_000)
    assert [page.text for page in total] == [page.text for page in plain]
    assert [page.notes for page in total] == [page.notes for page in plain]


def test_a_share_of_a_section_is_cut_from_that_section(tmp_path):
    text = "# Guide\n\n## One\n\n" + "First words. " * 2_000 + "\n\n## Two\n\nSecond words.\n"
    answer = reply(200, text.encode(), {"Content-Type": "text/markdown"})
    with serve(lambda _: answer) as server, session(tmp_path) as reading:
        urls = [f"{server.url}/a", f"{server.url}/b"]
        pages = reading.fetch_many(urls, section="One", budget_tokens_total=1_000, robots=False)
    for page in pages:
        assert page.text.startswith("## One") and "Second" not in page.text and count_tokens(page.text) <= 500
        assert "First words." in page.full[page.omitted.start :][:30]
