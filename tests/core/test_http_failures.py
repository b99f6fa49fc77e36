"""Whatever the transport raises becomes one of our errors: two lines, and nothing of what was sent."""

from __future__ import annotations

import inspect
import random
import socket
import ssl

import h11
import httpcore
import pytest
from loopback import serve
from test_http import send

from webloupe.errors import HostDown, WebloupeError
from webloupe.http import map_errors

CANARY = "sk-canary-8d1f"
CLASSES = sorted(
    {
        kind
        for name, kind in vars(httpcore).items()
        if inspect.isclass(kind) and issubclass(kind, Exception) and not name.startswith("_")
    },
    key=lambda kind: kind.__name__,
)


def raised(error: Exception, url: str = f"https://host.test/page?key={CANARY}") -> WebloupeError:
    with pytest.raises(WebloupeError) as caught, map_errors(url):
        raise error
    return caught.value


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


def test_httpcore_still_has_its_exceptions():
    assert len(CLASSES) >= 15


@pytest.mark.parametrize("kind", CLASSES)
def test_every_exception_of_httpcore_is_translated(kind):
    error = raised(kind(f"Illegal header value b'{CANARY}'"))
    assert isinstance(error, HostDown)
    assert len(error.lines()) == 2
    assert "host.test" in error.message
    assert error.url == "https://host.test/page"
    assert CANARY not in repr(error.info)
    assert error.__suppress_context__


def test_every_leaf_says_something_of_its_own():
    leaves = [kind for kind in CLASSES if not kind.__subclasses__()]
    assert len({raised(kind("x")).message for kind in leaves}) == len(leaves)


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
