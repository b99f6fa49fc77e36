"""What all hosted readers share: addresses, the page that is asked for, what comes back. No I/O, no state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from ...errors import BackendDown
from ...fields import Quota, rows
from ...service import Service
from ...wire import Answer, Request, mcp_result, mcp_text, reply

__all__ = [
    "Answer", "BackendDown", "Extract", "HostedReader", "Quota", "Request", "mcp_result", "mcp_text", "only", "reply",
    "rows", "text_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Extract:
    """The text of a page as a service sends it, in markdown or plain; `title` is "" where the text has its own."""

    text: str
    title: str = ""


class HostedReader(Service, ABC):
    """A service that reads a page. A subclass says where it is, how it is asked and how its answer reads.

    `parse` may raise ValueError, KeyError or TypeError on an answer that is not of the service's shape, and a
    BackendError where an answer that looks like a success tells that the page could not be read.
    """

    url: str
    keyed_url: str = ""  # where calls with a key go; "" for the same address

    def __init__(self, name: str, *, endpoint: str | None = None, session_id: str = "") -> None:
        self.name = name
        self.session_id = session_id
        self.url = endpoint or self.url
        self.keyed_url = endpoint or self.keyed_url or self.url

    @abstractmethod
    def request(self, page: str, key: str | None) -> Request:
        """The request that asks for the page at this address; a key goes into a header, never elsewhere."""

    @abstractmethod
    def parse(self, answer: Answer) -> Extract:
        """The page as the service gives it; one without text where it says that there is none."""

    def results(self, answer: Answer) -> list[Extract]:
        """The page as the only result, for `outcomes.classify`; none where it has no text."""
        page = self.parse(answer)
        return [page] if page.text.strip() else []


def only(found: object) -> dict[str, Any]:
    """The one page of a list; {} where the list is empty."""
    pages = rows(found)
    return pages[0] if pages else {}


def text_of(value: object) -> str:
    """A field that must be text, or null for none; ValueError for another type."""
    if value is not None and not isinstance(value, str):
        raise ValueError("a text of another type")
    return value or ""
