"""The registry of search services: a file here is a backend, and its name is the file's name.

Other packages add theirs by the entry-point group `webloupe.backends`. Nothing is imported until it is asked for.
"""

from __future__ import annotations

import difflib
import importlib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ...errors import BadInput, ConfigError
from ...settings import backend_names, plug_ins

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .base import AnyBackend, Backend


def load(name: str, *, endpoint: str | None = None, session_id: str = "", home: Path | None = None) -> AnyBackend:
    """The backend called `name`. `endpoint` replaces its own addresses, keyless and keyed.

    `session_id` names this process to services whose free tier counts by it; `home` is where a local one finds the
    store. BadInput with the nearest match when there is no such backend, ConfigError when a plug-in cannot be loaded.
    """
    if name not in backend_names():
        raise unknown(name, backend_names())
    point = plug_ins().get(name)
    if point is None:
        return _made(_own(name), name, endpoint, session_id, home)
    try:
        return _made(_of(point), name, endpoint, session_id, home)
    except Exception as error:  # another package's code may raise anything
        reason = f"{type(error).__name__}: {error}"
        raise ConfigError(f"The backend {name} ({point.value}) cannot be loaded: {reason}", _MEND) from error


def unknown(name: str, known: tuple[str, ...]) -> BadInput:
    """The error for a backend that is not among `known`."""
    near = difflib.get_close_matches(name.lower(), known, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return BadInput(f"There is no search backend {name[:40]!r} here.", f"{meant}There are auto, {', '.join(known)}.")


def _own(name: str) -> type[Backend]:
    """The one backend class that a module of ours holds."""
    module = importlib.import_module(f"{__name__}.{name}")
    return _only_class(module.__name__, vars(module))


def _of(point: EntryPoint) -> type[Backend]:
    """The backend class that an entry point names, or that the module holds which it names."""
    found = point.load()
    return _only_class(found.__name__, vars(found)) if isinstance(found, ModuleType) else found


def _made(kind: type[Backend], name: str, endpoint: str | None, session_id: str, home: Path | None) -> AnyBackend:
    from .base import HttpBackend, LocalBackend

    if isinstance(kind, type) and issubclass(kind, HttpBackend):
        return kind(name, endpoint=endpoint, session_id=session_id)
    if isinstance(kind, type) and issubclass(kind, LocalBackend):
        return kind(name, home=home or Path())
    raise TypeError(f"{kind!r} is neither an HttpBackend nor a LocalBackend")


def _only_class(module: str, names: dict[str, object]) -> type[Backend]:
    from .base import Backend

    made_here = [thing for thing in names.values() if getattr(thing, "__module__", "") == module]
    found = [thing for thing in made_here if isinstance(thing, type) and issubclass(thing, Backend)]
    if len(found) != 1:
        raise TypeError(f"{module} must hold exactly one backend, not {len(found)}")
    return found[0]


_MEND = "Update or remove the package that brings it."
