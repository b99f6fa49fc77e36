"""The search backends of this installation: what each can do, is set up with, and what keeps it from answering."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from .config import Config
from .errors import WebloupeError
from .settings import backend_names
from .types import Tier

if TYPE_CHECKING:
    from .search.backends.base import AnyBackend, Lack
    from .search.state import State

AUTO: Tier = "auto"
_MEND = "Update or remove the package that brings it."


@dataclass(frozen=True, slots=True)
class BackendRow:
    """A backend as people read of it.

    `used` says whether it takes its turn; any other is asked by its name. `obeys` are the filters that the service
    itself applies. `lacks` is why it cannot be asked as things stand and `hint` what to do about it, "" when it can;
    `broken` says that it could not even be loaded. After failures it rests for `rest_s` seconds more, `failure` being
    the last one.
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
    rest_s: float = 0.0
    failure: str = ""


def inventory(config: Config) -> Iterator[BackendRow]:
    """A row for each backend, in alphabetical order. Nobody is asked; each backend is loaded."""
    from .search.state import State
    from .store import Store

    state = State(Store(config.home))
    for name in backend_names():
        try:
            yield _row(name, config, state)
        except (WebloupeError, TypeError) as error:  # a plug-in, which may be anything
            message, hint = (error.message, error.hint) if isinstance(error, WebloupeError) else (str(error), _MEND)
            yield BackendRow(name, name in config.backends, "-", AUTO, "-", "-", message, hint, broken=True)


def _row(name: str, config: Config, state: State) -> BackendRow:
    from .search.backends import load
    from .search.backends.base import Filter

    backend = load(name, endpoint=config.endpoints.get(name), home=config.home)
    secret = config.keys.get(name)
    key = secret.reveal() if secret else None
    tier = config.tiers.get(name, AUTO)
    lack = _lack(backend, key, tier)
    rest_s, failure = _rest(backend, key, tier, state)
    return BackendRow(
        backend=name,
        used=name in config.backends,
        key=f"set by {config.keys.origin(name)}" if key else "keyless" if backend.keyless else "none",
        tier=tier,
        address=config.endpoints.get(name, "-"),
        obeys=", ".join(one for one in get_args(Filter) if one in backend.filters) or "-",
        lacks=lack.reason if lack else "",
        hint=lack.hint if lack else "",
        rest_s=rest_s,
        failure=failure,
    )


def _lack(backend: AnyBackend, key: str | None, tier: Tier) -> Lack | None:
    from .search.backends.base import Lack

    if tier == "paid" and not key:
        hint = f"Run `webloupe key set {backend.name}`, or set tiers.{backend.name} to auto."
        return Lack("its tier is paid and it has no key", hint)
    return backend.lacks(key)


def _rest(backend: AnyBackend, key: str | None, tier: Tier, state: State) -> tuple[float, str]:
    """Seconds until one of its lanes may be asked, and the failure that it rests from."""
    from .search.cooling import wait_s
    from .search.lanes import lanes
    from .search.state import LaneState

    known = [state.get(lane.name, LaneState) for lane in lanes(backend, key, tier)]
    waits = [(wait_s(one, time.time()), one.words if one else "") for one in known]
    return min(waits, default=(0.0, ""))
