"""Failure modes of the three search backends: which there are, which is on, for how many calls.

A mode bends search calls only; the MCP handshake and tools/list answer as ever. A shape that a backend cannot
give is refused by name instead of being replaced by something near: `_meta` and the worded limit are Exa's own,
and a REST backend has no isError.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from ..errors import BadInput
from .exchange import Ask, HangUp, Reply, text_reply

BACKENDS = ("exa", "parallel", "keenable")

MODES: Mapping[str, str] = {
    "ok": "answers from the demo's index",
    "429": "HTTP 429 with Retry-After",
    "limit_meta": 'HTTP 200 with _meta["ai.exa/rateLimited"] and no isError (Exa)',
    "limit_iserror": "HTTP 200, isError, the text of the free limit (Exa)",
    "iserror": "HTTP 200, isError for another reason (Exa, Parallel)",
    "5xx": "a server error in the backend's own shape",
    "html": "HTTP 200 with an HTML challenge page",
    "hangup": "the connection closes without a byte",
    "timeout": "no answer for 60 s, then the connection closes",
    "garbage": "HTTP 200, the right type, a body cut in the middle",
    "empty": "a clean answer without results",
}

_NOT_OF: Mapping[str, frozenset[str]] = {
    "exa": frozenset(),
    "parallel": frozenset({"limit_meta", "limit_iserror"}),
    "keenable": frozenset({"limit_meta", "limit_iserror", "iserror"}),
}

SILENCE_S = 60.0  # longer than any default timeout of a client, short enough that a forgotten test ends


def modes_of(backend: str) -> tuple[str, ...]:
    """The modes that `backend` can be set to."""
    return tuple(mode for mode in MODES if mode not in _NOT_OF[backend])


def parse_mode(backend: str, mode: str) -> tuple[str, int | None]:
    """`"429*2"` -> ("429", 2); without a count None, which means until changed. BadInput when it cannot be."""
    if backend not in BACKENDS:
        raise BadInput(f"The demo has no backend {backend!r}.", f"Backends: {', '.join(BACKENDS)}.")
    name, star, count = mode.partition("*")
    if name not in modes_of(backend):
        raise BadInput(f"{backend} has no demo mode {name!r}.", f"Modes of {backend}: {', '.join(modes_of(backend))}.")
    if not star:
        return name, None
    if not count.isascii() or not count.isdigit() or int(count) < 1:
        raise BadInput(f"{mode!r} has no whole number of calls after the star.", f"Write {name}*2 for two calls.")
    return name, int(count)


class Modes:
    """The mode of each backend, safe to change while requests run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._set: dict[str, tuple[str, int | None]] = dict.fromkeys(BACKENDS, ("ok", None))

    def set(self, wanted: Mapping[str, str]) -> None:
        """Switch several backends at once, or none when one of them is wrong (BadInput)."""
        parsed = {backend: parse_mode(backend, mode) for backend, mode in wanted.items()}
        with self._lock:
            self._set.update(parsed)

    def take(self, backend: str) -> str:
        """The mode of this call; counts down a mode with a count and returns to ok after the last."""
        with self._lock:
            name, left = self._set[backend]
            if left is not None:
                self._set[backend] = (name, left - 1) if left > 1 else ("ok", None)
            return name

    def shown(self) -> dict[str, str]:
        """Backend -> mode as it would be written to set it."""
        with self._lock:
            return {name: mode if left is None else f"{mode}*{left}" for name, (mode, left) in self._set.items()}


def foreign_failure(mode: str, ask: Ask) -> Reply:
    """The failures that are the same for every backend, because they come from what stands before it."""
    if mode == "html":
        return text_reply(_CHALLENGE)
    if mode == "timeout":
        ask.pause(SILENCE_S)
    raise HangUp


_CHALLENGE = """<!DOCTYPE html>
<html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser</h1><p>This page of the Lakeside demo stands in the way of the search.</p></body></html>
"""
