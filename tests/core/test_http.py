"""What the client sends, what it gives back, and when it stops: over real connections on loopback."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import time

import pytest
from loopback import Received, Server, redirect, reply, serve

from webloupe.errors import AddressRefused, BadInput, HostDown, Refused, TimedOut, Unreadable, WebloupeError
from webloupe.http import BROWSER_USER_AGENT, HONEST_USER_AGENT, Http
from webloupe.wire import Answer, Request

CANARY = "sk-canary-8d1f"


def send(request: Request | str, **options) -> Answer:
    """One request by a fresh client that may dial loopback."""

    async def run() -> Answer:
        http = Http(allow_private=["127.0.0.1", "localhost"], trust_env=False)
        try:
            return await http.send(request if isinstance(request, Request) else Request("GET", request), **options)
        finally:
            await http.aclose()

    return asyncio.run(run())


# --- requests and answers --------------------------------------------------------------------------------------------


def test_a_request_arrives_as_it_was_meant():
    with serve(lambda _: reply(200, b'{"ok": true}', {"X-Left": "9", "Content-Type": "application/json"})) as server:
        request = Request(
            "post", f"{server.url}/mcp?a=ü|b", {"X-Key": "k", "Accept": "text/x"}, json={"q": "大学 \ud800"}
        )
        answer = send(request, timeout_s=5)
    assert (answer.status, answer.json, answer.headers["x-left"]) == (200, {"ok": True}, "9")
    assert answer.url == f"{server.url}/mcp?a=%C3%BC|b"
    got = server.requests[0]
    assert (got.method, got.target) == ("POST", "/mcp?a=%C3%BC|b")
    assert json.loads(got.body) == {"q": "大学 \ud800"}
    assert got.headers == {
        "host": server.netloc,
        "x-key": "k",
        "accept": "text/x",
        "accept-encoding": "gzip, deflate, br, zstd",
        "user-agent": HONEST_USER_AGENT,
        "content-type": "application/json",
        "content-length": str(len(got.body)),
    }


def test_the_two_agents_say_who_they_are():
    assert HONEST_USER_AGENT.startswith("webloupe/")
    assert BROWSER_USER_AGENT.startswith("Mozilla/5.0 ")
    with serve(lambda _: reply()) as server:
        send(Request("GET", server.url, {"User-Agent": BROWSER_USER_AGENT}), timeout_s=5)
    assert server.requests[0].headers["user-agent"] == BROWSER_USER_AGENT


def test_repeated_headers_are_joined_and_odd_bytes_in_them_are_read():
    wire = b"HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nX-U: \xe5\xa4\xa7\r\nX-L: caf\xe9\r\nContent-Length: 0\r\n\r\n"
    with serve(lambda _: wire) as server:
        headers = send(server.url, timeout_s=5).headers
    assert (headers["x-a"], headers["x-u"], headers["x-l"]) == ("1, 2", "大", "café")


@pytest.mark.parametrize("status", [204, 304, 404, 429, 500, 503])
def test_any_status_is_an_answer(status):
    with serve(lambda _: reply(status, b"" if status in (204, 304) else b"why")) as server:
        assert send(server.url, timeout_s=5).status == status


def test_connections_are_kept_and_used_again():
    async def run(url: str) -> None:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        for _ in range(5):
            await http.send(Request("GET", url), timeout_s=5)
        await http.aclose()
        await http.send(Request("GET", url), timeout_s=5)
        await http.aclose()

    with serve(lambda _: reply(200, b"x" * 100_000)) as server:
        asyncio.run(run(server.url))
    assert (len(server.requests), server.connections) == (6, 2)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_kept_connection_that_was_just_closed_is_replaced_unnoticed(method):
    async def run(url: str) -> list[bytes]:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        try:
            return [(await http.send(Request(method, url, json={}), timeout_s=5)).body for _ in range(2)]
        finally:
            await http.aclose()

    with serve(lambda _: b"" if len(server.requests) == 2 else reply(200, b"ok")) as server:
        assert asyncio.run(run(server.url)) == [b"ok", b"ok"]
    assert (len(server.requests), server.connections) == (3, 2)


def test_a_new_connection_that_is_closed_is_an_error_and_not_tried_again():
    with serve(lambda _: b"") as server, pytest.raises(HostDown):
        send(server.url, timeout_s=5)
    assert len(server.requests) == 1


def test_one_client_serves_one_event_loop_after_another():
    http = Http(allow_private=["127.0.0.1"], trust_env=False)

    async def run(url: str) -> bytes:
        try:
            return (await http.send(Request("GET", url), timeout_s=5)).body
        finally:
            await http.aclose()

    with serve(lambda _: reply(200, b"ok")) as server:
        assert [asyncio.run(run(server.url)) for _ in range(2)] == [b"ok", b"ok"]


@pytest.mark.parametrize("headers", [{"X-Key": f"{CANARY}\n"}, {"X-Key": f"{CANARY}大"}, {"X Key": CANARY}])
def test_a_header_that_cannot_be_sent_is_refused_without_its_value(headers):
    with pytest.raises(BadInput) as caught:
        send(Request("GET", "http://127.0.0.1:9/", headers), timeout_s=5)
    assert "key" in caught.value.message
    assert CANARY not in "".join(caught.value.lines())


def test_no_header_value_is_logged_or_repeated_in_an_error(caplog):
    caplog.set_level(logging.DEBUG)
    with serve(lambda request: redirect("/b") if request.path == "/" else b"nonsense\r\n\r\n") as server:
        request = Request("POST", f"{server.url}/?q={CANARY}", {"X-Api-Key": CANARY}, json={"key": CANARY})
        with pytest.raises(HostDown) as caught:
            send(request, timeout_s=5, follow=True)
    assert server.requests[0].headers["x-api-key"] == CANARY
    assert any(record.name.startswith("httpcore") for record in caplog.records)
    assert CANARY not in caplog.text
    assert CANARY not in repr(caught.value.info) + repr(caught.value) + "".join(caught.value.lines())
    assert caught.value.__context__ is None


# --- the cap ---------------------------------------------------------------------------------------------------------

CAP = 5_000_000


@pytest.mark.parametrize("framing", ["length", "close", "chunked", "gzip"])
def test_5000000_bytes_arrive_whole_and_5000001_are_cut_and_marked(framing):
    def framed(body: bytes) -> bytes:
        if framing == "length":
            return reply(200, body)
        if framing == "close":
            return reply(200, body, length=False)
        if framing == "gzip":
            return reply(200, gzip.compress(body, 1), {"Content-Encoding": "gzip"})
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        return head + b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"

    body = b"0123456789abcdef" * (CAP // 16 + 1)
    with serve(lambda request: framed(body[: int(request.path[1:])])) as server:
        whole = send(f"{server.url}/{CAP}", timeout_s=10)
        cut = send(f"{server.url}/{CAP + 1}", timeout_s=10)
    assert (len(whole.body), whole.over_cap) == (CAP, False)
    assert (len(cut.body), cut.over_cap) == (CAP, True)
    assert cut.body == body[:CAP]
    assert cut.total_bytes == (CAP + 1 if framing == "length" else None)


def test_a_cap_of_the_callers_own_holds_too():
    with serve(lambda _: reply(200, b"12345")) as server:
        assert send(server.url, timeout_s=5, max_bytes=5).body == b"12345"
        assert send(server.url, timeout_s=5, max_bytes=4) == Answer(
            200, {"content-length": "5"}, b"1234", f"{server.url}/", over_cap=True, total_bytes=5
        )


def test_a_body_may_be_refused_by_its_headers_before_it_is_read():
    async def endless(_: Received):
        yield b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 99999999999\r\n\r\n"
        while True:
            yield bytes(65_536)
            await asyncio.sleep(0)

    seen = []

    def accept(status, headers):
        seen.append((status, headers["content-type"]))
        return False

    with serve(endless) as server:
        answer = send(server.url, timeout_s=5, accept_body=accept)
        server.await_hang_up()
    assert seen == [(200, "video/mp4")]
    assert (answer.body, answer.total_bytes, answer.over_cap) == (b"", 99_999_999_999, False)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "snappy"])
def test_a_body_that_cannot_be_unpacked_is_unreadable_and_names_the_coding(coding):
    packed = reply(200, b"plain text", {"Content-Encoding": coding})
    with serve(lambda _: packed) as server, pytest.raises(Unreadable, match=coding) as caught:
        send(server.url, timeout_s=5)
    assert len(caught.value.lines()) == 2


def test_a_body_shorter_than_announced_is_an_error_not_a_page():
    async def hangs_up(_: Received):
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234"

    with serve(hangs_up) as server, pytest.raises(HostDown):
        send(server.url, timeout_s=1)


# --- redirects -------------------------------------------------------------------------------------------------------


def hops(request: Received) -> bytes:
    left = int(request.path[1:])
    return redirect(f"/{left - 1}") if left else reply(200, b"there")


def test_ten_redirects_are_followed_and_eleven_are_not():
    with serve(hops) as server:
        answer = send(f"{server.url}/10", timeout_s=5, follow=True)
        assert (answer.body, answer.url) == (b"there", f"{server.url}/0")
        assert answer.hops == tuple(f"{server.url}/{left}" for left in range(10, 0, -1))
        with pytest.raises(Refused, match="more than 10 redirects") as caught:
            send(f"{server.url}/11?key=secret", timeout_s=5, follow=True)
    assert "secret" not in caught.value.message


def test_a_loop_ends_after_ten_redirects():
    with serve(lambda request: redirect({"/a": "/b", "/b": "/a"}[request.path])) as server, pytest.raises(Refused):
        send(f"{server.url}/a", timeout_s=5, follow=True)
    assert len(server.requests) == 11


def test_redirects_are_the_callers_business_unless_it_asks():
    with serve(lambda _: redirect("/elsewhere", 301)) as server:
        answer = send(Request("POST", server.url, json={}), timeout_s=5)
    assert (answer.status, answer.headers["location"], len(server.requests)) == (301, "/elsewhere", 1)


def test_a_redirect_without_a_target_is_an_answer():
    with serve(lambda _: reply(302, b"where to?")) as server:
        assert send(server.url, timeout_s=5, follow=True).body == b"where to?"


@pytest.mark.parametrize(
    ("status", "method", "sent"),
    [
        (301, "POST", "GET"),
        (302, "POST", "GET"),
        (303, "POST", "GET"),
        (307, "POST", "POST"),
        (308, "POST", "POST"),
        (303, "HEAD", "HEAD"),
        (302, "GET", "GET"),
    ],
)
def test_a_post_is_repeated_only_where_the_redirect_says_so(status, method, sent):
    with serve(lambda request: redirect("/b", status) if request.path == "/" else reply()) as server:
        send(Request(method, server.url, {"X-Key": "k"}, json={"a": 1} if method == "POST" else None),
             timeout_s=5, follow=True)  # fmt: skip
    second = server.requests[1]
    assert (second.method, second.body) == (sent, server.requests[0].body if sent == "POST" else b"")
    assert ("content-type" in second.headers) == (sent == "POST")
    assert second.headers["x-key"] == "k"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_across_origins_none_of_our_headers_travel_but_accept_and_user_agent(status):
    ours = {
        "Authorization": "a",
        "Cookie": "b",
        "X-Api-Key": "c",
        "Referer": "d",
        "Accept-Language": "de",
        "Accept": "e",
    }
    with serve(lambda _: reply()) as other, serve(lambda _: redirect(f"{other.url}/x", status)) as first:
        send(Request("GET", first.url, ours), timeout_s=5, follow=True)
    assert set(other.requests[0].headers) == {"host", "accept", "accept-language", "accept-encoding", "user-agent"}
    assert other.requests[0].headers["host"] == other.netloc


def test_what_was_dropped_does_not_come_back_on_the_way_home():
    def first_handler(request: Received) -> bytes:
        return reply() if request.path == "/home" else redirect(f"{other.url}/")

    with serve(lambda _: redirect(f"{first.url}/home")) as other, serve(first_handler) as first:
        send(Request("GET", first.url, {"X-Api-Key": "k"}), timeout_s=5, follow=True)
    assert "x-api-key" in first.requests[0].headers
    assert "x-api-key" not in first.requests[1].headers


@pytest.mark.parametrize(
    "target",
    ["http://10.0.0.1/", "//169.254.169.254/latest", "file:///etc/passwd", "ftp://x/", "http://a:b@example.com/",
     "http://x:0/", "http://exa mple/", "http://example.com/" + "a" * 9_000, "gopher://127.0.0.1:6379/_INFO"],
)  # fmt: skip
def test_an_unsafe_redirect_is_refused_and_the_hop_is_named(target):
    with (
        serve(lambda request: redirect("/2") if request.path == "/1" else redirect(target)) as server,
        pytest.raises(AddressRefused, match=f"127.0.0.1:{server.port}/2: redirect 2 leads to") as caught,
    ):
        send(f"{server.url}/1", timeout_s=5, follow=True)
    assert caught.value.url == f"{server.url}/1"


@pytest.mark.parametrize("target", ["/ü?q=大", "b c", "?x", "#f", "//{netloc}/p", "\\\\{netloc}\\p", "http:/p"])
def test_a_redirect_may_be_relative_and_sloppy(target):
    def handler(request: Received) -> bytes:
        if len(server.requests) > 1:
            return reply(200, b"there")
        return (
            b"HTTP/1.1 302 Found\r\nLocation: "
            + target.format(netloc=server.netloc).encode()
            + (b"\r\nContent-Length: 0\r\n\r\n")
        )

    with serve(handler) as server:
        assert send(f"{server.url}/a/", timeout_s=5, follow=True).body == b"there"


def test_a_redirects_body_is_never_read():
    async def endless(request: Received):
        if request.path == "/end":
            yield reply(200, b"there")
            return
        yield b"HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 9999999999\r\n\r\n"
        while True:
            yield bytes(65_536)
            await asyncio.sleep(0)

    with serve(endless) as server:
        started = time.monotonic()
        assert send(server.url, timeout_s=5, follow=True).body == b"there"
    assert time.monotonic() - started < 1


# --- the deadline ----------------------------------------------------------------------------------------------------


async def stalls(_: Received):
    yield b""
    await asyncio.sleep(60)


async def drips_headers(_: Received):
    yield b"HTTP/1.1 200 OK\r\n"
    for number in range(600):
        yield b"X-%d: 1\r\n" % number
        await asyncio.sleep(0.05)


async def drips_body(_: Received):
    yield b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"
    while True:
        yield b"x"
        await asyncio.sleep(0.05)


async def one_byte_chunks(_: Received):
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    while True:
        yield b"1\r\nx\r\n" * 50
        await asyncio.sleep(0.01)


async def continues_for_ever(_: Received):
    while True:
        yield b"HTTP/1.1 100 Continue\r\n\r\n"
        await asyncio.sleep(0.01)


async def redirects_slowly(_: Received):
    await asyncio.sleep(0.2)
    yield redirect("/next")


SLOW = [stalls, drips_headers, drips_body, one_byte_chunks, continues_for_ever, redirects_slowly]


@pytest.mark.parametrize("slow", SLOW)
def test_a_server_that_drips_is_left_at_the_deadline(slow):
    with serve(slow) as server:
        started = time.monotonic()
        with pytest.raises(TimedOut, match=r"within 0\.6 s") as caught:
            send(f"{server.url}/?key={CANARY}", timeout_s=0.6, follow=True)
        assert 0.55 < time.monotonic() - started < 1.1
        server.await_hang_up()
    assert caught.value.info.retryable
    assert CANARY not in repr(caught.value.info)


def test_a_deadline_in_the_past_sends_nothing():
    with serve(lambda _: reply()) as server, pytest.raises(TimedOut):
        send(server.url, timeout_s=0)
    assert not server.requests


def test_names_are_resolved_within_the_deadline(monkeypatch):
    import socket
    import threading

    let_go = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: let_go.wait(20) and [])
    started = time.monotonic()
    with pytest.raises(TimedOut):
        send("http://slow-dns.test/", timeout_s=0.3)
    assert time.monotonic() - started < 0.8  # asyncio.run included: the hanging look-up is not waited for
    let_go.set()


# --- interruption ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slow", SLOW)
def test_a_cancelled_request_ends_at_once_and_leaves_the_client_usable(slow):
    answering = []

    def handler(request: Received):
        return reply(200, b"fine") if request.path == "/fine" else slow(request)

    async def run(server: Server) -> float:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        waiting = [asyncio.create_task(http.send(Request("GET", server.url), timeout_s=30)) for _ in range(5)]
        await asyncio.to_thread(server.await_requests, 5)
        started = time.monotonic()
        for task in waiting:
            task.cancel()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        took = time.monotonic() - started
        assert all(isinstance(result, asyncio.CancelledError) for result in results)
        answering.append((await http.send(Request("GET", f"{server.url}/fine"), timeout_s=5)).body)
        await http.aclose()
        return took

    with serve(handler) as server:
        assert asyncio.run(run(server)) < 0.5
        server.await_hang_up()
    assert answering == [b"fine"]


def test_many_cut_and_cancelled_requests_leak_no_connection():
    def handler(request: Received):
        return reply(200, b"x" * 300_000) if request.path == "/big" else drips_body(request)

    async def run(server: Server) -> None:
        http = Http(allow_private=["127.0.0.1"], trust_env=False)
        for _ in range(3):
            cut = [http.send(Request("GET", f"{server.url}/big"), timeout_s=5, max_bytes=1_000) for _ in range(30)]
            late = [http.send(Request("GET", f"{server.url}/slow"), timeout_s=0.2) for _ in range(30)]
            results = await asyncio.gather(*cut, *late, return_exceptions=True)
            assert all(answer.over_cap for answer in results[:30])
            assert all(isinstance(error, TimedOut) for error in results[30:])
        await http.aclose()

    with serve(handler) as server:
        asyncio.run(run(server))
        server.await_hang_up()


# --- floods ----------------------------------------------------------------------------------------------------------


def test_256_headers_are_read_and_more_are_refused():
    def handler(request: Received) -> bytes:
        return reply(200, b"ok", {f"X-{number}": "1" for number in range(int(request.path[1:]))})

    with serve(handler) as server:
        assert send(f"{server.url}/255", timeout_s=5).body == b"ok"
        with pytest.raises(Unreadable, match="256 headers"):
            send(f"{server.url}/256", timeout_s=5)
        with pytest.raises(Unreadable, match="256 headers"):
            send(f"{server.url}/5000", timeout_s=5)


@pytest.mark.parametrize(
    "wire",
    [b"", b"\r\n\r\n", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", b"\x16\x03\x01\x02\x00\x01",
     b"HTTP/1.1 999999 No\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: \x00\r\nContent-Length: 0\r\n\r\n", b"SSH-2.0-x\r\n"],
)  # fmt: skip
def test_what_is_not_http_is_one_of_our_errors_in_two_lines(wire):
    async def once(_: Received):
        yield wire

    with serve(once) as server, pytest.raises(WebloupeError) as caught:
        send(server.url, timeout_s=2)
    assert len(caught.value.lines()) == 2
    assert caught.value.url == f"{server.url}/"
