"""`%webloupe config|doctor|backends|paths`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from webloupe import config as configuration
from webloupe import doctor
from webloupe.config import Config
from webloupe.errors import BadInput
from webloupe.settings import backend_names
from webloupe.verbs import HELP, verb

from ..views.rows import RowsView
from .call import Call


@dataclass(frozen=True, slots=True)
class BackendRow:
    """A search backend: whether it is asked, its key, and its address where that is not its own."""

    backend: str
    used: bool
    key: str
    address: str


@dataclass(frozen=True, slots=True)
class PathRow:
    """A place on this machine."""

    what: str
    path: str


def webloupe(word: str, _call: Call) -> RowsView:
    """Settings with their origin, checks of each part, backends, places on disk."""
    config = configuration.load()
    return RowsView(f"webloupe {word}", _ROWS[word](config), config.warnings)


def verb_of(line: str) -> tuple[str, str]:
    """The verb of a line and what follows it; BadInput with the nearest for an unknown one."""
    word, _, rest = line.strip().partition(" ")
    if word in _ROWS:
        return word, rest
    near = get_close_matches(word, _ROWS, n=1)
    hint = f"The nearest is {near[0]}." if near else f"Known: {', '.join(_ROWS)}."
    raise BadInput(f"%webloupe has no {word!r}." if word else "%webloupe needs a word after it.", hint)


def overview() -> str:
    """The verbs, a line each, for `%webloupe --help`."""
    rows = {**{name: verb(name).about for name in _ROWS}, ", ".join(HELP.flags): HELP.help}
    width = max(map(len, rows))
    lines = [f"  {name:<{width}}  {about}" for name, about in rows.items()]
    return "\n".join([f"%webloupe {'|'.join(_ROWS)}", "What webloupe is and has on this machine.", "", *lines])


def _backends(config: Config) -> list[BackendRow]:
    return [
        BackendRow(
            name,
            name in config.backends,
            f"set by {origin}" if (origin := config.keys.origin(name)) else "keyless",
            config.endpoints.get(name, "-"),
        )
        for name in backend_names()
    ]


def _paths(config: Config) -> list[PathRow]:
    places = {"home": "", "settings": "config.json", "stored pages": "web-cache", "usage log": "logs"}
    return [PathRow(what, str(config.home / name)) for what, name in places.items()]


_ROWS: dict[str, Callable[[Config], Sequence[Any]]] = {
    "config": lambda config: config.rows(),
    "doctor": doctor.checks,
    "backends": _backends,
    "paths": _paths,
}
