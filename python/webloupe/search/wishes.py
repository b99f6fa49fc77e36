"""The filters of a search in the forms that services take: operators, lists of hosts, days for Google, words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from ..types import SearchQuery

LONG_AGO: Final = "1970-01-01"
FAR_AHEAD: Final = "2099-12-31"
"""The ends of a span of days where a service wants both and the search names one."""


def with_sites(query: SearchQuery) -> str:
    """The query as it was written and behind it `site:` operators, as Google, Bing and Brave read them."""
    wanted = [f"site:{site.removeprefix('.')}" for site in query.sites]
    either = f"({' OR '.join(wanted)})" if len(wanted) > 1 else "".join(wanted)
    refused = (f"-site:{site.removeprefix('.')}" for site in query.not_sites)
    return " ".join(part for part in (query.text, either, *refused) if part)


def hosts(sites: Iterable[str]) -> list[str]:
    """The hosts to search on, a path left off; none where a suffix such as .edu is among the sites.

    What is found is checked against the sites themselves afterwards, so a wider list loses nothing.
    """
    found = [site.partition("/")[0] for site in sites]
    return [] if any(one.startswith(".") for one in found) else list(dict.fromkeys(found))


def whole_hosts(sites: Iterable[str]) -> list[str]:
    """The sites that are a whole host: those that can be kept out by a list of hosts without keeping out more."""
    return [site for site in sites if "/" not in site and not site.startswith(".")]


def span(query: SearchQuery) -> tuple[str, str] | None:
    """First and last day, both set; None where no day is asked for."""
    return (query.since or LONG_AGO, query.until or FAR_AHEAD) if query.since or query.until else None


def google_days(query: SearchQuery) -> str:
    """The days as Google's parameter `tbs` takes them; "" where none is asked for."""
    ends = [
        f"{name}:{day.month}/{day.day}/{day.year}"
        for name, text in (("cd_min", query.since), ("cd_max", query.until))
        if text and (day := date.fromisoformat(text))
    ]
    return ",".join(["cdr:1", *ends]) if ends else ""


def in_words(query: SearchQuery) -> str:
    """The filters as sentences, for services that read them; "" where none is asked for."""
    return " ".join(_sentences(query))


_TOPICS: Final = {"news": "news articles", "paper": "scientific papers", "code": "code", "images": "images"}


def _sentences(query: SearchQuery) -> Iterator[str]:
    if query.sites:
        yield f"Only pages on {', '.join(query.sites)}."
    if query.not_sites:
        yield f"No pages on {', '.join(query.not_sites)}."
    if query.since:
        yield f"Published on or after {query.since}."
    if query.until:
        yield f"Published on or before {query.until}."
    if query.lang:
        yield f"In the language {query.lang}."
    if query.country:
        yield f"From or about the country {query.country}."
    if query.topic:
        yield f"Prefer {_TOPICS[query.topic]}."
