"""What httpx's client is kept from doing by itself: reading addresses, cookies, redirects, logging queries."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import warnings

import httpx
import pytest
from loopback import Received, redirect, reply, serve

from webloupe.addresses import AllowList, parse_url, split_url
from webloupe.errors import TimedOut
from webloupe.http import Http
from webloupe.http.connections import Connections
from webloupe.http.redirects import Outgoing
from webloupe.http.transport import GuardedTransport, Progress, Route, asking
from webloupe.wire import Answer, Request

PRIVATE = "my-private-question"


def send_all(*requests: Request, **options) -> list[Answer]:
    """The requests one after another by one client that may dial loopback."""

    async def run() -> list[Answer]:
        http = Http(allow_private=["127.0.0.0/8"], trust_env=False)
        try:
            return [await http.send(request, timeout_s=5, **options) for request in requests]
        finally:
            await http.aclose()

    return asyncio.run(run())


def get(url: str, **options) -> Answer:
    return send_all(Request("GET", url), **options)[0]


# --- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://good.test:{port}\\@evil.test/", "good.test"),
        ("http:good.test:{port}/", "good.test"),
        ("http:\\\\good.test:{port}/", "good.test"),
        ("http://%67ood.test:{port}/", "good.test"),
        ("http://0x7f.1:{port}/", "127.0.0.1"),
        ("http://2130706433:{port}/", "127.0.0.1"),
    ],
)
def test_where_httpx_reads_another_host_the_standards_one_is_asked(monkeypatch, text, host):
    looked_up = []

    def getaddrinfo(name, *_, **__):
        looked_up.append(name)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with serve(lambda _: reply(200, b"here")) as server:
        text = text.format(port=server.port)
        assert httpx.URL(text).host != host
        assert get(text).body == b"here"
    assert server.requests[0].headers["host"] == f"{host}:{server.port}"
    assert looked_up == ([host] if host == "good.test" else [])


@pytest.mark.parametrize("target", ["/a|b^c`{d}", "/%zz/%c3?q='%'", "//double//", "/?a=[1]&b=\\", "/a;b=c,d/@:!$"])
def test_a_path_goes_out_byte_for_byte_as_the_standard_writes_it(target):
    with serve(lambda _: reply()) as server:
        url = f"{server.url}{target}"
        assert get(url).url == parse_url(url)
    assert server.requests[0].target == split_url(parse_url(url)).path


def test_nothing_goes_out_for_a_request_that_names_no_route():
    async def run(url: str) -> None:
        async with httpx.AsyncClient(transport=GuardedTransport(AllowList(), lambda: None), trust_env=False) as client:
            await client.get(url)

    with serve(lambda _: reply()) as server, pytest.raises(KeyError, match="route"):
        asyncio.run(run(server.url))
    assert server.connections == 0


# --- headers and cookies ---------------------------------------------------------------------------------------------


COOKIE = {"Set-Cookie": "seen=1; Path=/; Max-Age=9999"}


def test_no_cookie_is_sent_back():
    with serve(lambda request: redirect("/b") if request.path == "/a" else reply(200, b"", COOKIE)) as server:
        answers = send_all(*[Request("GET", f"{server.url}/{path}") for path in ("x", "y", "a")], follow=True)
    assert answers[0].headers["set-cookie"] == COOKIE["Set-Cookie"]  # the caller still sees it
    assert len(server.requests) == 4
    assert not any("cookie" in request.headers for request in server.requests)


def test_no_cookie_is_kept():
    async def run(url: str) -> httpx.Cookies:
        connections = Connections(AllowList.parse(["127.0.0.1"]), {})
        route = Route(split_url(url), None, Progress())
        response = await connections.client().send(asking(Outgoing("GET", url, {}), route))
        assert response.headers["set-cookie"] == COOKIE["Set-Cookie"]
        kept = connections.client().cookies
        await connections.aclose()
        return kept

    with serve(lambda _: reply(200, b"", COOKIE)) as server:
        assert not asyncio.run(run(f"{server.url}/"))


def test_a_header_value_of_latin_letters_is_sent_as_such():
    with serve(lambda _: reply()) as server:
        send_all(Request("GET", server.url, {"X-Name": "café"}))
    assert server.requests[0].headers["x-name"] == "café"


# --- redirects -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["http://[::1", "http://a:b:c/", "http://\x80/", "http://x:99999/", "//"])
def test_a_redirect_that_httpx_cannot_read_is_an_answer_to_who_does_not_follow(target):
    with serve(
        lambda _: b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + target.encode() + b"\r\n\r\n"
    ) as server:
        answer = get(server.url)
    assert (answer.status, answer.headers["location"]) == (302, target)
    assert len(server.requests) == 1


# --- the log ---------------------------------------------------------------------------------------------------------


def test_httpx_logs_each_request_without_its_query_or_the_senders_words(caplog):
    def handler(request: Received) -> bytes:
        if request.path == "/page":
            return redirect(f"/next?q={PRIVATE}")
        return b"HTTP/1.1 200 hostile-words\r\nContent-Length: 0\r\n\r\n"

    with caplog.at_level(logging.DEBUG, logger="httpx"), serve(handler) as server:
        get(f"{server.url}/page?q={PRIVATE}#{PRIVATE}", follow=True)
    lines = [record.getMessage() for record in caplog.records if record.name == "httpx"]
    assert lines == [
        f'HTTP Request: GET {server.url}/page "HTTP/1.1 302 Found"',
        f'HTTP Request: GET {server.url}/next "HTTP/1.1 200 OK"',
    ]


# --- what is left behind ---------------------------------------------------------------------------------------------


def test_a_body_left_half_read_leaves_nothing_behind_when_the_loop_ends():
    async def endless(_: Received):
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n"
        while True:
            yield bytes(65_536)
            await asyncio.sleep(0)

    complaints = []

    async def run(url: str) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        assert (await http.send(Request("GET", url), timeout_s=5, max_bytes=1_000)).over_cap
        await http.aclose()

    with serve(endless) as server, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        asyncio.run(run(server.url), debug=True)
        gc.collect()
        server.await_hang_up()
    assert (complaints, [str(one.message) for one in warned]) == ([], [])


def test_requests_whose_deadlines_pass_together_leave_the_client_usable():
    async def flood(http: Http, url: str) -> int:
        slow = (http.send(Request("GET", f"{url}/stall"), timeout_s=0.5) for _ in range(300))
        ended = await asyncio.gather(*slow, return_exceptions=True)
        assert all(isinstance(one, TimedOut) for one in ended)
        answers = (http.send(Request("GET", f"{url}/quick"), timeout_s=10) for _ in range(150))
        return sum(answer.status == 200 for answer in await asyncio.gather(*answers))

    async def stall():
        await asyncio.sleep(30)
        yield b""

    async def walk(url: str, netloc: str) -> list[int]:
        http = Http(allow_private=[netloc])
        try:
            return [await flood(http, url) for _ in range(2)]
        finally:
            await http.aclose()

    with serve(lambda request: stall() if request.path == "/stall" else reply(200, b"ok")) as server:
        assert asyncio.run(walk(server.url, server.netloc)) == [150, 150]
