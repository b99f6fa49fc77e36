"""The browser's only way out: a proxy on loopback that decides at connect, by the same rules as a fetch.

Names are resolved here and nowhere else; an address that is refused is recorded and never dialled. Documents,
sub-resources, redirects, web sockets and service workers all come this way.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import httpcore

from ..addresses import AllowList, Target, check_by_proxy
from ..errors import AddressRefused, HostDown, WebloupeError
from ..http import map_errors
from ..http.dial import GuardedDialer
from ..http.proxies import proxy_for
from . import heads
from .upstream import forward

_HEAD_S: Final = 30.0
_CONNECT_S: Final = 20.0
_CHUNK: Final = 65_536
_GONE: Final = (OSError, EOFError, asyncio.LimitOverrunError, httpcore.NetworkError, httpcore.ProtocolError)
_BROWSERS_OWN: Final = frozenset(
    {
        "content-autofill.googleapis.com", "update.googleapis.com", "optimizationguide-pa.googleapis.com",
        "clientservices.googleapis.com", "safebrowsing.googleapis.com", "clients2.google.com",
        "redirector.gvt1.com", "edge.microsoft.com", "config.edge.skype.com",
    }
)  # fmt: skip
"""What browsers tell their makers by themselves. No page needs it, and its user did not ask for it."""
_OWN_HEADER: Final = "webloupe-proxy"


class Failure(NamedTuple):
    """A connection that did not come about, and why."""

    host: str
    port: int
    error: WebloupeError


class GuardedProxy:
    """Listens on loopback between `start` and `aclose`.

    `allow_private` and `own_ports` as in `Http`; where `hosts` are given, no other host and none but their
    subdomains is asked. `trust_env`: whether the system's own proxy is used.
    """

    def __init__(
        self,
        *,
        allow_private: Sequence[str] = (),
        own_ports: frozenset[int] = frozenset(),
        hosts: Sequence[str] = (),
        trust_env: bool = True,
    ) -> None:
        self._open = (tuple(allow_private), own_ports)
        self._allow = AllowList()
        self._hosts = tuple(host.lower().strip(".") for host in hosts)
        self._env = dict(os.environ) if trust_env else {}
        self._token = secrets.token_hex(16)
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self.failures: deque[Failure] = deque(maxlen=200)
        self.failed = 0

    async def start(self) -> str:
        """Its address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=heads.MAX_HEAD)
        port = self._server.sockets[0].getsockname()[1]
        entries, own_ports = self._open
        self._allow = AllowList.parse(entries, {*own_ports, port})
        return f"http://127.0.0.1:{port}"

    async def aclose(self) -> None:
        """Close every line."""
        if self._server is not None:
            self._server.close()
            for line in self._lines:
                line.cancel()
            await asyncio.gather(*self._lines, return_exceptions=True)
            self._server = None

    def since(self, mark: int) -> list[Failure]:
        """The failures after `mark`, a former value of `failed`, as far as they are remembered."""
        news = self.failed - mark
        return list(self.failures)[-news:] if news > 0 else []

    def is_own(self, headers: dict[str, str]) -> bool:
        """Whether an answer is the proxy's own, in place of a page."""
        return headers.get(_OWN_HEADER) == self._token

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None  # noqa: S101 - a server's callback runs in a task
        self._lines.add(line)
        try:
            async with asyncio.timeout(_HEAD_S):
                head = await reader.readuntil(b"\r\n\r\n")
            request = heads.asked(head)
            if request is None or request.host in _BROWSERS_OWN:
                writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                await self._connected(request, reader, writer)
        except (
            OSError,
            EOFError,
            TimeoutError,
            asyncio.LimitOverrunError,
            httpcore.NetworkError,
            httpcore.ProtocolError,
        ):
            pass  # one end has gone
        except asyncio.CancelledError:
            pass  # the browser is being closed
        finally:
            self._lines.discard(line)
            with suppress(OSError, RuntimeError):
                writer.close()

    async def _connected(
        self, request: heads.Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            server, head = await self._dial(request)
        except WebloupeError as error:
            self.failed += 1
            self.failures.append(Failure(request.host, request.port, error))
            writer.write(self._refusal(error))
            await writer.drain()
            return
        try:
            if request.tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await _first(_upward(reader, server, None), _downward(server, writer, b""))
            else:
                await server.write(head)
                await _first(_once(reader, server, request.body_bytes), _answer(server, writer))
        finally:
            await server.aclose()

    async def _dial(self, request: heads.Asked) -> tuple[httpcore.AsyncNetworkStream, bytes]:
        """A connection to the server, and the head that goes down it."""
        host, port = request.host, request.port
        if self._hosts and not any(host == one or host.endswith(f".{one}") for one in self._hosts):
            raise AddressRefused(f"{host}: not among the hosts of browse.hosts.", "Add it there, or ask another.")
        scheme = "https" if request.tunnel else "http"
        netloc = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        try:
            own = proxy_for(Target(scheme, host, port, netloc, "/"), self._env)
            with map_errors(f"{scheme}://{netloc}/", own):
                if own is not None:
                    check_by_proxy(host, port, self._allow)
                    return await forward(own, netloc, request, _CONNECT_S)
                async with asyncio.timeout(_CONNECT_S):
                    return await GuardedDialer(self._allow).connect_tcp(host, port, _CONNECT_S), request.head
        except TimeoutError:
            raise HostDown(f"{netloc}: the connection was not taken in time.", "Try again later.") from None
        except ValueError:
            raise HostDown(f"{netloc}: the host cannot be read.", "Check the address.") from None

    def _refusal(self, error: WebloupeError) -> bytes:
        body = "\n".join(error.lines()).encode()
        status = b"403 Forbidden" if isinstance(error, AddressRefused) else b"502 Bad Gateway"
        head = f"{_OWN_HEADER}: {self._token}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        return b"HTTP/1.1 " + status + b"\r\nContent-Type: text/plain; charset=utf-8\r\n" + head + body


async def _first(*copies: Coroutine[None, None, None]) -> None:
    """Run the copies until the first of them ends."""
    tasks = [asyncio.ensure_future(copy) for copy in copies]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _upward(reader: asyncio.StreamReader, server: httpcore.AsyncNetworkStream, left: int | None) -> None:
    while left is None or left > 0:
        chunk = await reader.read(_CHUNK if left is None else min(_CHUNK, left))
        if not chunk:
            return
        await server.write(chunk)
        left = None if left is None else left - len(chunk)


async def _once(reader: asyncio.StreamReader, server: httpcore.AsyncNetworkStream, body_bytes: int) -> None:
    """One request's body; then only the browser's leaving is waited for."""
    await _upward(reader, server, body_bytes)
    while await reader.read(_CHUNK):
        pass


async def _downward(server: httpcore.AsyncNetworkStream, writer: asyncio.StreamWriter, first: bytes) -> None:
    chunk = first or await server.read(_CHUNK)
    while chunk:
        writer.write(chunk)
        await writer.drain()
        chunk = await server.read(_CHUNK)


async def _answer(server: httpcore.AsyncNetworkStream, writer: asyncio.StreamWriter) -> None:
    """One answer, after whose head the browser uses the line no more."""
    came = b""
    while True:
        end = came.find(b"\r\n\r\n")
        if end < 0:
            chunk = await server.read(_CHUNK)
            came += chunk
            if not chunk or len(came) > heads.MAX_HEAD:
                return
            continue
        status, head = heads.answered(came[: end + 4])
        came = came[end + 4 :]
        writer.write(head)
        if not 100 <= status < 200:
            break
    writer.write(came)
    await _downward(server, writer, b"")
    await writer.drain()
