"""The table of routes: one operation each, under `<base_url>webloupe/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..operations import OPERATIONS, Row
from ..shapes import Operation

MAX_BODY_BYTES = 65_536
"""A search or an address takes a few hundred bytes, a text to compress some thousands."""


@dataclass(frozen=True, slots=True)
class Route:
    """An operation on the wire. What acts is POST, with the arguments as JSON; what only tells is GET, without any."""

    operation: Operation
    verb: Literal["GET", "POST"]
    summary: str

    @property
    def path(self) -> str:
        """The path below the server's base URL."""
        return f"/webloupe/{self.operation}"

    @property
    def row(self) -> Row:
        """What the operation takes and answers."""
        return OPERATIONS[self.operation]


ROUTES = (
    Route("search", "POST", "Search the web: ranked results."),
    Route("fetch", "POST", "Read a page within a budget."),
    Route("diff", "POST", "A page raw against compressed, whole."),
    Route("restore", "POST", "A page with pieces given back that its compression took."),
    Route("source", "POST", "The text of a page."),
    Route("compress", "POST", "Shorten a text."),
    Route("usage", "POST", "Calls by day, hour or backend, and what is left until when."),
    Route("usage_csv", "POST", "The table of usage as a file."),
    Route("quota", "GET", "The allowance that is nearest to its end."),
    Route("health", "GET", "That someone is there, and who."),
    Route("config", "GET", "Every setting and where it comes from."),
)
