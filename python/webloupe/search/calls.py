"""What goes over the wire for a search: the request, and a hosted tool followed where its arguments changed."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from ..errors import WebloupeError
from ..http import HONEST_USER_AGENT
from ..outcomes import MALFORMED
from ..types import SearchQuery
from ..wire import ACCEPT, Answer, Request
from . import drift
from .backends.base import AnyBackend, HttpBackend, McpBackend
from .judging import read_aside
from .state import State, Tool

MAX_BYTES: Final = 5_000_000  # ten results without page text are 10–100 kB
LISTING_S: Final = 5.0  # reading a tool's schema is a detour; the search waits no longer for it


class Sender(Protocol):
    """What the ring needs of the HTTP client."""

    async def send(self, request: Request, *, timeout_s: float, max_bytes: int = ...) -> Answer:
        """The answer within `timeout_s`, whatever its status; a WebloupeError when there is none."""
        ...


def request_of(backend: HttpBackend, query: SearchQuery, key: str | None, tool: Tool | None) -> Request:
    """The request that asks `query`, fitted to `tool` where that was learned."""
    request = backend.request(query, key)
    if tool and isinstance(backend, McpBackend) and drift.called(request):
        request = drift.fitted(request, tool, backend.meaning) or request
    headers = {"Accept": ACCEPT, "User-Agent": HONEST_USER_AGENT, **request.headers}
    return replace(request, headers=headers)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a hosted tool with the arguments that its backend knows; `name` is for what is learned of it."""

    name: str
    request: Request
    meaning: Mapping[str, Sequence[str]]

    def as_taken_by(self, tool: Tool | None) -> Request | None:
        """The call as `tool` takes it; as the backend makes it where nothing else is known."""
        return drift.fitted(self.request, tool, self.meaning) if tool else self.request


def tool_call(backend: AnyBackend, query: SearchQuery, key: str | None) -> ToolCall | None:
    """The tool call that asks `query`; None where `backend` is asked in another way."""
    if not isinstance(backend, McpBackend):
        return None
    request = request_of(backend, query, key, None)
    called = re.sub("[^0-9a-z]", "-", drift.called(request).lower())
    return ToolCall(f"{backend.name}-{called}", request, backend.meaning) if called else None


class Tools:
    """What was learned of hosted tools, and how more is learned."""

    def __init__(self, http: Sender, state: State) -> None:
        self._http = http
        self._state = state

    async def known(self, call: ToolCall) -> Tool | None:
        """The tool that answers the call, where it was learned less than a day ago, here or by another process."""
        tool = await asyncio.to_thread(self._state.get, call.name, Tool)
        return tool if tool and 0 <= time.time() - tool.at < drift.MEMORY_S else None

    async def learn(self, call: ToolCall, known: Tool | None, timeout_s: float) -> Tool | None:
        """The tool as its server lists it now, where it takes our call in another way than before; it is remembered."""
        deadline = time.monotonic() + min(LISTING_S, timeout_s)
        if timeout_s <= 0:
            return None
        try:
            wait_s = deadline - time.monotonic()
            answer = await self._http.send(drift.listing(call.request), timeout_s=wait_s, max_bytes=MAX_BYTES)
            tool = await read_aside(answer, lambda: _changed(call, known, answer), deadline - time.monotonic())
        except (WebloupeError, *MALFORMED):
            return None  # the attempt before tells what is wrong
        if tool:
            await asyncio.to_thread(self._state.put, call.name, tool)
        return tool


def _changed(call: ToolCall, known: Tool | None, answer: Answer) -> Tool | None:
    """The tool that an answer lists for a call, where it takes the call in another way than the one that was known."""
    tool = drift.choose(call.request, drift.tools_of(answer, time.time()), call.meaning)
    return tool if tool and call.as_taken_by(tool) != call.as_taken_by(known) else None
