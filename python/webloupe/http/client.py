"""The client: one deadline, one cap, one guard for every request, and its own redirects."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import TypeAlias

import httpcore

from ..addresses import AllowList, check_by_proxy, parse_url, shown, split_url
from ..errors import AddressRefused, Refused, TimedOut, WebloupeError
from ..networks import Address
from ..wire import Answer, Request
from .bodies import AcceptBody, Wanted, receive
from .connections import Connections
from .dial import resolve
from .failures import map_errors, wants_password
from .headers import HONEST_USER_AGENT, outgoing, received
from .jar import Jar, set_cookies
from .proxies import proxy_for
from .redirects import MAX_HOPS, Outgoing, location, redirected
from .transport import Progress, Route, asking

MayFollow: TypeAlias = Callable[[str], Awaitable[object]]

IN_PART_SHARE = 0.95
"""The part of the time after which what has come of a body is taken, where it is of use in part: the rest is for
reading it."""

_ENVIRONMENT = frozenset(
    {
        "http_proxy", "https_proxy", "all_proxy", "no_proxy", "request_method",
        "ssl_cert_file", "ssl_cert_dir", "requests_ca_bundle",
    }
)  # fmt: skip
_HUNG_UP = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)


class _ClosedMeanwhile(httpcore.RemoteProtocolError):
    """A kept connection that the server closed at the very moment it was used again."""


class Http:
    """Sends requests under one policy. Connections belong to the event loop that first used them.

    `allow_private`: hosts, host:port or networks that may be dialled although private. `own_ports`: ports of this
    machine that stay shut all the same. `trust_env`: whether the proxy and certificate variables count; they are
    read once, here. `user_agent`: sent where a request names none.
    """

    def __init__(
        self,
        *,
        allow_private: Sequence[str] = (),
        own_ports: Iterable[int] = (),
        trust_env: bool = True,
        user_agent: str | None = None,
    ) -> None:
        env = os.environ if trust_env else {}
        self._env = {name: value for name, value in env.items() if name.lower() in _ENVIRONMENT}
        self._allow = AllowList.parse(allow_private, own_ports)
        self._connections = Connections(self._allow, self._env)
        self._user_agent = user_agent or HONEST_USER_AGENT

    async def send(
        self,
        request: Request,
        *,
        timeout_s: float,
        max_bytes: int = 5_000_000,
        follow: bool = False,
        accept_body: AcceptBody | None = None,
        in_part: AcceptBody | None = None,
        may_follow: MayFollow | None = None,
        jar: Jar | None = None,
    ) -> Answer:
        """The answer, whatever its status; at most `max_bytes` decoded bytes, `over_cap` when there was more.

        `timeout_s` bounds everything together: names, connections, TLS, redirects, headers, body. `follow` goes
        along with up to 10 redirects; their bodies are never read. `accept_body` sees status and headers of the
        last answer and may refuse the body, which then stays unread and empty; `in_part` sees the same and may take
        what has come of the body when the time is nearly over, which is then told as `late`. `may_follow` is told each
        address that a redirect leads to, and raises what shall be raised in place of going there. `jar` takes the
        cookies that are set on the way and gives them back; without one they are dropped.

        Raises BadInput (the URL), AddressRefused, TimedOut, HostDown, Refused (too many redirects), Unreadable
        (a broken coding, too many headers) and ConfigError (a proxy or certificate variable).
        """
        url = parse_url(request.address)
        first = outgoing(request, url, self._user_agent)
        until = asyncio.get_running_loop().time() + IN_PART_SHARE * timeout_s
        wanted = Wanted(max_bytes, accept_body, in_part, until)
        failure: WebloupeError = TimedOut(
            f"{split_url(url).host}: no whole answer within {timeout_s:.3g} s.", "Try again or allow more time."
        )
        try:
            async with asyncio.timeout(timeout_s):
                answer = await self._follow(first, MAX_HOPS if follow else 0, wanted, may_follow, jar)
            if answer.body or not answer.late:
                return answer
        except TimeoutError:
            pass
        except WebloupeError as error:
            failure = error
        failure.url = failure.url or shown(url)
        failure.__context__ = None  # the transport's own error may quote what was sent
        raise failure

    async def addresses(self, url: str) -> list[Address]:
        """The numbers to which the host of `url` resolves; none where a proxy resolves it, or nobody can."""
        target = split_url(url)
        if proxy_for(target, self._env):
            return []
        with suppress(httpcore.ConnectError):
            return await resolve(target.host, target.port)
        return []

    async def aclose(self) -> None:
        """Close the connections of the running loop. The next request opens new ones."""
        await self._connections.aclose()

    async def _follow(
        self,
        first: Outgoing,
        max_hops: int,
        wanted: Wanted,
        may_follow: MayFollow | None,
        jar: Jar | None,
    ) -> Answer:
        request = first
        hops: list[str] = []
        while True:
            try:
                answer = await self._exchange(jar.into(request) if jar else request, wanted)
            except AddressRefused as error:
                if not hops:
                    raise
                message = f"{shown(hops[-1])}: redirect {len(hops)} leads to {error.message}"
                raise AddressRefused(message, error.hint, entry=error.entry) from None
            if jar:
                jar.take(request.url, answer.set_cookies)
            target = location(answer.status, answer.headers)
            if target is None or not max_hops:
                return replace(answer, hops=tuple(hops))
            hops.append(request.url)
            if len(hops) > max_hops:
                raise Refused(
                    f"{shown(first.url)}: more than {max_hops} redirects, the last one by {shown(request.url)}.",
                    "Try another address of the page." if jar else "It may want cookies: allow them (--cookie-jar).",
                )
            request = redirected(request, answer.status, target, len(hops))
            if may_follow:
                await may_follow(request.url)

    async def _exchange(self, request: Outgoing, wanted: Wanted) -> Answer:
        """One request and its answer. A redirect's body is not read: it is of no use, and it may never end."""
        target = split_url(request.url)
        proxy = proxy_for(target, self._env)
        if proxy:
            check_by_proxy(target.host, target.port, self._allow)
        with map_errors(request.url, proxy):
            try:
                return await self._ask(request, Route(target, proxy, Progress()), wanted)
            except _ClosedMeanwhile:
                # Asked once more, as browsers do, since nothing of ours was answered; a second time is an error.
                return await self._ask(request, Route(target, proxy, Progress()), wanted)

    async def _ask(self, request: Outgoing, route: Route, wanted: Wanted) -> Answer:
        host, progress = route.target.host, route.progress
        try:
            async with (
                self._connections.turn(),
                aclosing(await self._connections.client().send(asking(request, route), stream=True)) as response,
            ):
                progress.answered = True
                headers = received(response.headers.raw, host)
                if route.proxy and response.status_code == 407:
                    raise wants_password(route.proxy, host)
                answer = await receive(request.url, response, headers, wanted)
                return replace(answer, set_cookies=set_cookies(response.headers.raw))
        except _HUNG_UP as error:
            if progress.dialled or progress.answered:
                raise
            raise _ClosedMeanwhile(*error.args) from error
