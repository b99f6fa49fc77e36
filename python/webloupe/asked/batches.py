"""How much several pages may be together. Pure: a list of pages has no place for a note, so nothing is clamped."""

from __future__ import annotations

from collections.abc import Iterable

from ..allowed import Allowed
from ..errors import BadInput
from ..settings import CRAWL_DEPTH, CRAWL_PAGES, SITE_LINKS, TOTAL_TOKENS
from .values import brief


def addresses(urls: Iterable[str]) -> list[str]:
    """The addresses of a batch. BadInput for a single text, whose letters would each be taken for one."""
    if isinstance(urls, str | bytes):
        raise BadInput(f"The addresses must be a list, and are {brief(urls)}.", "Put the address in a list: [url].")
    return list(urls)


def total_tokens(value: object) -> int | None:
    """A budget for all pages together; None for none."""
    return None if value is None else _whole("budget_tokens_total", value, TOTAL_TOKENS)


def crawl_pages(value: object) -> int:
    """The most pages that a crawl gives."""
    return _whole("limit", value, CRAWL_PAGES)


def site_links(value: object) -> int:
    """The most links that a site map gives."""
    return _whole("limit", value, SITE_LINKS)


def depth(value: object) -> int:
    """How many links away from its start a crawl goes; 0 is the start alone."""
    return _whole("depth", value, CRAWL_DEPTH)


def _whole(what: str, value: object, allowed: Allowed) -> int:
    try:
        return int(allowed.read(value))
    except ValueError:
        raise BadInput(f"{what} cannot be {brief(value)}.", f"Allowed: {allowed.text}.") from None
