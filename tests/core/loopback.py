"""Real servers on loopback, for tests: what a handler returns goes over the wire byte for byte.

    with serve(lambda request: reply(200, b"hello")) as server:
        ...  # server.url, server.requests

A handler gets a `Received` and returns bytes, or is an async generator of bytes (to drip, stall or never end).
The connection stays open after an answer with a length, else it is closed. The server runs in its own thread, so
synchronous and asynchronous tests use it alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus


@dataclass(frozen=True)
class Received:
    """One request as it came: header names in lower case, values as sent."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


Handler = Callable[[Received], bytes | AsyncIterator[bytes]]


@dataclass
class Server:
    port: int
    scheme: str
    requests: list[Received] = field(default_factory=list)
    connections: int = 0
    open_connections: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def netloc(self) -> str:
        return f"127.0.0.1:{self.port}"

    def await_requests(self, count: int, timeout_s: float = 5) -> None:
        """Block until so many requests have come."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.requests) >= count, timeout_s), "the requests did not come"

    def await_hang_up(self, timeout_s: float = 2) -> None:
        """Block until every connection is closed."""
        with self.changed:
            assert self.changed.wait_for(lambda: not self.open_connections, timeout_s), "connections stayed open"


def reply(
    status: int = 200, body: bytes = b"", headers: Mapping[str, str] | None = None, *, length: bool = True
) -> bytes:
    """An HTTP/1.1 answer as bytes; `length=False` leaves Content-Length out, so that the close ends the body."""
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    head += [f"{name}: {value}" for name, value in (headers or {}).items()]
    head += [f"Content-Length: {len(body)}"] if length else ["Connection: close"]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body


def redirect(location: str, status: int = 302) -> bytes:
    return reply(status, headers={"Location": location})


@contextlib.contextmanager
def serve(handler: Handler, *, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server on 127.0.0.1 for the length of the block."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=200)
    server = Server(listening.getsockname()[1], "https" if tls else "http")
    loop = asyncio.new_event_loop()
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        tasks.add(task)
        with server.changed:
            server.connections += 1
            server.open_connections += 1
        try:
            await _talk(reader, writer, handler, server)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has gone, or the test is over
        finally:
            tasks.discard(task)
            with server.changed:
                server.open_connections -= 1
                server.changed.notify_all()
            writer.close()

    started = loop.run_until_complete(asyncio.start_server(connected, sock=listening, ssl=tls, limit=2**20))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def stop() -> None:
        started.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handler: Handler, server: Server) -> None:
    while True:
        request = await receive(reader)
        with server.changed:
            server.requests.append(request)
            server.changed.notify_all()
        answer = handler(request)
        if isinstance(answer, bytes):
            writer.write(answer)
            await writer.drain()
            head = answer.partition(b"\r\n\r\n")[0].lower()
            if b"content-length:" not in head and b"chunked" not in head:
                return
        else:
            await _until_hang_up(_write_all(writer, answer), reader)
            return


async def _write_all(writer: asyncio.StreamWriter, pieces: AsyncIterator[bytes]) -> None:
    async for piece in pieces:
        writer.write(piece)
        await writer.drain()


async def _until_hang_up(writing: Coroutine[None, None, None], reader: asyncio.StreamReader) -> None:
    """Answer until done or until the client closes its end, whichever comes first."""
    both = {asyncio.ensure_future(writing), asyncio.ensure_future(reader.read())}
    done, pending = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*done, *pending, return_exceptions=True)


async def receive(reader: asyncio.StreamReader) -> Received:
    """The next request of a connection; IncompleteReadError at its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head[:-4].split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method, target, headers, body)
