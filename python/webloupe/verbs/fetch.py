"""The options of a fetch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from ..allowed import Allowed, choice, whole
from ..settings import (
    BUDGET_CHARS,
    BUDGET_TOKENS,
    CRAWL_DEPTH,
    CRAWL_PAGES,
    MAX_AGE_S,
    MAX_BYTES,
    TOTAL_TOKENS,
    via_words,
)
from ..types import Engine, Format
from .compress import method_option, shortening
from .rows import BIND, TEXT, TIMEOUT, Option

_MAIN: Mapping[str, bool | str] = {"auto": True, "precision": "precision", "recall": "recall"}


def _main(raw: object) -> bool | str:
    if raw not in _MAIN:
        raise ValueError("not one of them")
    return _MAIN[str(raw)]


def fetch() -> tuple[Option, ...]:
    """How a page is read, shortened, shown and kept."""
    formats, engines = get_args(Format), get_args(Engine)
    main = Allowed(", ".join(_MAIN), _main, words=tuple(_MAIN))
    start = whole(0, 2_000_000)  # the stored text is no longer than that
    return (
        Option(("--format",), "format", f"{', '.join(formats)} (markdown)", choice(*formats), "WORD"),
        Option(
            ("--budget",), "budget_chars", "characters shown, 2,000 to 500,000 (15,000)",
            BUDGET_CHARS, "N", clamp="lenient",
        ),
        Option(
            ("--tokens",), "budget_tokens", "tokens shown in place of characters, 500 to 150,000",
            BUDGET_TOKENS, "N", clamp="lenient",
        ),
        Option(
            ("--total",), "budget_tokens_total", "tokens shown of all pages together, 500 or more",
            TOTAL_TOKENS, "N", clamp="lenient",
        ),
        Option(("--section",), "section", "the section under this heading alone", TEXT, "HEADING"),
        Option(("--start",), "start", "read on from this character, without fetching again", start, "N"),
        Option(("--main",), "main", f"how strictly page furniture is left out: {main.text} (auto)", main, "WORD"),
        Option(("--full",), "main", "leave nothing out", bare=False),
        Option(("--select",), "select", "only what this CSS selector finds", TEXT, "CSS"),
        Option(("--remove",), "remove", "leave out what this CSS selector finds", TEXT, "CSS"),
        Option(("--engine",), "engine", f"{', '.join(engines)} (fast)", choice(*engines), "WORD"),
        method_option("--compress", "compress", "none; without a word: auto", bare="auto"),
        *shortening(),
        TIMEOUT,
        Option(("--max-bytes",), "max_bytes", "bytes of the page to keep (5,000,000)", MAX_BYTES, "N"),
        Option(("--max-age",), "max_age_s", "use a stored copy up to this age, in seconds, 20m, 2h", MAX_AGE_S, "AGE"),
        Option(("--refresh",), "refresh", "fetch even when a copy is stored", bare=True),
        Option(("--offline",), "offline", "read from the store alone", bare=True),
        Option(
            ("--header",), "headers", 'a header of your own, "Name: value" (may be repeated)',
            TEXT, "TEXT", repeat=True, private=True,
        ),
        Option(("--cookies",), "cookies", "a cookies.txt, for the page's own site", TEXT, "FILE", private=True),
        Option(("--cookie-jar",), "cookies", "keep the cookies that the site sets, for this fetch alone", bare=True),
        Option(("--via",), "via", f"{', '.join(via_words())} (auto)", choice(*via_words()), "NAME"),
        Option(("--wait-for",), "wait_for", "in the browser: wait until this is found or shown", TEXT, "CSS|TEXT"),
        Option(("--robots",), "robots", "obey the site's robots.txt", bare=True),
        Option(("--crawl",), "crawl", "read up to so many pages of the site, from the address on", CRAWL_PAGES, "N"),
        Option(("--depth",), "depth", "links that a crawl goes away from its start (2)", CRAWL_DEPTH, "N"),
        BIND,
    )  # fmt: skip
