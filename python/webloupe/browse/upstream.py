"""The way through the system's own proxy, where the environment names one."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import httpcore

from ..addresses import AllowList
from ..errors import ConfigError, HostDown
from ..http.dial import GuardedDialer
from ..http.proxies import Proxy
from .heads import MAX_HEAD, Asked

_ANY = AllowList.parse(["0.0.0.0/0", "::/0"])  # whoever set the variable chose the address


async def forward(
    proxy: Proxy, netloc: str, request: Asked, timeout_s: float
) -> tuple[httpcore.AsyncNetworkStream, bytes]:
    """A line through the proxy, and the head that goes down it. ConfigError for a proxy that is not plain http."""
    if proxy.scheme != "http":
        raise ConfigError(
            f"{proxy.variable}: the browser goes through http proxies alone, not {proxy.scheme}.",
            "Unset it, or exempt the host with NO_PROXY.",
        )
    async with asyncio.timeout(timeout_s):
        line = await GuardedDialer(_ANY).connect_tcp(proxy.host, proxy.port, timeout_s)
        login = _login(proxy)
        if not request.tunnel:
            method, _, rest = request.head.partition(b" ")
            path, _, lines = rest.partition(b"\r\n")
            return line, method + b" http://" + netloc.encode() + path + b"\r\n" + login + lines
        await line.write(b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n%b\r\n" % (netloc.encode(), netloc.encode(), login))
        answer = b""
        while b"\r\n\r\n" not in answer and len(answer) < MAX_HEAD:
            chunk = await line.read(4_096)
            if not chunk:
                break
            answer += chunk
    if answer.split(b" ", 2)[1:2] != [b"200"]:
        await line.aclose()
        raise HostDown(f"{netloc}: the proxy of {proxy.variable} refused.", f"Correct {proxy.variable}.")
    return line, b""


def _login(proxy: Proxy) -> bytes:
    if proxy.auth is None:
        return b""
    return b"Proxy-Authorization: Basic " + b64encode(":".join(proxy.auth).encode()) + b"\r\n"
