"""Conversions that a deadline, an interrupt or too little memory really ends: a hostile page costs a process, no more.

Pages that take work go to converter processes. Text that is taken over as it stands is converted here: its readers
are linear, and up to `LIGHT_BYTES` they cost no more than 0.1 s for the worst that was made to slow them.
"""

from __future__ import annotations

import asyncio
import time

from ..errors import TimedOut, TooLarge, Unreadable
from ..store import Visit
from ..types import ErrorInfo
from .converter import CannotStart, Died
from .detect import media_type
from .document import Document, ReadOptions
from .frames import Job
from .page import read
from .pool import pool
from .readers import binary, markdown, reader_for, text

LIGHT_BYTES = 200_000
"""The largest body that is converted here."""

_LIGHT_READERS = (text.read, markdown.read, binary.read)
_LEAST_S = 0.25  # seconds that a page which came in the last moment gets
_SOURCE = "--format raw gives the source as it came."
_no_process = ""  # why there is none, once that was told


async def document_of(
    visit: Visit, body: bytes, options: ReadOptions, *, began: float, timeout_s: float
) -> tuple[Document, tuple[str, ...]]:
    """The document of a body, and notes on how it was made. `began` is `time.monotonic()` when the call began.

    Raises Unreadable or TooLarge as `page.read` does, Unreadable too when the converter dies of the page, TimedOut
    `timeout_s` after `began`. Cancelled, it leaves nothing running behind it.
    """
    left_s = max(began + timeout_s - time.monotonic(), _LEAST_S)
    try:
        async with asyncio.timeout(left_s):
            if len(body) <= LIGHT_BYTES and (light := await asyncio.to_thread(_light, visit, body, options)):
                return light, ()
            try:
                return await _by_process(Job(visit=visit, body=body, options=options, limit_s=left_s)), ()
            except CannotStart as error:
                return await asyncio.to_thread(read, visit, body, options), _note(str(error))
    except TimeoutError:
        raise TimedOut(
            f"{len(body):,} bytes could not be converted within {timeout_s:g} s: {visit.final_url}",
            f"Allow more time (--timeout), or: {_SOURCE}",
            url=visit.url,
        ) from None


async def get_ready() -> None:
    """Start a converter unless there is one, so that it is ready when the page has come. Never fails."""
    await pool().warm_up()


def close() -> None:
    """End the converters that have nothing to do; the next page starts one anew."""
    pool().close()


def _light(visit: Visit, body: bytes, options: ReadOptions) -> Document | None:
    """The document of a body that is taken over as it stands, None for any other."""
    kind = media_type(body, visit.headers.get("content-type", ""), visit.final_url)
    return read(visit, body, options) if reader_for(kind) in _LIGHT_READERS else None


async def _by_process(job: Job) -> Document:
    try:
        reply = await pool().reply(job)
    except Died as error:
        message = f"{len(job.body):,} bytes could not be converted, {error}: {job.visit.final_url}"
        raise Unreadable(message, _SOURCE, url=job.visit.url) from None
    if reply.document is None:
        raise _error(reply.error)
    return reply.document


def _error(info: ErrorInfo | None) -> Unreadable | TooLarge:
    if info is None:
        return Unreadable("The converter answered nothing.", "Fetch the page again.")
    kind = TooLarge if info.code == TooLarge.code else Unreadable
    return kind(info.message, info.hint, url=info.url)


def _note(reason: str) -> tuple[str, ...]:
    """Told once a program: it is true of every page from then on."""
    global _no_process
    told, _no_process = _no_process, reason
    return () if told else (f"Converted where no deadline ends it, since no converter process starts: {reason}.",)
