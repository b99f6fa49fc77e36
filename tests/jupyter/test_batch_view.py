"""Several pages in a cell: a verdict for each, how far it is while it runs, what had come when it is interrupted."""

from __future__ import annotations

import os
import re
import sys
import threading
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from webloupe.errors import BadInput
from webloupe.types import Failed
from webloupe_jupyter.views.batch import BatchView

sys.path.append(str(Path(__file__).parents[1] / "core"))
from loopback import redirect, reply, serve

LIMIT_S = 60
HTML = {"Content-Type": "text/html"}
LEADS = {"/": ("/a", "/b", "/missing"), "/a": ("/c",), "/b": ("/",), "/c": ()}


def site(request):
    if request.path not in LEADS:
        return redirect("/a") if request.path == "/old" else reply(404)
    links = "".join(f'<a href="{to}">to {to}</a> ' for to in LEADS[request.path])
    return reply(200, f"<title>Page {request.path}</title><p>Words of {request.path}. {links}</p>".encode(), HTML)


@pytest.fixture
def server(at_home, monkeypatch):
    with serve(site) as running:
        monkeypatch.setenv("WEBLOUPE_ALLOW_PRIVATE", running.netloc)
        yield running


def test_a_batch_has_a_verdict_for_each_page(run, server):
    cell = f"%%fetch\n{server.url}/a\n{server.url}/missing\n{server.url}/a\n"
    pages = run(cell)
    assert list(pages.df["verdict"]) == ["ok", "failed", "ok"] and "404" in pages.df["reason"][1]
    assert list(pages.df["url"]) == [f"{server.url}/a", f"{server.url}/missing", f"{server.url}/a"]
    assert (pages.df["ms"] > 0).all() and (pages.df["tokens"] > 0).tolist() == [True, False, True]
    again = run(cell)
    assert list(again.df["verdict"]) == ["cached", "failed", "cached"]
    assert again._repr_mimebundle_() == pages._repr_mimebundle_(), "what is saved does not tell a run from the next"
    assert "ok" in str(pages) and "failed: " in str(pages)


def test_a_crawl_is_a_batch_of_the_pages_found(run, server, shell):
    pages = run(f"%fetch --crawl 9 {server.url}/")
    assert isinstance(pages, BatchView)
    assert [one.url.rpartition("/")[2] for one in pages] == ["", "a", "b", "missing", "c"]
    assert isinstance(pages[3], Failed)
    assert len(run(f"%fetch --crawl 9 --depth 1 {server.url}/")) == 4
    assert run(f"%fetch -o r --crawl 2 {server.url}/") is shell.user_ns["r"] and len(shell.user_ns["r"]) == 2


def test_the_line_of_a_page_of_a_batch_asks_for_that_page_alone(run, server):
    pages = run(f"%fetch --crawl 2 --depth 1 --total 4000 --full {server.url}/")
    lines = re.findall(r"%fetch [^\"\\]+", str(pages._repr_mimebundle_()["application/vnd.webloupe.v1+json"]))
    assert lines and all("--full" in line and "--crawl" not in line and "--total" not in line for line in lines)


@pytest.mark.parametrize(
    "line",
    ["--depth 2 {a}", "--crawl 3 {a} {b}", "--crawl 0 {a}", "--crawl x {a}", "--crawl 3", "--crawl 2 --depth -1 {a}"],
)
def test_a_crawl_that_cannot_be_meant_is_told_in_two_lines(run, server, line):
    with pytest.raises(BadInput) as caught:
        run("%fetch " + line.format(a=f"{server.url}/", b=f"{server.url}/b"))
    assert len(caught.value.lines()) == 2 and not server.requests


# --- in a kernel ------------------------------------------------------------------------------------------------------


@pytest.fixture
def kernel(at_home):
    manager, client = start_new_kernel(env=dict(os.environ), startup_timeout=LIMIT_S)
    client.execute_interactive("%load_ext webloupe", timeout=LIMIT_S)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_how_far_it_is_shows_under_the_cell_and_nothing_of_it_is_left(kernel, server):
    _, client = kernel
    _allow(client, server)
    messages: list[dict] = []
    code = f"r = %fetch {server.url}/a {server.url}/b {server.url}/missing"
    client.execute_interactive(code, timeout=LIMIT_S, output_hook=messages.append)
    bars = [one["content"] for one in messages if one["msg_type"] in ("display_data", "update_display_data")]
    assert len({bar["transient"]["display_id"] for bar in bars}) == 1
    assert re.fullmatch("█+ 3 of 3 pages, 1 failed", bars[-2]["data"]["text/plain"]) and bars[-1]["data"] == {}
    assert all(one["parent_header"]["msg_id"] == messages[0]["parent_header"]["msg_id"] for one in messages)


def test_an_interrupted_batch_shows_and_binds_what_had_come(kernel, at_home, monkeypatch):
    manager, client = kernel
    came = threading.Event()

    async def never(request):
        yield b"HTTP/1.1 200 OK\r\n"
        import asyncio

        await asyncio.Event().wait()

    with serve(lambda request: never(request) if request.path == "/never" else site(request)) as server:
        _allow(client, server)
        messages: list[dict] = []

        def seen(message: dict) -> None:
            messages.append(message)
            if "2 of 3" in str(message["content"].get("data", "")) and not came.is_set():
                came.set()
                manager.interrupt_kernel()

        code = f"%fetch -o r {server.url}/never {server.url}/b {server.url}/a"
        reply = client.execute_interactive(code, timeout=LIMIT_S, output_hook=seen, stop_on_error=False)["content"]
        assert reply["status"] == "error" and reply["ename"] == "Interrupted" and len(reply["traceback"]) == 2
        shown = [one["content"]["data"] for one in messages if one["msg_type"] == "display_data"]
        assert "2 of 2 pages read" in shown[-1]["text/plain"] and "2 had come" in shown[-1]["text/plain"]
        told = client.execute_interactive(
            "print([page.url[-1] for page in r])", timeout=LIMIT_S, output_hook=messages.append
        )
        assert told["content"]["status"] == "ok" and messages[-2]["content"]["text"] == "['b', 'a']\n"


def _allow(client, server) -> None:
    code = f"import os; os.environ['WEBLOUPE_ALLOW_PRIVATE'] = '{server.netloc}'"
    client.execute_interactive(code, timeout=LIMIT_S)
