"""What goes over the wire and what it means: requests, answers, JSON, SSE and MCP envelopes. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request as a backend wants it sent. `json` becomes the body."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer, decoded and capped. `headers` have lower-case names, repeats joined by ", ".

    `over_cap` says that the body was cut at the caller's byte cap; `total_bytes` is what the sender
    announced, None when it did not. `hops` are the addresses that redirected, first to last.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    over_cap: bool = False
    total_bytes: int | None = None
    hops: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        """The body as JSON; ValueError when it is not."""
        return json.loads(self.body)
