"""The search backends of this installation: what each can do, what it is set up with, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from .config import Config
from .errors import WebloupeError
from .settings import backend_names
from .types import Tier

AUTO: Tier = "auto"
_MEND = "Update or remove the package that brings it."


@dataclass(frozen=True, slots=True)
class BackendRow:
    """A backend as people read of it.

    `used` says whether it takes its turn; any other is asked by its name. `obeys` are the filters that the service
    itself applies. `lacks` is why it cannot be asked as things stand and `hint` what to do about it, "" when it can;
    `broken` says that it could not even be loaded.
    """

    backend: str
    used: bool
    key: str
    tier: str
    address: str
    obeys: str
    lacks: str
    hint: str
    broken: bool = False


def inventory(config: Config) -> Iterator[BackendRow]:
    """A row for each backend, in alphabetical order. Nobody is asked; each backend is loaded."""
    for name in backend_names():
        try:
            yield _row(name, config)
        except (WebloupeError, TypeError) as error:  # a plug-in, which may be anything
            message, hint = (error.message, error.hint) if isinstance(error, WebloupeError) else (str(error), _MEND)
            yield BackendRow(name, name in config.backends, "-", AUTO, "-", "-", message, hint, broken=True)


def _row(name: str, config: Config) -> BackendRow:
    from .search.backends import load
    from .search.backends.base import Filter

    backend = load(name, endpoint=config.endpoints.get(name), home=config.home)
    key = config.keys.get(name)
    lack = backend.lacks(key.reveal() if key else None)
    return BackendRow(
        backend=name,
        used=name in config.backends,
        key=f"set by {config.keys.origin(name)}" if key else "keyless" if backend.keyless else "none",
        tier=config.tiers.get(name, AUTO),
        address=config.endpoints.get(name, "-"),
        obeys=", ".join(one for one in get_args(Filter) if one in backend.filters) or "-",
        lacks=lack.reason if lack else "",
        hint=lack.hint if lack else "",
    )
