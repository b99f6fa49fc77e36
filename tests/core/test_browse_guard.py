"""No page leads the browser to an address that must not be dialled: the proxy records it, and dials nothing.

Names come from a table in place of DNS, and connects are recorded at their seam: public ones lead to loopback.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import anyio
import pytest
from browsers import needs_browser, session_at
from loopback import Received, redirect, reply, serve
from test_http_guard import OWN_NAMES, OWN_REFUSED, PUBLIC, Net, needs_vectors, shared, shared_names

from webloupe.browse import heads
from webloupe.errors import AddressRefused, WebloupeError
from webloupe.sync import Session

pytestmark = needs_browser

TARGETS = (
    "http://10.0.0.5/a",
    "https://10.0.0.5/b",
    "http://inside.test/c",
    "http://169.254.169.254/d",
    "http://[::1]/e",
)
SUB = "".join(
    f"<img src='{url}'><script src='{url}'></script><link rel=stylesheet href='{url}'><iframe src='{url}'></iframe>"
    f"<script>fetch('{url}', {{mode: 'no-cors'}}).catch(() => 0); navigator.sendBeacon('{url}');"
    f"try {{ new WebSocket('{url.replace('http', 'ws', 1)}') }} catch {{}}</script>"
    for url in TARGETS
)


def answer(request: Received) -> bytes:
    query = parse_qs(urlsplit(request.target).query)
    if "to" in query:
        return redirect(query["to"][0], int(query.get("code", ["302"])[0]))
    if request.path == "/subs":
        page = f"<!DOCTYPE html><title>Subs</title><img src='/?to=http://10.0.0.5/f'>{SUB}<p id=done>done</p>"
        return reply(200, page.encode(), {"Content-Type": "text/html"})
    return reply(200, b"<!DOCTYPE html><title>public</title><p>public", {"Content-Type": "text/html"})


@pytest.fixture(scope="module")
def site():
    with serve(answer) as server:
        yield server


@pytest.fixture(scope="module")
def session(tmp_path_factory) -> Iterator[Session]:
    with session_at(tmp_path_factory.mktemp("home"), {}, **{"browse.profile": False}) as one:
        one.browse("get_state")
        yield one


@pytest.fixture
def pretend(monkeypatch, site):
    def start(names) -> Net:
        net = Net(names, site)
        monkeypatch.setattr(socket, "getaddrinfo", net.getaddrinfo)
        monkeypatch.setattr(anyio, "connect_tcp", net.connect_tcp)
        return net

    return start


def proxy_of(session: Session):
    return session._twin._rooms.browser._starting.result().proxy


# Port 1 is one that browsers do not ask by themselves.
@pytest.mark.parametrize("url", [url for url in OWN_REFUSED if ":1/" not in url])
def test_a_private_address_is_refused_however_it_is_written_or_reached(session, pretend, url):
    net = pretend(OWN_NAMES)
    with pytest.raises(WebloupeError) as caught:
        session.browse("go_to_url", url=url)
    assert isinstance(caught.value, AddressRefused), caught.value
    assert net.astray == []


def test_public_pages_come_and_the_proxy_resolves_their_names(session, pretend):
    net = pretend(OWN_NAMES)
    assert session.browse("go_to_url", url="http://site.test/").title == "public"
    assert net.connects and set(net.connects) == {PUBLIC}


def test_no_part_of_a_page_reaches_a_refused_address(session, pretend):
    net = pretend(OWN_NAMES)
    mark = proxy_of(session).failed
    session.browse("go_to_url", url="http://site.test/subs")
    session.browse("wait", seconds=3, for_text="done")
    refused = [one for one in proxy_of(session).since(mark) if isinstance(one.error, AddressRefused)]
    assert {one.host for one in refused} == {"10.0.0.5", "inside.test", "169.254.169.254", "::1"}
    assert {one.port for one in refused} == {80, 443}
    assert net.astray == []


@needs_vectors
def test_no_shared_vector_reaches_anything(session, pretend):
    for kind, url in shared("refuse"):
        net = pretend(shared_names())
        with suppress(WebloupeError):
            session.browse("go_to_url", url=url)
            assert kind == "rebind", url  # its first answer is public, and only that one is dialled
        assert net.astray == [], url


@needs_vectors
def test_every_allowed_shared_vector_that_is_not_encrypted_is_reached(session, pretend):
    for url in shared("allow"):
        if url.startswith("http:"):
            pretend(shared_names())
            assert session.browse("go_to_url", url=url).title == "public", url


def test_only_the_hosts_of_the_settings_are_asked(pretend, tmp_path):
    pretend({**OWN_NAMES, "a.site.test": [[PUBLIC]]})
    with session_at(tmp_path, {"WEBLOUPE_BROWSE_HOSTS": "site.test"}, **{"browse.profile": False}) as session:
        assert session.browse("go_to_url", url="http://a.site.test/").title == "public"
        with pytest.raises(AddressRefused, match=r"browse\.hosts"):
            session.browse("go_to_url", url="http://six.test/")


def test_requests_to_the_proxy_are_rewritten_and_used_once():
    asked = heads.asked(b"GET http://A.test/x?y HTTP/1.1\r\nHost: a.test\r\nProxy-Connection: keep-alive\r\n\r\n")
    assert (asked.host, asked.port, asked.tunnel) == ("a.test", 80, False)
    assert asked.head == b"GET /x?y HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n"
    assert heads.asked(b"CONNECT [::1]:443 HTTP/1.1\r\n\r\n")[:3] == (True, "::1", 443)
    for odd in (b"GET / HTTP/1.1\r\n\r\n", b"CONNECT a HTTP/1.1\r\n\r\n", b"GET http://u@a/ HTTP/1.1\r\n\r\n",
                b"GET http://a:0/ HTTP/1.1\r\n\r\n", b"\r\n\r\n", b"CONNECT a:99999 HTTP/1.1\r\n\r\n"):  # fmt: skip
        assert heads.asked(odd) is None
    assert heads.answered(b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nA: b\r\n\r\n") == (
        200, b"HTTP/1.1 200 OK\r\nA: b\r\nConnection: close\r\n\r\n")  # fmt: skip
    assert heads.answered(b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n")[0] == 103


# --- processes -------------------------------------------------------------------------------------------------------

_SCRIPT = """
import os, sys, pathlib, signal, time
from webloupe import config
from webloupe.sync import Session
home = pathlib.Path(sys.argv[1])
session = Session(config.load(env={}, cwd=home, home=home))
session.browse("get_state")
print("ready", flush=True)
for line in sys.stdin:
    try:
        print(session.browse("get_state").url, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_an_interrupt_of_the_whole_group_leaves_the_browser_and_the_end_of_the_process_leaves_nothing(tmp_path):
    psutil = pytest.importorskip("psutil")
    import subprocess
    import sys

    command = [
        sys.executable,
        "-c",
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + _SCRIPT,
        str(tmp_path),
    ]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True, bufsize=1
    )
    assert process.stdout.readline() == "ready\n"
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    for _ in range(3):
        os.killpg(process.pid, signal.SIGINT)
        process.stdin.write("again\n")
        assert process.stdout.readline() == "about:blank\n"
    process.kill()  # the hardest end: nobody tidies up
    process.wait(10)
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []


def test_cancelled_at_its_start_it_is_ready_for_the_next_and_closed_without_a_trace(tmp_path):
    psutil = pytest.importorskip("psutil")
    before = set(psutil.Process().children(recursive=True))

    async def run() -> list:
        from webloupe import config
        from webloupe.session import AsyncSession

        session = AsyncSession(config.load(env={}, cwd=tmp_path, home=tmp_path))
        first = asyncio.ensure_future(session.browse("get_state"))
        await asyncio.wait([first], timeout=0.3)  # it takes longer than that
        assert not first.done()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert (await session.browse("get_state")).url == "about:blank"
        started = [one for one in psutil.Process().children(recursive=True) if one not in before]
        await session.aclose()
        return started

    started = asyncio.run(run())
    assert started
    assert psutil.wait_procs(started, timeout=10)[1] == []
