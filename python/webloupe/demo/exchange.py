"""One question to the demo web and what may be answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SITE = Path(__file__).with_name("site")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request as a page or backend sees it. Header names are lower-case; `base` is the demo's own address.

    `pause(seconds)` waits, and returns False as soon as the demo stops: every delay goes through it.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    base: str
    pause: Callable[[float], bool] = field(repr=False)

    def number(self, name: str, default: float, highest: float) -> float:
        """A query parameter between 0 and `highest`; `default` when it is missing or no number."""
        try:
            value = float(self.query.get(name, default))
        except ValueError:
            return default
        return min(max(value, 0.0), highest) if value == value else default


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. A body of bytes goes out with its length, an iterable of bytes in chunks as they come."""

    body: bytes | Iterable[bytes] = b""
    media_type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class HangUp(Exception):
    """Raised in place of an answer: the connection closes without a byte."""


def text_reply(text: str, media_type: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> Reply:
    """A UTF-8 answer; keyword `cf_mitigated` becomes the header cf-mitigated."""
    return Reply(text.encode(), media_type, status, {name.replace("_", "-"): value for name, value in headers.items()})


def json_reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """A JSON answer."""
    return Reply(json.dumps(value, ensure_ascii=False).encode(), "application/json", status, headers or {})


def site_file(name: str) -> str:
    """The text of one of the site's files."""
    return (_SITE / name).read_text(encoding="utf-8")
