"""What a caller and the converter process say to each other: messages of msgpack, each after its length.

caller → process   Job
process → caller   CONVERTER_VERSION once, when it is ready; then one Reply a Job
"""

from __future__ import annotations

from typing import IO

from ..store import Visit
from ..types import ErrorInfo, Wire
from .document import Document, ReadOptions

LARGEST = 64_000_000
"""Bytes of one message: the largest body that may be fetched (50 MB) fits, and a page's text (8 MB) with its links."""

MEMORY_BYTES = 2 * 1024**3
"""Address space of a converter process (RLIMIT_AS), where the system limits it. The hungriest pages of 5 MB need
less than half of it."""

OUT_OF_MEMORY = 77
"""The exit code of a process whose page needed more."""

_LENGTH_BYTES = 4
_PIPE_BYTES = 65_536  # what a pipe holds on Linux: more never comes at once


class Job(Wire, frozen=True, kw_only=True):
    """One body to convert. After `limit_s` seconds nobody waits for the document any more."""

    visit: Visit
    body: bytes
    options: ReadOptions
    limit_s: float


class Reply(Wire, frozen=True, kw_only=True):
    """The document, or why there is none."""

    document: Document | None = None
    error: ErrorInfo | None = None


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write one message, waiting as long as the other side does not read. OSError when it has gone."""
    for part in (len(message).to_bytes(_LENGTH_BYTES, "big"), message):
        rest = memoryview(part)
        while rest:
            rest = rest[pipe.write(rest) or 0 :]


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message, waiting for it; None when the other side has gone, or says more than `LARGEST`."""
    head = _exactly(pipe, _LENGTH_BYTES)
    length = int.from_bytes(head, "big") if head else LARGEST + 1
    return _exactly(pipe, length) if length <= LARGEST else None


def _exactly(pipe: IO[bytes], count: int) -> bytes | None:
    parts: list[bytes] = []
    while count:
        part = pipe.read(min(count, _PIPE_BYTES))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
