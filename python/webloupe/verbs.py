"""The verbs and their options, once for the command line and for the magics."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from .allowed import Allowed, choice, whole
from .days import ALLOWED as DAYS
from .iso_codes import countries, languages
from .settings import (
    BUDGET_CHARS,
    BUDGET_TOKENS,
    CRAWL_DEPTH,
    CRAWL_PAGES,
    MAX_AGE_S,
    MAX_BYTES,
    SEARCH_LIMIT,
    SEARCH_PAGE,
    TIMEOUT_S,
    TOTAL_TOKENS,
    backend_words,
    provider,
    via_words,
)
from .types import By, Engine, Format, Method, Mode, Safe, Topic, Unsupported

Face = Literal["notebook", "cli"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `flags` end with the long one; `keyword` is the argument that it fills.

    Without `allowed` it is a switch that sets `bare`; with both, its value may be left out. `clamp` moves a
    number into its bounds with a note ("range"), and drops what is no number with a note ("lenient"). `private` ones
    are in no line that repeats a call: they may hold keys.
    """

    flags: tuple[str, ...]
    keyword: str
    help: str
    allowed: Allowed | None = None
    metavar: str = ""
    bare: object = None
    clamp: Literal["", "range", "lenient"] = ""
    repeat: bool = False
    private: bool = False
    face: Face | None = None

    @property
    def long(self) -> str:
        """The flag to call it by."""
        return self.flags[-1]


@dataclass(frozen=True, slots=True)
class Verb:
    """A command and its magic. `query` keeps what follows the options as it was typed; "" takes no argument."""

    name: str
    magic: str
    about: str
    argument: str
    options: tuple[Option, ...]
    query: bool = False


def verb(name: str) -> Verb:
    """The verb of that name; KeyError when there is none."""
    about, magic, argument, options = _VERBS[name]
    return Verb(name, magic, about, argument, (*options(), HELP), query=name == "search")


def verb_names() -> tuple[str, ...]:
    """The command line's verbs in the order of its help."""
    return tuple(name for name in _VERBS if name not in _NOTEBOOK_ONLY)


def _name(raw: object) -> str:
    if not isinstance(raw, str) or not raw.isidentifier() or keyword.iskeyword(raw):
        raise ValueError("no name")
    return raw


def _mode(raw: object) -> tuple[str, str]:
    backend, equals, mode = str(raw).partition("=")
    if not (backend and equals and mode):
        raise ValueError("no pair")
    return backend, mode


_MAIN: Mapping[str, bool | str] = {"auto": True, "precision": "precision", "recall": "recall"}


def _main(raw: object) -> bool | str:
    if raw not in _MAIN:
        raise ValueError("not one of them")
    return _MAIN[str(raw)]


def _text(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise ValueError("no text")
    return raw


NAME = Allowed("a Python name, such as r", _name)
TEXT = Allowed("a text", str)
# What these say is read where the search is made sound: a day depends on today, a site on what addresses may be.
SITE = Allowed("a site such as example.org, example.org/docs or .edu", _text)
DAY = Allowed(DAYS, _text, words=("today", "yesterday", "week", "month", "year"))
LANG = Allowed("a language such as en or zh-CN", _text, words=languages())
COUNTRY = Allowed("a country such as US or DE", _text, words=countries())
HELP = Option(("-h", "--help"), "help", "print this and do nothing", bare=True)
BIND = Option(("-o", "--out"), "bind", "bind the result to this name, and show it", NAME, "NAME", face="notebook")
TIMEOUT = Option(
    ("--timeout",), "timeout_s", "give up after this many seconds (30, at most 120)", TIMEOUT_S, "S", clamp="range"
)


def _search() -> tuple[Option, ...]:
    known = choice(*backend_words())
    return (
        Option(("-n", "--limit"), "limit", "results, 1 to 10 (5)", SEARCH_LIMIT, "N", clamp="lenient"),
        Option(("--backend",), "backend", f"{known.text} (auto; all compares them)", known, "NAME"),
        *_narrowing(),
        Option(("--page",), "page", "page of the results, 1 to 10 (1)", SEARCH_PAGE, "N", clamp="lenient"),
        Option(("--answer",), "answer", "ask for an answer in sentences as well", bare=True),
        Option(("--hedge",), "hedge", "ask a second backend when the first one is slow", bare=True),
        Option(("--fuse",), "fuse", "ask several backends and merge what they found", bare=True),
        _one_of("unsupported", "where a backend cannot narrow a search so: {} (warn)", get_args(Unsupported)),
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
        _one_of("safe", "filter of adult pages: {}", get_args(Safe)),
        _one_of("topic", "kind of pages: {}", get_args(Topic)),
        _one_of("mode", "effort of the backend: {}", get_args(Mode)),
    )


def _one_of(name: str, about: str, words: tuple[str, ...]) -> Option:
    return Option((f"--{name}",), name, about.format(", ".join(words)), choice(*words), "WORD")


def _fetch() -> tuple[Option, ...]:
    formats, engines, methods = get_args(Format), get_args(Engine), get_args(Method)
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
        Option(
            ("--compress",), "compress", f"shorten: {', '.join(methods)} (none; without a word: rules)",
            choice(*methods), "WORD", bare="rules",
        ),
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
        Option(("--via",), "via", f"{', '.join(via_words())} (auto)", choice(*via_words()), "NAME"),
        Option(("--robots",), "robots", "obey the site's robots.txt", bare=True),
        Option(("--crawl",), "crawl", "read up to so many pages of the site, from the address on", CRAWL_PAGES, "N"),
        Option(("--depth",), "depth", "links that a crawl goes away from its start (2)", CRAWL_DEPTH, "N"),
        BIND,
    )  # fmt: skip


def _usage() -> tuple[Option, ...]:
    return (
        Option(("--days",), "days", "days to look back, today included (7)", whole(1, 3_650), "N"),
        Option(("--by",), "by", f"a row a {', '.join(get_args(By))} (day)", choice(*get_args(By)), "WORD"),
        Option(("--backend",), "backend", "this backend only", choice(*provider().words[1:]), "NAME"),
        Option(("--json",), "json", "as JSON", bare=True),
        Option(("--csv",), "csv", "as CSV", bare=True),
    )


def _demo() -> tuple[Option, ...]:
    pair = Allowed("BACKEND=MODE, such as exa=429", _mode)
    return (
        Option(("--port",), "port", "port on 127.0.0.1 (0: a free one)", whole(0, 65_535), "N"),
        Option(("--mode",), "mode", "make a backend fail, such as exa=429 (may be repeated)", pair, "B=M", repeat=True),
    )


def _doctor() -> tuple[Option, ...]:
    return (Option(("--ask",), "ask", "ask each backend one search, which spends a call of each", bare=True),)


def _none() -> tuple[Option, ...]:
    return ()


_VERBS = {
    "search": ("Search the web.", "websearch", "query", _search),
    "fetch": ("Read pages as markdown.", "fetch", "url …", _fetch),
    "usage": ("Calls per day and backend, from the log on this machine.", "webusage", "", _usage),
    "config": ("Every setting, its value and where it comes from.", "webloupe config", "", _none),
    "doctor": ("Check each part and say what to do.", "webloupe doctor", "", _doctor),
    "backends": ("The search backends, their keys and addresses.", "webloupe backends", "", _none),
    "key": (
        "Keep, list or remove the keys of backends; a key never shows.",
        "webloupe key",
        "set|list|remove [NAME]",
        _none,
    ),
    "paths": ("Where things lie on this machine.", "webloupe paths", "", _none),
    "demo": ("Run a small made-up web on this machine, to try things out without a network.", "", "", _demo),
}
_NOTEBOOK_ONLY = {"backends", "paths"}  # the command line tells both with its config and doctor
