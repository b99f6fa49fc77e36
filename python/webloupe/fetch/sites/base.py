"""What a special site is asked in place of a page, and what then stands for the page. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from ...wire import Answer

MARKDOWN = "text/markdown; charset=utf-8"
HTML = frozenset({"text/html", "application/xhtml+xml"})


@dataclass(frozen=True)
class Place:
    """An address in the parts that sites go by, from the `href` of `addresses.parse_url`.

    All are as they stand in it: lower case in the host, which goes without `www.`; percent-encoded in the path.
    """

    href: str

    @cached_property
    def host(self) -> str:
        """The host, and the port where it is not the scheme's own."""
        return urlsplit(self.href).netloc.lower().removeprefix("www.")

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts of the path that are not empty."""
        return tuple(part for part in urlsplit(self.href).path.split("/") if part)

    @cached_property
    def query(self) -> Mapping[str, str]:
        """The first value of each parameter."""
        pairs = parse_qsl(urlsplit(self.href).query)
        return dict(reversed(pairs))

    @cached_property
    def anchor(self) -> str:
        """The fragment with its `#`, "" without one."""
        fragment = urlsplit(self.href).fragment
        return f"#{fragment}" if fragment else ""

    @property
    def bare(self) -> str:
        """The address without query and fragment."""
        return self.href.partition("#")[0].partition("?")[0]


@dataclass(frozen=True, slots=True)
class Page:
    """What stands for the page: bytes that an ordinary reader reads.

    `url` is the page's own address, where relative links start; `media` is a Content-Type. `over_cap` and `total_bytes`
    are those of the answer that the bytes are taken from unchanged.
    """

    body: bytes
    media: str
    url: str
    over_cap: bool = False
    total_bytes: int | None = None

    @classmethod
    def written(cls, text: str, url: str) -> Page:
        """A page that is written here, in markdown."""
        return cls(text.encode("utf-8", "replace"), MARKDOWN, url)

    @classmethod
    def taken(cls, answer: Answer, url: str) -> Page:
        """An answer as it came, standing for the page at `url`."""
        media = answer.headers.get("content-type", "")
        return cls(answer.body, media, url, answer.over_cap, answer.total_bytes)


@dataclass(frozen=True, slots=True)
class Plan:
    """One request in place of the page's own.

    `then` reads its answer, which has a status of 2xx; it may raise ValueError, LookupError, TypeError or
    AttributeError where the answer is not of the documented shape. `otherwise` follows where there is no such answer;
    None gives the special way up, and the ordinary page is fetched. We ask by our own name unless `as_browser`.
    """

    address: str
    then: Callable[[Answer], Step]
    headers: Mapping[str, str] = field(default_factory=dict)
    otherwise: Step | None = None
    as_browser: bool = False


Step: TypeAlias = Plan | Page


def encoded(part: str) -> str:
    """One part of a path, encoded or not, as it goes into another address: whole, slashes too."""
    return quote(unquote(part), safe="")


def no_page(answer: Answer) -> Answer:
    """The answer, unless it is an HTML page where data was asked for: a login or an error in disguise (ValueError)."""
    if answer.media_type in HTML:
        raise ValueError("an HTML page came where data was asked for")
    return answer
