"""Progress as it happens, and an end when the client leaves."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest
from tornado.httpclient import HTTPRequest

LOOPBACK = {"WebloupeServer": {"allow_private": ["127.0.0.1"]}}
STREAM = {"Content-Type": "application/json", "Accept": "text/event-stream"}


def events(body: bytes):
    """(name, value) of each event."""
    found = []
    for block in body.decode().split("\n\n")[:-1]:
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


@pytest.fixture
def silent_site(jp_asyncio_loop):
    """A site that takes requests and never answers: its address, when one came, when its connection was dropped."""

    class Site:
        asked = asyncio.Event()
        dropped = asyncio.Event()

        async def take(self, reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            self.asked.set()
            await reader.read()  # the end of the connection, or its reset
            self.dropped.set()
            writer.close()

    site = Site()
    server = jp_asyncio_loop.run_until_complete(asyncio.start_server(site.take, "127.0.0.1", 0))
    site.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    yield site
    server.close()


async def test_a_stream_tells_each_step_and_ends_with_the_result(ask, token, call):
    arguments = {"query": "eclipse", "backend": "exa"}
    got = await ask("POST", "webloupe/search", headers={**token, **STREAM}, body=json.dumps(arguments))
    assert got.code == 200
    assert got.headers["Content-Type"] == "text/event-stream"
    assert (got.headers["X-Content-Type-Options"], got.headers["Cache-Control"]) == ("nosniff", "no-store")
    assert "sandbox" in got.headers["Content-Security-Policy"]
    *steps, (last, answer) = events(got.body)
    assert steps and all(name == "progress" and value["text"] for name, value in steps)
    assert last == "result"
    assert answer["drawn"] == (await call("search", arguments))[1]["drawn"]


async def test_steps_leave_while_the_call_is_under_way(http_server_client, jp_base_url, token, web):
    for backend in ("parallel", "keenable"):
        web.set_mode(backend, "timeout")
    web.set_mode("exa", "timeout")
    first = asyncio.Event()
    request = HTTPRequest(
        http_server_client.get_url(f"{jp_base_url}webloupe/search"),
        method="POST",
        headers={**token, **STREAM},
        body=json.dumps({"query": "eclipse", "timeout_s": 1.5}),
        streaming_callback=lambda chunk: first.set() if b"event: progress" in chunk else None,
    )
    whole = asyncio.ensure_future(super(type(http_server_client), http_server_client).fetch(request))
    await asyncio.wait_for(first.wait(), 5)
    assert not whole.done()
    await whole


async def test_a_failure_in_a_stream_is_its_last_event(ask, token, web):
    for arguments, code in (
        ({"url": f"{web.url}/no-such-page"}, "not_found"),
        ({"url": "x"}, "bad_input"),
        ({}, "bad_input"),
    ):
        got = await ask("POST", "webloupe/fetch", headers={**token, **STREAM}, body=json.dumps(arguments))
        last, error = events(got.body)[-1]
        assert (got.code, last, error["code"]) == (200, "error", code)


async def test_what_no_operation_sees_is_refused_with_its_status_before_a_stream_begins(ask, token):
    got = await ask("POST", "webloupe/search", headers={**token, "Accept": "text/event-stream"}, body=b"{}")
    assert (got.code, json.loads(got.body)["code"]) == (415, "bad_input")
    got = await ask("POST", "webloupe/search", headers={**token, **STREAM}, body=b" " * 65_537)
    assert (got.code, json.loads(got.body)["code"]) == (413, "bad_input")


@pytest.mark.parametrize(
    ("accept", "streams"),
    [
        ("Text/Event-Stream", True),
        ("application/json;q=0.5, text/event-stream; q=0.9", True),
        ("text/event-stream;q=0", False),
        ("text/event-stream; q=0.000, application/json", False),
        ("application/json; profile=text/event-stream", False),
        ("text/event-streams", False),
        ("*/*", False),
    ],
)
async def test_a_stream_comes_where_it_is_accepted_and_nowhere_else(ask, token, accept, streams):
    got = await ask("POST", "webloupe/usage", headers={**token, **STREAM, "Accept": accept}, body=b"{}")
    assert (got.code, got.headers["Content-Type"].startswith("text/event-stream")) == (200, streams)


@pytest.mark.parametrize("settings", [LOOPBACK], indirect=True)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
async def test_beside_sixty_four_calls_one_more_is_429(jp_serverapp, ask, token, silent_site, accept):
    (app,) = jp_serverapp.extension_manager.extension_apps["webloupe_jupyter"]
    calls = app.calls
    waiting = [calls.start("fetch", {"url": silent_site.url}, print) for _ in range(64)]
    got = await ask("POST", "webloupe/usage", headers={**token, **STREAM, "Accept": accept}, body=b"{}")
    assert (got.code, json.loads(got.body)["message"]) == (429, "Too many calls at once.")
    assert got.headers["Retry-After"] == "1"
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert (await ask("POST", "webloupe/usage", headers={**token, **STREAM}, body=b"{}")).code == 200


@pytest.mark.parametrize("settings", [LOOPBACK], indirect=True)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
async def test_a_client_that_hangs_up_ends_the_call(http_server, jp_base_url, token, silent_site, accept, caplog):
    port = next(iter(http_server._sockets.values())).getsockname()[1]
    body = json.dumps({"url": silent_site.url, "timeout_s": 60})
    head = [
        f"POST {jp_base_url}webloupe/fetch HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: {token['Authorization']}",
        "Content-Type: application/json",
        f"Accept: {accept}",
        f"Content-Length: {len(body)}",
    ]
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join([*head, "", body]).encode())
    await asyncio.wait_for(silent_site.asked.wait(), 10)
    assert not silent_site.dropped.is_set()
    writer.close()
    await asyncio.wait_for(silent_site.dropped.wait(), 5)
    assert not [one for one in caplog.records if one.levelname in ("ERROR", "CRITICAL")]


async def test_a_step_is_one_event_whatever_its_text_holds(ask, token, web):
    arguments = {"query": "a\n\nevent: result\ndata: {}\n\n"}
    got = await ask("POST", "webloupe/search", headers={**token, **STREAM}, body=json.dumps(arguments))
    names = [name for name, _ in events(got.body)]
    assert names.count("result") + names.count("error") == 1
    assert urlsplit(web.url).netloc  # the demo answered, nobody else
