"""Operations for a server with an event loop of its own.

A connection pool belongs to one loop, and an operation may keep it busy; so both live on webloupe's loop thread,
and tornado's loop only waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from webloupe import config as configuration
from webloupe.session import AsyncSession
from webloupe.sync import loop_thread

from ..operations import run
from ..shapes import Operation

_MOST = 64  # under way at once, of all users of the server


class Calls:
    """Runs operations under the server's own rules.

    `home` None is the core's own. `allow_private` takes the place of every other list of private addresses: that
    of a kernel, of the user or of the environment must open nothing here. `own_ports` is asked at the first call,
    when the server listens.
    """

    def __init__(
        self,
        *,
        home: str | None,
        allow_private: Sequence[str],
        trust_env: bool,
        own_ports: Callable[[], frozenset[int]],
    ) -> None:
        self._home = home
        self._overlay = {"allow_private": tuple(allow_private)}
        self._trust_env = trust_env
        self._own_ports = own_ports
        self._session: AsyncSession | None = None
        self._under_way = 0

    @property
    def full(self) -> bool:
        """Whether as many calls are under way as the server takes on."""
        return self._under_way >= _MOST

    def start(
        self, operation: Operation, arguments: Mapping[str, Any], progress: Callable[[str], None]
    ) -> asyncio.Future[bytes]:
        """The answer as JSON, awaited by the running loop, in which `progress` is called too, always before the end.

        Cancelling the future cancels the operation.
        """
        server_loop = asyncio.get_running_loop()

        def hand_over(text: str) -> None:
            server_loop.call_soon_threadsafe(progress, text)

        call = self._run(operation, arguments, hand_over)
        running = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call, loop_thread().loop))
        self._under_way += 1
        running.add_done_callback(self._ended)
        return running

    def _ended(self, _call: asyncio.Future[bytes]) -> None:
        self._under_way -= 1

    async def aclose(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(session.aclose(), loop_thread().loop))

    async def _run(self, operation: Operation, arguments: Mapping[str, Any], progress: Callable[[str], None]) -> bytes:
        session = await self._current()
        return msgspec.json.encode(await run(session, operation, arguments, progress))

    async def _current(self) -> AsyncSession:
        """The session; a new one after a setting or a key was changed, so that nobody has to restart the server."""
        config = await asyncio.to_thread(configuration.load, home=self._home, overlay=self._overlay)
        if self._session is None or self._session.config != config:
            self._session = AsyncSession(
                config, face="notebook", trust_env=self._trust_env, own_ports=self._own_ports()
            )
        return self._session
