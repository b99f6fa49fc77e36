"""The rooms that walks pass through, each opened at first use. They belong to one event loop."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from ..config import Config
from ..together import Together
from ..types import Face, SearchResponse

if TYPE_CHECKING:
    from ..browse import Browser
    from ..fetch.extract import HostedReaders
    from ..fetch.hosts import Hosts
    from ..fetch.robots import Robots
    from ..http import Http
    from ..search.ring import Ring
    from ..store import Store
    from ..usage.accounts import Accounts
    from ..usage.log import UsageLog

Progress: TypeAlias = Callable[[str], None]

_PACKAGE = __package__.rpartition(".")[0]


class Rooms:
    """The rooms of one session. `face`, `trust_env` and `own_ports` as the session has them."""

    def __init__(self, config: Config, face: Face, *, trust_env: bool, own_ports: frozenset[int]) -> None:
        self.config = config
        self.face = face
        self._trust_env = trust_env
        self._own_ports = own_ports
        self.searches: Together[SearchResponse] = Together()
        self.usual_s: dict[str, float] = {}  # each backend's p95, for those who hedge

    async def aclose(self) -> None:
        """Close the connections, end idle converters; what was never opened stays shut, and all can be opened again."""
        if f"{_PACKAGE}.fetch.conversion" in sys.modules:
            from ..fetch import conversion

            conversion.close()
        for name in ("browser", "ring", "http", "backend_http"):
            if name in self.__dict__:
                await self.__dict__[name].aclose()

    @cached_property
    def http(self) -> Http:
        """The client for pages."""
        return self._client(())

    @cached_property
    def backend_http(self) -> Http:
        """The client for backends. An endpoint that the user named may be private; pages may not follow it there."""
        from ..addresses import split_url

        urls = [*self.config.endpoints.values(), *filter(None, [self.config.llm_base_url])]
        if not urls:
            return self.http
        targets = [split_url(url) for url in urls]
        named = [f"[{one.host}]:{one.port}" if ":" in one.host else f"{one.host}:{one.port}" for one in targets]
        return self._client(named)

    def _client(self, named: Iterable[str]) -> Http:
        from ..http import Http

        opened = (*self.config.allow_private, *named)
        return Http(allow_private=opened, own_ports=self._own_ports, trust_env=self._trust_env)

    @cached_property
    def ring(self) -> Ring:
        """The search backends."""
        from ..search.ring import Ring
        from ..search.state import State

        return Ring(
            self.backend_http,
            backends=self.config.backends,
            endpoints=self.config.endpoints,
            keys=self.config.keys,
            tiers=self.config.tiers,
            prices=self.config.prices,
            state=State(self.store),
            home=self.config.home,
            page_text=self._page_text,
            slow_after_s=self.usual_s.get,
            # Each command is a process of its own; they must not all begin with the same backend.
            first=os.getpid() if self.face == "cli" else 0,
            log=lambda record: self.log.append(replace(record, face=self.face)),
        )

    def _page_text(self, url: str) -> str | None:
        """The text of a stored page, None when there is none."""
        from ..fetch.document import Document, ReadOptions
        from ..fetch.page import document_key

        visit = self.store.visit(url)
        document = self.store.document(document_key(visit, ReadOptions()), Document) if visit else None
        return document.text if document and not document.blocked else None

    @cached_property
    def robots(self) -> Robots:
        """What sites let us read."""
        from ..fetch.robots import Robots

        return Robots(self.http)

    @cached_property
    def hosts(self) -> Hosts:
        """Whose turn it is at each host."""
        from ..fetch.hosts import Hosts

        return Hosts()

    @cached_property
    def hosted(self) -> HostedReaders:
        """The services that read pages for us."""
        from ..fetch.extract import HostedReaders

        return HostedReaders(
            self.backend_http,
            self.config.keys,
            self.config.endpoints,
            lambda record: self.log.append(replace(record, face=self.face)),
            tiers=self.config.tiers,
            prices=self.config.prices,
            allow_private=self.config.allow_private,
        )

    @cached_property
    def browser(self) -> Browser:
        """The browser, started by its first action."""
        from ..browse import Browser

        return Browser(self.config, trust_env=self._trust_env, own_ports=self._own_ports)

    @cached_property
    def accounts(self) -> Accounts:
        """Caps and the ledger."""
        from ..usage.accounts import Accounts

        return Accounts(self.config.home, self.config.limits, self.face)

    @cached_property
    def store(self) -> Store:
        """Pages and answers on disk."""
        from ..store import Store

        return Store(self.config.home)

    @cached_property
    def log(self) -> UsageLog:
        """The usage log."""
        from ..usage.log import UsageLog

        return UsageLog(self.config.home)


async def opened(*names: str) -> None:
    """Import modules in a thread: the first time takes up to 0.3 s, in which the loop must not stand still."""
    if any(f"{_PACKAGE}.{name}" not in sys.modules for name in names):
        await asyncio.to_thread(lambda: [import_module(f".{name}", _PACKAGE) for name in names])


def unheard(_: str) -> None:
    """Where progress goes that nobody asked for."""
