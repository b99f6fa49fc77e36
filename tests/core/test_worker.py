"""A hostile page costs its own fetch, and nothing else: not the caller's time, memory or process."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time

import psutil
import pytest
from hostile import ENDLESS, HTML, MEMORY_BOMB, busy, converters, wait_for
from loopback import reply, serve

from webloupe import AsyncSession
from webloupe import config as configuration
from webloupe.errors import TimedOut, TooLarge, Unreadable
from webloupe.fetch import pool as pools
from webloupe.sync import Session
from webloupe.types import Failed

PAGE = "<!doctype html><title>Page {0}</title><main><h1>Page {0}</h1><p>Some words of page {0}.</p></main>"


def _answer(request):
    name = request.path.strip("/").replace("-", " ")
    if name in ENDLESS:
        return reply(200, ENDLESS[name], HTML)
    if name == "memory":
        return reply(200, MEMORY_BOMB, HTML)
    if name == "wide":
        return reply(200, b"<!doctype html><main><p>" + "😀 ".encode() * 1_600_000, HTML)
    if name == "broken.pdf":
        return reply(200, b"%PDF-1.7\n" + b"x" * 50_000, {"Content-Type": "application/pdf"})
    return reply(200, PAGE.format(name).encode(), HTML)


@pytest.fixture(scope="module")
def server():
    with serve(_answer) as running:
        yield running


def _config(server, home):
    return configuration.load(env={"WEBLOUPE_ALLOW_PRIVATE": server.netloc}, cwd=home, home=home)


@pytest.fixture
def session(server, tmp_path):
    with Session(_config(server, tmp_path)) as session:
        yield session
    assert wait_for(lambda: not converters()), "a closed session leaves no process"


def _works(session, server):
    assert "Some words of page well" in session.fetch(f"{server.url}/well", refresh=True).full


@pytest.mark.parametrize("name", ENDLESS)
def test_a_hostile_page_ends_at_the_deadline_in_two_lines_and_leaves_no_process(session, server, name):
    started = time.monotonic()
    with pytest.raises(TimedOut) as caught:
        session.fetch(f"{server.url}/{name.replace(' ', '-')}", engine="markdownify", timeout_s=2)
    assert time.monotonic() - started < 2.5
    assert len(caught.value.lines()) == 2
    assert "could not be converted within 2 s" in caught.value.message
    assert wait_for(lambda: not converters(), 1)
    _works(session, server)


def test_a_cancelled_conversion_ends_at_once(server, tmp_path):
    async def walk() -> float:
        session = AsyncSession(_config(server, tmp_path))
        task = asyncio.ensure_future(session.fetch(f"{server.url}/paragraphs", engine="markdownify"))
        await asyncio.to_thread(wait_for, lambda: any(map(busy, converters())), 20)
        assert not task.done()
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        took = time.monotonic() - started
        assert await asyncio.to_thread(wait_for, lambda: not converters(), 1)
        await session.aclose()
        return took

    assert asyncio.run(walk()) < 0.5


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory")
def test_a_page_that_eats_memory_does_so_elsewhere(session, server):
    _works(session, server)
    before = psutil.Process().memory_info().rss
    with pytest.raises(Unreadable) as caught:
        session.fetch(f"{server.url}/memory", max_bytes=10_000_000)
    assert "more than 2 GB of memory" in caught.value.message
    assert len(caught.value.lines()) == 2
    assert psutil.Process().memory_info().rss - before < 100_000_000
    _works(session, server)


def test_a_converter_that_dies_is_one_clear_error(session, server):
    raised: list[BaseException] = []

    def read() -> None:
        try:
            session.fetch(f"{server.url}/paragraphs", engine="markdownify")
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    assert wait_for(lambda: any(map(busy, converters())), 20)
    converters()[0].kill()
    thread.join(5)
    assert isinstance(raised[0], Unreadable)
    assert "process was killed" in raised[0].message or os.name == "nt"
    _works(session, server)


def test_an_idle_converter_that_dies_is_replaced_unseen(session, server):
    _works(session, server)
    (idle,) = converters()
    idle.kill()
    _works(session, server)
    assert converters() != [idle]


def test_fifty_pages_together_come_in_order_from_two_processes(session, server):
    pages = session.fetch_many([f"{server.url}/{number}" for number in range(50)])
    assert [page.title for page in pages] == [f"Page {number}" for number in range(50)]
    assert len(converters()) <= pools.AT_ONCE


def test_pages_that_never_end_do_not_hold_up_the_others(session, server):
    endless = [f"{server.url}/{name.replace(' ', '-')}" for name in ENDLESS]
    urls = [*endless, *(f"{server.url}/{number}" for number in range(5))]
    results = session.fetch_many(urls, engine="markdownify", timeout_s=8)
    assert [isinstance(one, Failed) for one in results] == [True] * 3 + [False] * 5
    assert max(one.elapsed_ms for one in results[3:]) < 6_000


def test_many_event_loops_share_the_converters(server, tmp_path):
    titles: list[str] = []

    def read(number: int) -> None:
        async def walk() -> str:
            session = AsyncSession(_config(server, tmp_path))
            return (await session.fetch(f"{server.url}/{number}", refresh=True)).title

        titles.extend(asyncio.run(walk()) for _ in range(3))

    threads = [threading.Thread(target=read, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(titles) == sorted(f"Page {number}" for number in range(8) for _ in range(3))
    assert len(converters()) <= pools.AT_ONCE
    pools.pool().close()


def test_megabytes_go_in_and_out(session, server):
    page = session.fetch(f"{server.url}/wide", max_bytes=20_000_000)
    assert page.full.count("😀") == 1_000_000
    assert len(page.full) == 2_000_000


def test_what_a_reader_refuses_is_refused_in_its_own_words(session, server):
    with pytest.raises(Unreadable, match="PDF of 50,009 bytes is broken"):
        session.fetch(f"{server.url}/broken.pdf")
    with pytest.raises(TooLarge, match="larger than the cap of 1,000 bytes"):
        session.fetch(f"{server.url}/broken.pdf", max_bytes=1_000)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process's environment to everybody")
def test_a_converter_knows_no_key_and_sits_in_no_folder_of_the_user(session, server, monkeypatch):
    monkeypatch.setenv("WEBLOUPE_EXA_API_KEY", "sk-canary-88")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:sk-canary-89@127.0.0.1:9")
    pools.pool().close()
    session.fetch(f"{server.url}/1")
    (converter,) = converters()
    told = f"{converter.environ()} {converter.cmdline()}"
    assert "canary" not in told and "WEBLOUPE" not in told
    assert converter.cwd() == "/"
    assert os.getpgid(converter.pid) != os.getpgid(0), "an interrupt of our group must not reach it"
