"""Where connections are made: a name is resolved once, every answer is checked, only checked numbers are dialled."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from itertools import chain, zip_longest
from threading import Thread
from typing import Any

import httpcore

from ..addresses import AllowList, check_address
from ..networks import Address

MAX_DIALLED = 4
"""Addresses tried of one name; big sites announce eight and more."""
NEXT_ADDRESS_AFTER_S = 2.0
"""How long one address may keep the next one waiting: a dead IPv6 route must not use up the whole deadline."""


class GuardedDialer(httpcore.AsyncNetworkBackend):
    """A network backend that connects to public addresses and to those of its allow list, and to nothing else.

    A pool reuses connections by scheme, host and port. That is safe because a pool belongs to one `Http`, hence to
    one allow list: each of its connections was opened under the policy of every request that may reuse it.
    """

    def __init__(self, allow: AllowList) -> None:
        self._allow = allow
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """AddressRefused before anything is dialled when any of the host's addresses may not be."""
        addresses = await resolve(host, port)
        for address in addresses:
            ours = port in self._allow.own_ports and _is_ours(address)
            check_address(address, host, port, self._allow, ours=ours)
        tried = _families_in_turn(addresses)[:MAX_DIALLED]
        for address in tried[:-1]:
            with contextlib.suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._inner.connect_tcp(
                    str(address), port, NEXT_ADDRESS_AFTER_S, local_address, socket_options
                )
        return await self._inner.connect_tcp(str(tried[-1]), port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Always refused: a socket file is no web site."""
        raise httpcore.ConnectError("unix sockets are not dialled")

    async def sleep(self, seconds: float) -> None:
        """Wait between httpcore's own retries."""
        await self._inner.sleep(seconds)


async def resolve(host: str, port: int) -> list[Address]:
    """All addresses of a host, in the system's order; ConnectError when there is none."""
    try:
        return [ip_address(host)]
    except ValueError:
        pass
    try:
        found = await _in_daemon_thread(host, port)
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError("name not resolved") from error
    addresses = [ip_address(name.partition("%")[0]) for name in dict.fromkeys(found)]
    if not addresses:
        raise httpcore.ConnectError("name without addresses") from socket.gaierror(socket.EAI_NONAME, "no addresses")
    return addresses


async def _in_daemon_thread(host: str, port: int) -> list[str]:
    """`getaddrinfo` cannot be interrupted: in a daemon thread a hanging name server delays neither us nor the exit."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str], error: Exception | None) -> None:
        if answer.done():  # the caller has gone
            return
        if error:
            answer.set_exception(error)
        else:
            answer.set_result(found)

    def look_up() -> None:
        found: list[str] = []
        failure: Exception | None = None
        try:
            found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except Exception as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, found, failure)

    Thread(target=look_up, name=f"webloupe-dns-{host[:60]}", daemon=True).start()
    return await answer


def _is_ours(address: Address) -> bool:
    """Whether this machine has the address: only then can a socket be bound to it."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    try:
        with socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def _families_in_turn(addresses: list[Address]) -> list[Address]:
    """First choice first, then the families in turn, so that a dead family costs one try (RFC 8305)."""
    first = [address for address in addresses if address.version == addresses[0].version]
    other = [address for address in addresses if address.version != addresses[0].version]
    return [address for address in chain.from_iterable(zip_longest(first, other)) if address is not None]
