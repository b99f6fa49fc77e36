"""Connections that are kept: one pool for each scheme and proxy, made at first use, for each event loop."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import cached_property
from weakref import WeakKeyDictionary

import httpcore

from ..addresses import AllowList
from .certificates import tls_context
from .dial import GuardedDialer
from .proxies import Proxy

# A batch asks many hosts at once, a search a few again and again: many connections, a handful kept warm.
MAX_CONNECTIONS = 100
MAX_IDLE_CONNECTIONS = 20
IDLE_S = 30.0
_ANY_ADDRESS = AllowList.parse(["0.0.0.0/0", "::/0"])  # metadata addresses stay closed even so


class Connections:
    """The pools of one client; connections cannot leave the event loop that made them, so each loop has its own.

    `env` holds the certificate variables that count.
    """

    def __init__(self, allow: AllowList, env: Mapping[str, str]) -> None:
        self._allow = allow
        self._env = env
        self._pools: WeakKeyDictionary[
            asyncio.AbstractEventLoop, dict[tuple[str, Proxy | None], httpcore.AsyncConnectionPool]
        ] = WeakKeyDictionary()

    def to(self, scheme: str, proxy: Proxy | None) -> httpcore.AsyncConnectionPool:
        """The running loop's pool. Certificates are loaded for https alone, so plain http needs none."""
        pools = self._pools.setdefault(asyncio.get_running_loop(), {})
        if (scheme, proxy) not in pools:
            pools[scheme, proxy] = httpcore.AsyncConnectionPool(
                ssl_context=self._tls if scheme == "https" else None,
                proxy=self._through(proxy) if proxy else None,
                max_connections=MAX_CONNECTIONS,
                max_keepalive_connections=MAX_IDLE_CONNECTIONS,
                keepalive_expiry=IDLE_S,
                # A proxied pool dials its proxy only, which whoever set the variable may keep on a private address.
                network_backend=GuardedDialer(_ANY_ADDRESS if proxy else self._allow),
            )
        return pools[scheme, proxy]

    async def aclose(self) -> None:
        """Close the running loop's connections."""
        for pool in self._pools.pop(asyncio.get_running_loop(), {}).values():
            await pool.aclose()

    def _through(self, proxy: Proxy) -> httpcore.Proxy:
        return httpcore.Proxy(
            httpcore.URL(scheme=proxy.scheme, host=proxy.host, port=proxy.port, target="/"),
            auth=proxy.auth,
            ssl_context=self._tls if proxy.scheme == "https" else None,
        )

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return tls_context(self._env)


class Progress:
    """How far one request came: whether a connection was dialled for it, and whether an answer began."""

    def __init__(self) -> None:
        self.dialled = False
        self.answered = False

    async def note(self, event: str, _: Mapping[str, object]) -> None:
        """Takes what httpcore tells while it works (its `trace` extension)."""
        self.dialled = self.dialled or event.endswith(".connect_tcp.started")
