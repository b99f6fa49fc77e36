"""Services that read a page for us: a file here is a hosted reader, and its name is the file's name.

Nothing is imported until it is asked for. `AUTO` is the order in which they are tried where nobody is named.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from ...errors import BadInput
from ...settings import hosted_names
from .base import Extract, HostedReader

__all__ = ["AUTO", "Extract", "HostedReader", "load"]

AUTO: Final = ("exa", "parallel", "jina", "keenable", "firecrawl", "tavily")
"""Those that search as installed and give whole texts, then one that runs the page's scripts, then the others: each
further one is a further party that learns the address."""


def load(name: str, *, endpoint: str | None = None, session_id: str = "") -> HostedReader:
    """The hosted reader of this name. `endpoint` replaces its own addresses, keyless and keyed.

    `session_id` names this process to services whose free tier counts by it. BadInput when there is no such reader.
    """
    if name not in hosted_names():
        raise BadInput(f"There is no hosted reader {name[:40]!r}.", f"There are {', '.join(hosted_names())}.")
    module = import_module(f".{name}", __name__)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    (kind,) = (kind for kind in kinds if issubclass(kind, HostedReader))
    return kind(name, endpoint=endpoint, session_id=session_id)
