"""`webloupe key set|list|remove NAME`, on the command line and in notebooks. A key is asked for, never an argument."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from . import key_store
from .config import Config
from .errors import BadInput
from .inventory import inventory
from .keys import Secret, sendable, variables
from .settings import MODEL, key_names
from .verbs import Face

ACTIONS = ("set", "list", "remove")


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What a key is for (a backend, or "llm", the language model), where it comes from, and how its calls count."""

    name: str
    key: str
    tier: str


def key_rows(config: Config) -> list[KeyRow]:
    """A row for each backend, and one for the language model."""
    origin = config.keys.origin(MODEL)
    model = KeyRow(MODEL, f"set by {origin}" if origin else "none", "-")
    return [*(KeyRow(row.backend, row.key, row.tier) for row in inventory(config)), model]


def change(config: Config, words: Sequence[str], ask: Callable[[str], str], face: Face) -> str:
    """Do `set NAME` or `remove NAME`; one line that says what is now. `ask` is given a prompt and returns the key.

    BadInput in two lines, which repeat nothing that may be a key.
    """
    action, name = _meant(words, face)
    if action == "remove":
        return _removed(config, name)
    secret = Secret(sendable(ask(f"Key of {name} (it does not show): ")))
    if not secret:
        raise BadInput("That is no key; nothing was changed.", "It is the ASCII text that the service gave.")
    return f"The key of {name} is kept in {key_store.keep(config.home, name, secret)}."


def lists(words: Sequence[str], face: Face) -> bool:
    """Whether the words ask for the list. BadInput unless they are an action that exists."""
    if not words or words[0] not in ACTIONS:
        raise BadInput("Say what to do with a key: set, list or remove.", f"Example: {_called(face)} set exa")
    return words[0] == "list"


def _meant(words: Sequence[str], face: Face) -> tuple[str, str]:
    """The action and the backend."""
    known = f"Known: {', '.join(key_names())}."
    if len(words) < 2:
        raise BadInput(f"{_called(face)} {words[0]} needs a name.", known)
    if len(words) > 2:
        where = "the notebook would save it" if face == "notebook" else "the shell remembers it"
        raise BadInput(
            f"A key is never typed on the line: {where}.",
            f"Type `{_called(face)} set NAME` alone: it asks for the key. One typed here is best replaced.",
        )
    if words[1] not in key_names():
        near = get_close_matches(words[1].lower(), key_names(), n=1)
        raise BadInput("Nothing that takes a key is called that.", f"The nearest is {near[0]}." if near else known)
    return words[0], words[1]


def _removed(config: Config, name: str) -> str:
    places = key_store.forget(config.home, name)
    said = f"The key of {name} is taken out of {' and '.join(places)}." if places else f"No key of {name} was kept."
    still = [variable for variable in variables(name) if sendable(os.environ.get(variable))]
    return f"{said} The variable {still[0]} still sets one." if still else said


def _called(face: Face) -> str:
    return "%webloupe key" if face == "notebook" else "webloupe key"
