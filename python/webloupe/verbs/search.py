"""The options of a search."""

from __future__ import annotations

from typing import get_args

from ..allowed import Allowed, choice
from ..days import ALLOWED as DAYS
from ..iso_codes import countries, languages
from ..settings import SEARCH_LIMIT, SEARCH_PAGE, backend_words
from ..types import Mode, Safe, Topic, Unsupported
from .rows import BIND, TIMEOUT, Option, filled, one_of

# What these say is read where the search is made sound: a day depends on today, a site on what addresses may be.
SITE = Allowed("a site such as example.org, example.org/docs or .edu", filled)
DAY = Allowed(DAYS, filled, words=("today", "yesterday", "week", "month", "year"))
LANG = Allowed("a language such as en or zh-CN", filled, words=languages())
COUNTRY = Allowed("a country such as US or DE", filled, words=countries())


def search() -> tuple[Option, ...]:
    """What is looked for, who is asked, and how the answer is given."""
    known = choice(*backend_words())
    return (
        Option(("-n", "--limit"), "limit", "results, 1 to 10 (5)", SEARCH_LIMIT, "N", clamp="lenient"),
        Option(("--backend",), "backend", f"{known.text} (auto; all compares them)", known, "NAME"),
        *_narrowing(),
        Option(("--page",), "page", "page of the results, 1 to 10 (1)", SEARCH_PAGE, "N", clamp="lenient"),
        Option(("--answer",), "answer", "ask for an answer in sentences as well", bare=True),
        Option(("--hedge",), "hedge", "ask a second backend when the first one is slow", bare=True),
        Option(("--fuse",), "fuse", "ask several backends and merge what they found", bare=True),
        one_of("unsupported", "where a backend cannot narrow a search so: {} (warn)", get_args(Unsupported)),
        TIMEOUT,
        Option(("--refresh",), "refresh", "ask even when the answer is remembered", bare=True),
        BIND,
        Option(("--json",), "json", "print the results as JSON", bare=True, face="cli"),
    )


def _narrowing() -> tuple[Option, ...]:
    """The options that say which pages are looked for."""
    site = "this site alone: example.org, example.org/docs, .edu (may be repeated)"
    return (
        Option(("--site",), "sites", site, SITE, "SITE", repeat=True),
        Option(("--not-site",), "not_sites", "not this site (may be repeated)", SITE, "SITE", repeat=True),
        Option(("--since",), "since", "published since then: 2026-11-01, 2026-11, 7d, 3m, week, …", DAY, "DAY"),
        Option(("--until",), "until", "published until then, that day included", DAY, "DAY"),
        Option(("--lang",), "lang", "language of the pages, such as en", LANG, "CODE"),
        Option(("--country",), "country", "country to search from, such as DE", COUNTRY, "CODE"),
        one_of("safe", "filter of adult pages: {}", get_args(Safe)),
        one_of("topic", "kind of pages: {}", get_args(Topic)),
        one_of("mode", "effort of the backend: {}", get_args(Mode)),
    )
