"""Special sites on loopback: one server that answers for every host, and a client that asks it for all of them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from typing import Any

from loopback import Received, reply, serve

from webloupe.addresses import parse_url
from webloupe.fetch.document import Document, ReadOptions
from webloupe.fetch.page import read, visit_of
from webloupe.fetch.special import visit_specially
from webloupe.fetch.visit import Visit
from webloupe.http import Http
from webloupe.wire import Answer, Request

ORDINARY = b"<!doctype html><title>As browsers see it</title><p>The ordinary page.</p>"


class Rerouted(Http):
    """Asks one loopback server for every host: `https://h/p` becomes `/h/p` there."""

    def __init__(self, base: str) -> None:
        super().__init__(allow_private=["127.0.0.0/8"], trust_env=False)
        self._base = base

    async def send(self, request: Request, **how: Any) -> Answer:
        there = replace(request, url=request.url.replace("https://", f"{self._base}/", 1))
        answer = await super().send(there, **how)
        return replace(answer, url=answer.url.replace(f"{self._base}/", "https://", 1))


@dataclass
class Fetched:
    visit: Visit
    asked: list[Received] = field(default_factory=list)

    @property
    def document(self) -> Document:
        kept = visit_of("https://e.example/", self.visit.answer, fetched_at=1.0)
        return read(kept, self.visit.answer.body, ReadOptions())

    @property
    def addresses(self) -> list[str]:
        return [f"https:/{one.target}" for one in self.asked]

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        return [(one.backend, one.outcome) for one in self.visit.attempts]


def fetch(url: str, answers: dict[str, bytes], **how: Any) -> Fetched:
    """A visit while these addresses answer; the page itself answers as an ordinary one, everything else is missing."""

    def handle(request: Received) -> bytes:
        address = f"https:/{request.target}"
        if address in answers:
            return answers[address]
        return reply(200, ORDINARY, {"Content-Type": "text/html"}) if address == url.partition("#")[0] else reply(404)

    with serve(handle) as server:

        async def run() -> Visit:
            http = Rerouted(server.url)
            try:
                return await visit_specially(http, parse_url(url), **({"timeout_s": 5, "max_bytes": 2_000_000} | how))
            finally:
                await http.aclose()

        return Fetched(asyncio.run(run()), server.requests)


def as_json(value: object) -> bytes:
    return reply(200, json.dumps(value).encode(), {"Content-Type": "application/json; charset=utf-8"})


def as_text(text: str, media: str = "text/plain; charset=utf-8") -> bytes:
    return reply(200, text.encode(), {"Content-Type": media})
