"""Faults that search services have, as bytes on the wire, and what a search over them must come to."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from loopback import Handler, Received, Server

from webloupe.errors import AllBackendsFailed
from webloupe.http import Http
from webloupe.keys import Secret
from webloupe.search.ring import Ring
from webloupe.types import Attempt, SearchQuery

MCP = ("exa", "parallel")
SERVICES = (*MCP, "keenable", "tavily", "firecrawl", "brave", "serper", "jina", "searxng")
KEYED = {"brave", "serper", "jina"}
SHORT_S, LONG_S, HANG_S = 0.6, 20.0, 40.0
"""What a silent service is given, what any other is given, and what no search may take."""


def http(status: int, body: str, media_type: str = "application/json", *headers: str) -> bytes:
    content = body.encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {media_type}", f"Content-Length: {len(content)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + content


def told(name: str, words: str, **more: Any) -> bytes:
    """A success that is none: a tool's result marked as an error, or a body with an error in it."""
    result = {"content": [{"type": "text", "text": words}], **more}
    body = {"jsonrpc": "2.0", "id": 1, "result": result} if name in MCP else {"error": words}
    return http(200, json.dumps(body))


async def silence() -> AsyncIterator[bytes]:
    await asyncio.sleep(HANG_S)
    yield b""


async def half() -> AsyncIterator[bytes]:
    """A beginning, and then the line is dead."""
    yield b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"


async def drip() -> AsyncIterator[bytes]:
    yield b'HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"results": ['
    while True:
        await asyncio.sleep(0.02)
        yield b" "


def fault(kind: str, name: str) -> bytes | AsyncIterator[bytes]:
    """One answer of that kind by the service `name`."""
    limit = "You've hit the free MCP rate limit."
    match kind:
        case "429 with a wait":
            return http(429, '{"error": "slow down"}', "application/json", "Retry-After: 7")
        case "429":
            return http(429, "")
        case "5xx":
            return http(503, "upstream connect error", "text/plain")
        case "401":
            return http(401, '{"message": "who are you"}')
        case "HTML as 200":
            return http(200, "<!doctype html><title>Just a moment...</title>", "text/html")
        case "garbage":
            return http(200, '{"results": [{"ti')
        case "hang-up":
            return b""
        case "half an answer":
            return half()
        case "silence":
            return silence()
        case "slow drip":
            return drip()
        case "moves in a circle":
            return http(307, "", "text/plain", f"Location: /{kind.replace(' ', '-')}/{name}")
        case "broken coding":
            return http(200, "no gzip", "application/json", "Content-Encoding: gzip")
        case "error inside":
            return told(name, "search failed upstream", isError=True)
        case "limit inside":
            return told(name, limit, _meta={"ai.exa/rateLimited": True})
    raise LookupError(kind)


OUTCOMES: Mapping[str, str] = {
    "429 with a wait": "rate_limited", "429": "rate_limited", "5xx": "http", "401": "http", "HTML as 200": "payload",
    "garbage": "payload", "hang-up": "transport", "half an answer": "transport", "silence": "timeout",
    "slow drip": "timeout", "moves in a circle": "http", "broken coding": "payload", "error inside": "http",
    "limit inside": "rate_limited",
}  # fmt: skip
SLOW = ("silence", "slow drip")


def by_path(request: Received) -> bytes | AsyncIterator[bytes]:
    """The fault that the path names: /<kind>/<service>."""
    _, kind, name = request.path.split("/")[:3]
    return fault(kind.replace("-", " ") if kind.replace("-", " ") in OUTCOMES else kind, name)


@dataclass
class Seen:
    """What became of many searches."""

    attempts: list[tuple[str, str, Attempt]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)


async def met(server: Server, rounds: int, at_once: int = 24) -> Seen:
    """Every service meets every fault `rounds` times, each time in a ring of its own, which has forgotten nothing."""
    seen, turn, http_client = Seen(), asyncio.Semaphore(at_once), Http(allow_private=["127.0.0.1"], trust_env=False)

    async def one(kind: str, name: str) -> None:
        ring = Ring(
            http_client,
            backends=[name],
            endpoints={name: f"{server.url}/{kind.replace(' ', '-')}/{name}"},
            keys={name: Secret("canary-0123456789")} if name in KEYED else {},
            log=lambda record: None,
        )
        timeout_s = SHORT_S if kind in SLOW else LONG_S
        async with turn:
            try:
                async with asyncio.timeout(HANG_S):
                    await ring.search(SearchQuery(text="oak"), timeout_s=timeout_s)
                seen.odd.append(f"{name}, {kind}: an answer")
            except AllBackendsFailed as error:
                seen.attempts += [(kind, name, attempt) for attempt in error.attempts]
            except BaseException as error:
                seen.odd.append(f"{name}, {kind}: {error!r}")

    try:
        await asyncio.gather(
            *(one(kind, name) for _ in range(rounds) for kind, name in itertools.product(OUTCOMES, SERVICES))
        )
    finally:
        await http_client.aclose()
    return seen


# --- four of five are faulty ------------------------------------------------------------------------------------------

FIVE = ("parallel", "keenable", "tavily", "firecrawl", "jina")
GOOD = "keenable"
ROW = {
    "title": "T",
    "url": "https://hit.example/1",
    "snippet": "s",
    "content": "s",
    "description": "s",
    "excerpts": ["s"],
}


def right(name: str) -> bytes:
    """A good answer of one of the five."""
    bodies = {"firecrawl": {"success": True, "data": {"web": [ROW]}}, "jina": {"code": 200, "data": [ROW]}}
    body: Any = bodies.get(name, {"results": [ROW]})
    if name == "parallel":
        body = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": json.dumps(body)}]}}
    return http(200, json.dumps(body))


def mostly_faulty(seed: int, share: float = 0.9) -> Handler:
    """Answers as five services of which four fail in `share` of the calls, each time in another way."""
    chance = random.Random(seed)

    def answer(request: Received) -> bytes | AsyncIterator[bytes]:
        name = request.path.strip("/")
        if name == GOOD or chance.random() >= share:
            return right(name)
        return fault(chance.choice([*OUTCOMES]), name)

    return answer


@asynccontextmanager
async def five(server: Server) -> AsyncIterator[Ring]:
    """A ring of the five."""
    client = Http(allow_private=["127.0.0.1"], trust_env=False)
    ring = Ring(
        client,
        backends=FIVE,
        endpoints={name: f"{server.url}/{name}" for name in FIVE},
        keys={"jina": Secret("canary-0123456789")},
        log=lambda record: None,
    )
    try:
        yield ring
    finally:
        await ring.aclose()
        await client.aclose()


def words(count: int) -> Iterator[SearchQuery]:
    """So many different questions."""
    return (SearchQuery(text=f"oak {number}") for number in range(count))
