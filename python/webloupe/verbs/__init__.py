"""The verbs and their options, once for the command line and for the magics: one file a verb, one row an option."""

from __future__ import annotations

from . import context
from .compress import compress
from .fetch import fetch
from .machine import demo, doctor, none, usage
from .rows import HELP, NAME, Face, Option, Verb
from .search import search

__all__ = ["HELP", "NAME", "Face", "Option", "Verb", "verb", "verb_names"]


def verb(name: str) -> Verb:
    """The verb of that name; KeyError when there is none."""
    about, magic, argument, options = _VERBS[name]
    return Verb(name, magic, about, argument, (*options(), HELP), query=name in _QUERIES)


def verb_names() -> tuple[str, ...]:
    """The command line's verbs in the order of its help."""
    return tuple(name for name in _VERBS if name not in _NOTEBOOK_ONLY)


_VERBS = {
    "search": ("Search the web.", "websearch", "query", search),
    "fetch": ("Read pages as markdown.", "fetch", "url …", fetch),
    "compress": ("Shorten a text, and tell what was lost.", "webcompress", "[file]", compress),
    "pack": ("What a query needs of files, pages and a pipe, within a budget.", "", "file|url …", context.pack),
    "context add": ("Keep pages, results and notes.", "webcontext add", "what …", context.add),
    "context pin": ("Keep what is always packed.", "webcontext pin", "what …", context.add),
    "context query": ("What a query needs of all that is kept.", "webcontext query", "query", context.query),
    "context tree": ("What is kept: site, page, section.", "webcontext tree", "[query]", context.tree),
    "context forget": ("Take out what has this id, source or title.", "webcontext forget", "what …", context.named),
    "usage": ("Calls per day and backend, from the log on this machine.", "webusage", "", usage),
    "config": ("Every setting, its value and where it comes from.", "webloupe config", "", none),
    "doctor": ("Check each part and say what to do.", "webloupe doctor", "", doctor),
    "backends": ("The search backends, their keys and addresses.", "webloupe backends", "", none),
    "key": (
        "Keep, list or remove the keys of backends; a key never shows.",
        "webloupe key",
        "set|list|remove [NAME]",
        none,
    ),
    "paths": ("Where things lie on this machine.", "webloupe paths", "", none),
    "demo": ("Run a small made-up web on this machine, to try things out without a network.", "", "", demo),
}
_QUERIES = {"search", "context query", "context tree"}
# The command line tells backends and paths with its config and doctor, and packs what it is given.
_NOTEBOOK_ONLY = {"backends", "paths", *(name for name in _VERBS if name.startswith("context "))}
