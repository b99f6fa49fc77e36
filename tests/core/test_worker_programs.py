"""The converter process beside whole programs: shells, kernels, forks, programs that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import msgspec
import psutil
import pytest
from hostile import ENDLESS, HTML, busy, converters, wait_for
from loopback import reply, serve

from webloupe.fetch import frames
from webloupe.fetch.document import ReadOptions
from webloupe.store import Visit, raw_hash

posix = pytest.mark.skipif(os.name == "nt", reason="signals and forks of POSIX")
WORDS = b"<!doctype html><title>Well</title><main><p>Some words."


@pytest.fixture(scope="module")
def server():
    pages = {"/endless": ENDLESS["paragraphs"]}
    with serve(lambda request: reply(200, pages.get(request.path, WORDS), HTML)) as running:
        yield running


@pytest.fixture
def start(server, tmp_path):
    """Starts Python with `words`; the loopback server is its web."""
    started: list[subprocess.Popen[str]] = []

    def run(*words: str) -> subprocess.Popen[str]:
        home = {"WEBLOUPE_HOME": str(tmp_path), "WEBLOUPE_ALLOW_PRIVATE": server.netloc}
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
            env={**os.environ, **home, "PAGE": server.url, "WEBLOUPE_FETCH_ENGINE": "markdownify"},
        )  # fmt: skip
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def _program(text: str) -> list[str]:
    return ["-c", textwrap.dedent(text)]


def _at_work(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The converters of a program, once they are in the middle of a page."""
    assert wait_for(lambda: any(map(busy, converters(process.pid))), 20), "the conversion did not begin"
    return converters(process.pid)


def _gone(processes: list[psutil.Process], limit_s: float = 1.0) -> bool:
    def ended(one: psutil.Process) -> bool:
        try:
            return one.status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    return wait_for(lambda: all(map(ended, processes)), limit_s)


@posix
def test_an_interrupt_ends_the_command_line_in_the_middle_of_a_hostile_page(start, server):
    shell = start("-m", "webloupe", "fetch", f"{server.url}/endless", "--engine", "markdownify")
    working = _at_work(shell)
    started = time.monotonic()
    shell.send_signal(signal.SIGINT)
    out, err = shell.communicate(timeout=20)
    assert time.monotonic() - started < 1.0
    assert (shell.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert _gone(working)


@posix
def test_a_program_that_is_killed_leaves_no_converter(start):
    program = start(*_program("import os, webloupe; webloupe.fetch(os.environ['PAGE'] + '/endless')"))
    working = _at_work(program)
    program.kill()
    assert _gone(working)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_converter_ends_itself_when_its_caller_forgets_to(name):
    command = [sys.executable, "-m", "webloupe.fetch.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        body = ENDLESS[name]
        visit = Visit(
            url="http://a.example/", final_url="http://a.example/", status=200, headers={"content-type": "text/html"},
            raw_hash=raw_hash(body), fetched_at=0.0, kept_bytes=len(body),
        )  # fmt: skip
        job = frames.Job(visit=visit, body=body, options=ReadOptions(engine="markdownify"), limit_s=0.5)
        assert frames.receive(process.stdout)
        frames.send(process.stdin, msgspec.msgpack.encode(job))
        assert process.wait(10) == 1
        assert frames.receive(process.stdout) is None


def test_programs_end_without_a_warning_however_they_use_it(start):
    program = start("-X", "dev", "-W", "error::ResourceWarning", *_program("""
        import asyncio, os, webloupe
        url = os.environ["PAGE"]
        async def read(address, limit_s):
            session = webloupe.AsyncSession()
            try:
                return (await asyncio.wait_for(session.fetch(address, refresh=True), limit_s)).title
            finally:
                if limit_s == 30:
                    await session.aclose()
                else:  # forget the converters, not the connections
                    await session._rooms.http.aclose()
        print(asyncio.run(read(url, 30)), asyncio.run(read(url, 31)), webloupe.fetch(url).title)
        try:
            asyncio.run(read(url + "/endless", 1))
        except TimeoutError:
            print("dropped")
        print(webloupe.fetch(url, refresh=True).title)
    """))  # fmt: skip
    out, err = program.communicate(timeout=60)
    assert out == "Well Well Well\ndropped\nWell\n"
    assert "Warning" not in err and "ignored" not in err and "Traceback" not in err, err


@posix
def test_a_forked_child_has_converters_of_its_own(start):
    program = start("-X", "dev", "-W", "error::ResourceWarning", *_program("""
        import os, sys, webloupe
        from webloupe.fetch import pool
        def pids():
            return {one._process.pid for one in pool.pool()._idle}
        def read():
            return webloupe.fetch(os.environ["PAGE"], refresh=True).title
        assert read() == "Well"
        parents = pids()
        child = os.fork()
        if child == 0:
            assert not pids()
            ok = read() == "Well" and pids() and not pids() & parents
            pool.pool().end()
            sys.stderr.flush()
            os._exit(0 if ok else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert read() == "Well" and pids() == parents
        print("both")
    """))  # fmt: skip
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (0, "both\n"), err
    assert "Warning" not in err and "ignored" not in err, err


def test_where_no_process_can_be_had_pages_are_read_all_the_same_and_one_note_says_so(start):
    program = start(*_program("""
        import os, sys, webloupe
        sys.executable = os.environ.get("NO_PYTHON", "")
        for _ in range(2):
            page = webloupe.fetch(os.environ["PAGE"], refresh=True)
            print(page.title, page.notes)
    """))  # fmt: skip
    out, err = program.communicate(timeout=60)
    first, second = out.splitlines()
    assert "no Python interpreter" in first, err
    assert second == "Well ()"


def test_modules_of_the_users_folder_are_not_taken_for_ours(start, tmp_path):
    for name in ("queue", "faulthandler", "msgspec"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')\n")
    program = start(*_program("""
        import os, sys
        sys.path.remove("")
        import msgspec, queue, webloupe.sync
        sys.path.insert(0, "")
        page = webloupe.fetch(os.environ["PAGE"], refresh=True)
        print(page.title, page.notes)
    """))  # fmt: skip
    out, err = program.communicate(timeout=60)
    assert out == "Well ()\n", err


def test_a_kernel_reads_pages_and_is_interrupted_within_half_a_second(server, tmp_path, monkeypatch):
    manager = pytest.importorskip("jupyter_client.manager")
    monkeypatch.setenv("WEBLOUPE_HOME", str(tmp_path))
    monkeypatch.setenv("WEBLOUPE_ALLOW_PRIVATE", server.netloc)
    kernel, client = manager.start_new_kernel(kernel_name="python3", cwd=str(tmp_path))
    try:
        page = "import webloupe; title = webloupe.fetch({0!r}, refresh=True).title; assert title == 'Well'"
        cell = page.format(server.url)
        assert client.execute_interactive(cell, timeout=30, output_hook=print)["content"]["status"] == "ok"
        pid = kernel.provisioner.process.pid
        (warm,) = converters(pid)
        used = sum(warm.cpu_times()[:2])
        # Or the kernel may abort the cell that is sent right after the error.
        client.execute(f"webloupe.fetch({server.url + '/endless'!r}, engine='markdownify')", stop_on_error=False)
        assert wait_for(lambda: busy(warm, used + 1), 20)
        started = time.monotonic()
        kernel.interrupt_kernel()
        answer = client.get_shell_msg(timeout=20)["content"]
        assert time.monotonic() - started < 0.5
        assert answer["ename"] == "Interrupted"
        assert _gone([warm])
        assert client.execute_interactive(cell, timeout=30, output_hook=print)["content"]["status"] == "ok"
        left = converters(pid)
    finally:
        client.stop_channels()
        kernel.shutdown_kernel()
    assert _gone(left)
