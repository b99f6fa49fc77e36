"""httpx's client, one for each event loop, since connections cannot leave the loop that made them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from http.cookiejar import CookieJar
from typing import Any
from weakref import WeakKeyDictionary

import httpx

from ..addresses import AllowList
from .certificates import tls_context
from .transport import MAX_CONNECTIONS, GuardedTransport

AT_ONCE = MAX_CONNECTIONS // 2
"""Requests under way together; the pool's other places are for kept connections and closing ones."""


class Connections:
    """The clients of one `Http`. `env` holds the certificate variables that count."""

    def __init__(self, allow: AllowList, env: Mapping[str, str]) -> None:
        self._allow = allow
        self._env = env
        self._context: ssl.SSLContext | None = None
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    def turn(self) -> asyncio.Semaphore:
        """A place among the running loop's requests under way.

        Who has one never waits inside the pool: requests whose deadlines passed while they waited there together
        left connections behind that were never dialled and never freed (httpcore 1.0.9), until the pool was full.
        """
        loop = asyncio.get_running_loop()
        return self._turns.setdefault(loop, asyncio.Semaphore(AT_ONCE))

    def client(self) -> httpx.AsyncClient:
        """The running loop's client, which does nothing by itself: deadline, redirects, proxies are `Http`'s."""
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = self._clients[loop] = httpx.AsyncClient(
                transport=GuardedTransport(self._allow, self._tls),
                trust_env=False,
                follow_redirects=False,
                timeout=None,  # noqa: S113 - one deadline stands around the whole request
                cookies=_NoCookies(),
            )
        return client

    async def aclose(self) -> None:
        """Close the running loop's connections."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client:
            await client.aclose()

    def _tls(self) -> ssl.SSLContext:
        """Made once: loading the authorities takes longer than most requests."""
        self._context = self._context or tls_context(self._env)
        return self._context


class _NoCookies(CookieJar):
    """Keeps nothing: a page must not know a reader again, and no request depends on an earlier one."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Takes no cookie."""
