"""Whatever the transport raises becomes one of our errors: two lines, and nothing of what was sent."""

from __future__ import annotations

import inspect
import random
import socket
import ssl

import h11
import httpcore
import httpx
import pytest
from loopback import serve
from test_http import send

from webloupe.errors import HostDown, WebloupeError
from webloupe.http import map_errors

CANARY = "sk-canary-8d1f"


def exceptions_of(library) -> list[type[Exception]]:
    return [kind for kind in vars(library).values() if inspect.isclass(kind) and issubclass(kind, Exception)]


CLASSES = [*exceptions_of(httpcore), *exceptions_of(httpx)]
MISUSE = [kind for kind in CLASSES if issubclass(kind, (httpx.StreamError, httpx.CookieConflict))]
FAILURES = [kind for kind in CLASSES if kind not in MISUSE]


def made(kind: type[Exception]) -> Exception:
    text = f"Illegal header value b'{CANARY}'"
    if kind in (httpx.StreamClosed, httpx.StreamConsumed, httpx.RequestNotRead, httpx.ResponseNotRead):
        return kind()
    if kind is httpx.HTTPStatusError:
        request = httpx.Request("GET", f"https://host.test/?key={CANARY}")
        return kind(text, request=request, response=httpx.Response(500))
    return kind(text)


def raised(error: Exception, url: str = f"https://host.test/page?key={CANARY}") -> WebloupeError:
    with pytest.raises(WebloupeError) as caught, map_errors(url):
        raise error
    return caught.value


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


def test_both_libraries_still_have_their_exceptions():
    assert len(exceptions_of(httpcore)) >= 15
    assert len(exceptions_of(httpx)) >= 28
    assert {kind.__name__ for kind in MISUSE} == {
        "CookieConflict", "RequestNotRead", "ResponseNotRead", "StreamClosed", "StreamConsumed", "StreamError",
    }  # fmt: skip


@pytest.mark.parametrize("kind", FAILURES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_failure_of_httpx_and_httpcore_is_translated(kind):
    error = raised(made(kind))
    assert isinstance(error, HostDown)
    assert len(error.lines()) == 2
    assert "host.test" in error.message
    assert error.url == "https://host.test/page"
    assert CANARY not in repr(error.info)
    assert error.__suppress_context__


@pytest.mark.parametrize("kind", MISUSE, ids=lambda kind: kind.__name__)
def test_misuse_of_httpx_stays_the_bug_that_it_is(kind):
    with pytest.raises(kind), map_errors("https://host.test/"):
        raise made(kind)


def test_every_transport_failure_says_something_of_its_own_and_both_libraries_the_same():
    named = {kind.__name__: raised(made(kind)).message for kind in FAILURES if issubclass(kind, httpx.TransportError)}
    named.pop("TransportError")  # never raised itself
    assert len(set(named.values())) == len(named) >= 15
    for kind in exceptions_of(httpcore):
        assert raised(made(kind)).message == named.get(kind.__name__, raised(made(kind)).message)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (caused(httpcore.ConnectError("x"), socket.gaierror(-2, "Name or service not known")), "no such name"),
        (caused(httpcore.ConnectError("x"), UnicodeError("label too long")), "no such name"),
        (caused(httpcore.ConnectError("x"), ConnectionRefusedError(111, "refused")), "refused"),
        (caused(httpcore.ConnectError("x"), caused(OSError("all failed"), ConnectionRefusedError())), "refused"),
        (caused(httpcore.ConnectError("x"), ExceptionGroup("all", [ConnectionRefusedError()])), "refused"),
        (caused(httpcore.ReadError("x"), ConnectionResetError(104, "reset")), "reset"),
        (caused(httpcore.ConnectError("x"), ssl.SSLError("WRONG_VERSION_NUMBER")), "TLS"),
        (ssl.SSLError("bad record"), "TLS"),
        (caused(httpcore.RemoteProtocolError("x"), h11.RemoteProtocolError("y")), "HTTP"),
        (OSError(5, "broken"), "broke"),
    ],
)
def test_the_reason_is_the_root_cause(error, reason):
    assert reason in raised(error).message


def test_another_port_is_part_of_the_name():
    assert "host.test:8443" in raised(httpcore.ReadError("x"), "https://host.test:8443/").message


def test_our_own_errors_and_bugs_pass_through():
    with pytest.raises(KeyError), map_errors("http://host.test/"):
        raise KeyError("bug")
    mine = HostDown("mine", "hint")
    assert raised(mine) is mine


def test_a_closed_port_is_told_as_refused():
    with serve(lambda _: b"") as gone:
        pass
    with pytest.raises(HostDown, match="refused"):
        send(gone.url, timeout_s=5)


def test_random_bytes_for_an_answer_are_always_one_of_our_errors_or_an_answer():
    noise = random.Random(11)
    starts = [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]

    async def answer(_):
        yield noise.choice(starts) + noise.randbytes(noise.randrange(300)) + noise.choice([b"", b"\r\n\r\n"])

    with serve(answer) as server:
        for _ in range(60):
            try:
                send(server.url, timeout_s=2)
            except WebloupeError as error:
                assert len(error.lines()) == 2
