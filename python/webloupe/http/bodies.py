"""The body of an answer: whether it is read at all, how much of it, and until when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import httpx

from ..addresses import split_url
from ..codings import Body, CodingError
from ..errors import Unreadable
from ..wire import Answer
from .redirects import location

AcceptBody: TypeAlias = Callable[[int, Mapping[str, str]], bool]


@dataclass(frozen=True, slots=True)
class Wanted:
    """At most `max_bytes` of a body, and nothing of one that `accept` refuses by its status and headers.

    Of one that `in_part` takes by the same, what has come at `until` (the loop's clock) stands for all of it.
    """

    max_bytes: int
    accept: AcceptBody | None = None
    in_part: AcceptBody | None = None
    until: float = 0.0


async def receive(url: str, response: httpx.Response, headers: Mapping[str, str], wanted: Wanted) -> Answer:
    """The answer with as much of its body as is wanted. Raises Unreadable where the body cannot be unpacked."""
    answer = Answer(response.status_code, headers, b"", url, total_bytes=_announced(headers))
    if location(answer.status, headers) is not None:
        return answer
    if wanted.accept and not wanted.accept(answer.status, headers):
        return answer
    in_part = wanted.in_part is not None and wanted.in_part(answer.status, headers)
    try:
        body = Body(headers.get("content-encoding", ""), wanted.max_bytes)
        try:
            async with asyncio.timeout_at(wanted.until if in_part else None):
                async for chunk in response.aiter_raw():  # httpx would unpack without bound
                    if not body.feed(chunk):
                        break
        except TimeoutError:
            return replace(answer, body=body.so_far, over_cap=True, late=True)
        return replace(answer, body=body.finish(), over_cap=body.over_cap)
    except CodingError as error:
        raise Unreadable(f"{split_url(url).host}: {error}.", "Try again later.") from None


def _announced(headers: Mapping[str, str]) -> int | None:
    """The body's size by its sender; unknown where it counts packed bytes."""
    length = headers.get("content-length", "")
    plain = headers.get("content-encoding", "identity").strip().lower() in ("", "identity")
    return int(length) if plain and length.isdecimal() else None
