"""The registry of search services: a file here is a backend, and its name is the file's name.

Nothing is imported until it is asked for.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from typing import TYPE_CHECKING

from ...errors import BadInput

if TYPE_CHECKING:
    from .base import HttpBackend


def names() -> list[str]:
    """The backends there are, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "base")


def load(name: str, *, endpoint: str | None = None, session_id: str = "") -> HttpBackend:
    """The backend called `name`. `endpoint` replaces its own addresses, keyless and keyed.

    `session_id` names this process to services whose free tier counts by it.
    BadInput with the nearest match when there is no such backend.
    """
    if name not in names():
        raise unknown(name, names())
    from .base import HttpBackend

    module = importlib.import_module(f"{__name__}.{name}")
    made_here = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
    found = [thing for thing in made_here if isinstance(thing, type) and issubclass(thing, HttpBackend)]
    if len(found) != 1:
        raise TypeError(f"{module.__name__} must hold exactly one HttpBackend, not {len(found)}")
    return found[0](endpoint=endpoint, session_id=session_id)


def unknown(name: str, known: list[str]) -> BadInput:
    """The error for a backend that is not among `known`."""
    near = difflib.get_close_matches(name.lower(), known, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return BadInput(f"There is no search backend {name[:40]!r} here.", f"{meant}There are auto, {', '.join(known)}.")
