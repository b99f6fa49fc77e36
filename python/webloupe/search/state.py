"""What the ring remembers between calls, shared by every process of this machine that has the same home."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from ..types import ErrorCode, Wire

SHELF = "ring"


class Dated(Wire, frozen=True, kw_only=True):
    """Something remembered, and when it was learned (Unix time): of two, the younger holds."""

    at: float


class LaneState(Dated, frozen=True, kw_only=True):
    """How one way to ask a backend (with or without a key) is doing.

    `strikes` are failures in a row. Until `until` (Unix time) it rests; `told` says that the service itself named that
    time. `code` and `words` are its last failure. `called_at` is when it was asked last.
    """

    called_at: float = 0.0
    strikes: int = 0
    until: float = 0.0
    told: bool = False
    code: ErrorCode | None = None
    words: str = ""


class Tool(Dated, frozen=True, kw_only=True):
    """A tool as its MCP server lists it: its name and the JSON schema of its arguments."""

    name: str
    schema: dict[str, Any]


D = TypeVar("D", bound=Dated)


class Shelf(Protocol):
    """Where things are kept between processes."""

    def kept(self, shelf: str, key: str, shape: type[D]) -> D | None:
        """What was kept under this key, None when there is nothing of that shape."""
        ...

    def keep(self, shelf: str, key: str, value: D) -> object:
        """Keep it; never raises."""
        ...


class State:
    """Dated things by name: this process's own, and what others left on the shelf. `shelf` None forgets at the end.

    Reads and writes small files: for threads, not for an event loop.
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf
        self._own: dict[str, Dated] = {}

    def get(self, name: str, shape: type[D]) -> D | None:
        """The youngest of that name and shape; this process goes on from there."""
        own = self._own.get(name)
        shared = self._shelf.kept(SHELF, name, shape) if self._shelf else None
        known = [one for one in (own, shared) if isinstance(one, shape)]
        youngest = max(known, key=lambda one: one.at, default=None)
        if youngest is not None:
            self._own[name] = youngest
        return youngest

    def own(self, name: str, shape: type[D]) -> D | None:
        """What this process noted or read last of that name; reads no file."""
        found = self._own.get(name)
        return found if isinstance(found, shape) else None

    def note(self, name: str, value: Dated) -> None:
        """Remember it in this process alone; writes no file."""
        self._own[name] = value

    def put(self, name: str, value: Dated) -> None:
        """Remember it here and, where the disk allows, for others."""
        self._own[name] = value
        if self._shelf:
            self._shelf.keep(SHELF, name, value)
