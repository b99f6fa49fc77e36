"""`%webloupe config|doctor|backends|key|paths`."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeAlias

from webloupe import config as configuration
from webloupe import doctor, key_commands
from webloupe.config import Config
from webloupe.errors import BadInput
from webloupe.inventory import BackendRow as KnownBackend
from webloupe.inventory import inventory
from webloupe.sync import default_session
from webloupe.verbs import HELP, verb

from ..views.rows import RowsView
from .call import Call

Told: TypeAlias = tuple[Sequence[str], Sequence[Any]]
"""What is said above the table, and its rows."""


@dataclass(frozen=True, slots=True)
class BackendRow:
    """A search backend: whether it takes turns, its key, tier and address, the filters it obeys, how it is doing."""

    backend: str
    used: bool
    key: str
    tier: str
    address: str
    obeys: str
    state: str


@dataclass(frozen=True, slots=True)
class PathRow:
    """A place on this machine."""

    what: str
    path: str


def webloupe(word: str, call: Call) -> RowsView:
    """Settings with their origin, checks of each part, backends, keys, places on disk."""
    said, rows = _WORDS[word](configuration.load(), call)
    return RowsView(f"webloupe {word}", rows, (*said, *configuration.load().warnings))


def verb_of(line: str) -> tuple[str, str]:
    """The verb of a line and what follows it; BadInput with the nearest for an unknown one."""
    word, _, rest = line.strip().partition(" ")
    if word in _WORDS:
        return word, rest
    near = get_close_matches(word, _WORDS, n=1)
    hint = f"The nearest is {near[0]}." if near else f"Known: {', '.join(_WORDS)}."
    raise BadInput(f"%webloupe has no {word!r}." if word else "%webloupe needs a word after it.", hint)


def overview() -> str:
    """The verbs, a line each, for `%webloupe --help`."""
    rows = {**{name: verb(name).about for name in _WORDS}, ", ".join(HELP.flags): HELP.help}
    width = max(map(len, rows))
    lines = [f"  {name:<{width}}  {about}" for name, about in rows.items()]
    return "\n".join([f"%webloupe {'|'.join(_WORDS)}", "What webloupe is and has on this machine.", "", *lines])


def _key(config: Config, call: Call) -> Told:
    if key_commands.lists(call.rest, "notebook"):
        return (), key_commands.key_rows(config)
    said = key_commands.change(config, call.rest, _asked, "notebook")
    return (said,), key_commands.key_rows(configuration.load())


def _asked(prompt: str) -> str:
    """What the user types into the front end's own field, which shows and saves nothing."""
    try:
        return getpass.getpass(prompt)
    except (NotImplementedError, EOFError, OSError):  # a notebook that is run without anybody before it
        raise BadInput("Nobody can be asked for the key here.", "Run `webloupe key set NAME` in a terminal.") from None


def _doctor(config: Config, call: Call) -> Told:
    return (), doctor.checks(config, ask=default_session("notebook").search if call.values.get("ask") else None)


def _backends(config: Config) -> list[BackendRow]:
    return [
        BackendRow(row.backend, row.used, row.key, row.tier, row.address, row.obeys, _state(row))
        for row in inventory(config)
    ]


def _state(row: KnownBackend) -> str:
    rests = f"rests for {row.rest_s:,.0f} s" if row.rest_s else "ready"
    return row.lacks or rests


def _paths(config: Config) -> list[PathRow]:
    places = {"home": "", "settings": "config.json", "stored pages": "web-cache", "usage log": "logs"}
    return [PathRow(what, str(config.home / name)) for what, name in places.items()]


_WORDS: dict[str, Callable[[Config, Call], Told]] = {
    "config": lambda config, _: ((), config.rows()),
    "doctor": _doctor,
    "backends": lambda config, _: ((), _backends(config)),
    "key": _key,
    "paths": lambda config, _: ((), _paths(config)),
}
