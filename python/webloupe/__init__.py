"""webloupe: search and read the web from a notebook, a program or a shell.

Everything public is here and loads at first use, so that `import webloupe` stays light.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compress.answerable import answerable
    from .compress.groups import group_similar
    from .compress.report import loss_report
    from .config import Config
    from .errors import WebloupeError
    from .fetch.html import html_to_markdown
    from .kind import content_kind
    from .search.chrome import describe_quality
    from .session import AsyncSession
    from .sync import (
        Context,
        Session,
        browse,
        compress,
        crawl,
        expand,
        fetch,
        fetch_each,
        fetch_many,
        pack,
        search,
        search_many,
        site_map,
        usage,
    )
    from .tokens import count_tokens

    __version__: str

_HOMES = {
    "search": ".sync",
    "search_many": ".sync",
    "fetch": ".sync",
    "fetch_many": ".sync",
    "fetch_each": ".sync",
    "site_map": ".sync",
    "crawl": ".sync",
    "browse": ".sync",
    "compress": ".sync",
    "pack": ".sync",
    "usage": ".sync",
    "Context": ".sync",
    "expand": ".sync",
    "Session": ".sync",
    "AsyncSession": ".session",
    "Config": ".config",
    "answerable": ".compress.answerable",
    "loss_report": ".compress.report",
    "WebloupeError": ".errors",
    "html_to_markdown": ".fetch.html",
    "content_kind": ".kind",
    "describe_quality": ".search.chrome",
    "count_tokens": ".tokens",
    "group_similar": ".compress.groups",
    "__version__": "._version",
}

__all__ = [
    "AsyncSession",
    "Config",
    "Context",
    "Session",
    "WebloupeError",
    "__version__",
    "answerable",
    "browse",
    "compress",
    "content_kind",
    "count_tokens",
    "crawl",
    "describe_quality",
    "expand",
    "fetch",
    "fetch_each",
    "fetch_many",
    "group_similar",
    "html_to_markdown",
    "loss_report",
    "pack",
    "search",
    "search_many",
    "site_map",
    "usage",
]


def _load(name: str) -> Any:
    return getattr(importlib.import_module(_HOMES[name], __name__), name)


class _Face(ModuleType):
    """This module's class. Five functions share their name with the room that does their work; importing
    a room binds its name here, which would hide the function, so these names are properties that stay.
    """

    search = property(lambda _: _load("search"), lambda _, room: None)
    fetch = property(lambda _: _load("fetch"), lambda _, room: None)
    browse = property(lambda _: _load("browse"), lambda _, room: None)
    compress = property(lambda _: _load("compress"), lambda _, room: None)
    usage = property(lambda _: _load("usage"), lambda _, room: None)


sys.modules[__name__].__class__ = _Face


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _load(name)


def __dir__() -> list[str]:
    return __all__


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext webloupe`: hands over to the Jupyter package."""
    importlib.import_module("webloupe_jupyter").load_ipython_extension(ipython)


def unload_ipython_extension(ipython: Any) -> None:
    """`%unload_ext webloupe`."""
    importlib.import_module("webloupe_jupyter").unload_ipython_extension(ipython)
