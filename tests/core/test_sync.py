"""The synchronous face: one loop thread, interrupts, forks, settings that change between calls."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from loopback import reply, serve

import webloupe
from webloupe.errors import BadInput, Cancelled, Interrupted
from webloupe.session import AsyncSession
from webloupe.sync import Session, default_session, loop_thread


def test_every_coroutine_of_the_session_has_a_twin_with_the_same_parameters():
    for name, method in inspect.getmembers(AsyncSession, inspect.iscoroutinefunction):
        if name.startswith("_"):
            continue
        twin = getattr(Session, "close" if name == "aclose" else name)
        assert inspect.signature(twin) == inspect.signature(method), name


def test_rooms_and_functions_of_the_same_name_do_not_hide_each_other():
    import webloupe.compress.pipeline
    import webloupe.fetch.page
    from webloupe import fetch, search

    assert callable(fetch)
    assert callable(search)
    assert next(iter(inspect.signature(webloupe.fetch).parameters)) == "url"
    assert "budget" in webloupe.fetch.__doc__


def test_all_public_names_load():
    assert all(getattr(webloupe, name) is not None for name in webloupe.__all__)
    with pytest.raises(AttributeError):
        _ = webloupe.no_such_name


def test_an_interrupt_ends_the_wait_at_once_and_cancels_the_work():
    begun, ended = threading.Event(), threading.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    def interrupt() -> None:
        begun.wait(5)
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    started = time.monotonic()
    with pytest.raises(Interrupted) as caught:
        loop_thread().run(work())
    assert time.monotonic() - started < 0.5
    assert ended.wait(1)
    assert isinstance(caught.value, KeyboardInterrupt), "loops that catch Exception must still stop"
    assert len(caught.value._render_traceback_()) == 2


def test_a_call_cancelled_from_within_says_so():
    async def work() -> None:
        asyncio.current_task().cancel()
        await asyncio.sleep(0)

    with pytest.raises(Cancelled):
        loop_thread().run(work())


def test_a_call_from_inside_the_loop_is_refused_instead_of_waiting_for_itself():
    async def work() -> None:
        webloupe.count_tokens("x")
        loop_thread().run(asyncio.sleep(0))

    with pytest.raises(BadInput):
        loop_thread().run(work())


def test_the_loop_is_one_for_all_threads_and_works_under_a_running_loop():
    loops = set()

    async def which() -> None:
        loops.add(id(asyncio.get_running_loop()))

    async def cell() -> None:
        loop_thread().run(which())

    asyncio.run(cell())  # as in a notebook, whose cells run inside a loop
    threads = [threading.Thread(target=lambda: loop_thread().run(which())) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loops) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks exist on POSIX only")
def test_a_forked_child_makes_its_own_loop(tmp_path):
    program = """
import os, webloupe
from webloupe.sync import loop_thread
async def answer(): return 42
assert loop_thread().run(answer()) == 42
child = os.fork()
if child == 0:
    os._exit(0 if loop_thread().run(answer()) == 42 else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, timeout=20, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_default_session_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("WEBLOUPE_HOME", str(tmp_path / "one"))
    first = default_session()
    assert default_session() is first
    monkeypatch.setenv("WEBLOUPE_HOME", str(tmp_path / "two"))
    second = default_session()
    assert second is not first
    assert second.config.home == tmp_path / "two"
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    assert default_session() is not second


def test_a_program_that_ends_leaves_no_warning_behind(tmp_path):
    with serve(lambda request: reply(200, b"hello", {"Content-Type": "text/plain"})) as server:
        env = {**os.environ, "WEBLOUPE_HOME": str(tmp_path), "WEBLOUPE_ALLOW_PRIVATE": server.netloc}
        program = f"import webloupe; print(webloupe.fetch({server.url!r}).full)"
        done = subprocess.run(
            [sys.executable, "-W", "always", "-c", program],
            check=False,
            env=env,
            timeout=30,
            capture_output=True,
            text=True,
        )
    assert done.stdout == "hello\n"
    assert done.stderr == ""


@pytest.mark.parametrize("exit_", [SystemExit, KeyboardInterrupt])
def test_an_exit_in_a_callers_own_code_ends_that_call_and_no_other(exit_):
    async def work() -> None:
        raise exit_

    async def more() -> int:
        return 42

    with pytest.raises((exit_, Interrupted)):
        loop_thread().run(work())
    assert loop_thread().run(more()) == 42
