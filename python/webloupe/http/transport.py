"""The way to the network under httpx's client: to the address that was parsed, through the guard, in raw bytes."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

import httpcore
import httpx

from ..addresses import AllowList, Target
from .dial import GuardedDialer
from .proxies import Proxy
from .redirects import Outgoing

# A batch asks many hosts at once, a search a few again and again: many connections, a handful kept warm.
MAX_CONNECTIONS = 100
MAX_IDLE_CONNECTIONS = 20
IDLE_S = 30.0
_ANY_ADDRESS = AllowList.parse(["0.0.0.0/0", "::/0"])  # metadata addresses stay closed even so
_ROUTE = "webloupe.route"


class Progress:
    """How far one request came: whether a connection was dialled for it, and whether an answer began."""

    def __init__(self) -> None:
        self.dialled = False
        self.answered = False

    async def note(self, event: str, _: Mapping[str, object]) -> None:
        """Takes what httpcore tells while it works (its `trace` extension)."""
        self.dialled = self.dialled or event.endswith(".connect_tcp.started")


class Route(NamedTuple):
    """Where a request goes, as `addresses` parsed it, and who is told how far it came."""

    target: Target
    proxy: Proxy | None
    progress: Progress


def asking(request: Outgoing, route: Route) -> httpx.Request:
    """The request for httpx's client.

    httpx.URL is no WHATWG parser, so its reading decides nothing: the transport goes by the route. The URL given
    here is for httpx's log line, hence without the query.
    """
    target = route.target
    sent = [("Host", target.netloc), *request.headers.items()]
    return httpx.Request(
        request.method,
        f"{target.scheme}://{target.netloc}{target.path.partition('?')[0]}",
        headers=[(name.encode("ascii"), value.encode("latin-1")) for name, value in sent],
        content=request.body or None,
        extensions={_ROUTE: route},
    )


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends what `asking` made, over pools of its own: one for each scheme and proxy, made at first use.

    `tls` is called where https needs it, so that plain http needs no certificates. httpcore's exceptions come out
    as they are; `map_errors` translates them and httpx's own in one go.
    """

    def __init__(self, allow: AllowList, tls: Callable[[], ssl.SSLContext]) -> None:
        self._allow = allow
        self._tls = tls
        self._pools: dict[tuple[str, Proxy | None], httpcore.AsyncConnectionPool] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer with its body unread. KeyError for a request without a route: nothing goes out unguarded."""
        route: Route = request.extensions[_ROUTE]
        response = await self._pool(route.target.scheme, route.proxy).handle_async_request(
            httpcore.Request(
                request.method,
                _wire_url(route.target, route.proxy),
                headers=request.headers.raw,
                content=request.stream,
                extensions={"sni_hostname": route.target.host.rstrip("."), "trace": route.progress.note},
            )
        )
        # The sender's own wording of the status is left out: httpx would log it.
        return _Answered(response.status, headers=response.headers, stream=_RawStream(response))

    async def aclose(self) -> None:
        """Close every connection."""
        for pool in self._pools.values():
            await pool.aclose()

    def _pool(self, scheme: str, proxy: Proxy | None) -> httpcore.AsyncConnectionPool:
        if (scheme, proxy) not in self._pools:
            self._pools[scheme, proxy] = httpcore.AsyncConnectionPool(
                ssl_context=self._tls() if scheme == "https" else None,
                proxy=self._through(proxy) if proxy else None,
                max_connections=MAX_CONNECTIONS,
                max_keepalive_connections=MAX_IDLE_CONNECTIONS,
                keepalive_expiry=IDLE_S,
                # A proxied pool dials its proxy only, which whoever set the variable may keep on a private address.
                network_backend=GuardedDialer(_ANY_ADDRESS if proxy else self._allow),
            )
        return self._pools[scheme, proxy]

    def _through(self, proxy: Proxy) -> httpcore.Proxy:
        return httpcore.Proxy(
            httpcore.URL(scheme=proxy.scheme, host=proxy.host, port=proxy.port, target="/"),
            auth=proxy.auth,
            ssl_context=self._tls() if proxy.scheme == "https" else None,
        )


class _Answered(httpx.Response):
    """An answer whose redirect is ours to follow."""

    @property
    def has_redirect_location(self) -> bool:
        """Never: even with redirects off, httpx's client would parse the target and fail where it cannot."""
        return False


class _RawStream(httpx.AsyncByteStream):
    """A body as it comes off the wire, still packed."""

    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._response.aiter_stream()

    async def aclose(self) -> None:
        await self._response.aclose()


def _wire_url(target: Target, proxy: Proxy | None) -> httpcore.URL:
    """The URL in httpcore's parts. A forward proxy gets it as text, where an IPv6 host needs its brackets."""
    host = f"[{target.host}]" if proxy and target.scheme == "http" and ":" in target.host else target.host
    port = None if target.port == {"http": 80, "https": 443}[target.scheme] else target.port
    return httpcore.URL(scheme=target.scheme, host=host, port=port, target=target.path)
