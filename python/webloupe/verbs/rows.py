"""What an option and a verb are, and the options that several verbs have."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from typing import Literal

from ..allowed import Allowed, choice
from ..settings import TIMEOUT_S

Face = Literal["notebook", "cli"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `flags` end with the long one; `keyword` is the argument that it fills.

    Without `allowed` it is a switch that sets `bare`; with both, its value may be left out. `clamp` moves a
    number into its bounds with a note ("range"), and drops what is no number with a note ("lenient"). `private` ones
    are in no line that repeats a call: they may hold keys.
    """

    flags: tuple[str, ...]
    keyword: str
    help: str
    allowed: Allowed | None = None
    metavar: str = ""
    bare: object = None
    clamp: Literal["", "range", "lenient"] = ""
    repeat: bool = False
    private: bool = False
    face: Face | None = None

    @property
    def long(self) -> str:
        """The flag to call it by."""
        return self.flags[-1]


@dataclass(frozen=True, slots=True)
class Verb:
    """A command and its magic. `query` keeps what follows the options as it was typed; "" takes no argument."""

    name: str
    magic: str
    about: str
    argument: str
    options: tuple[Option, ...]
    query: bool = False


def _name(raw: object) -> str:
    if not isinstance(raw, str) or not raw.isidentifier() or keyword.iskeyword(raw):
        raise ValueError("no name")
    return raw


def filled(raw: object) -> str:
    """A text that is not blank; ValueError for all else."""
    if not isinstance(raw, str) or not raw.strip():
        raise ValueError("no text")
    return raw


NAME = Allowed("a Python name, such as r", _name)
TEXT = Allowed("a text", str)
HELP = Option(("-h", "--help"), "help", "print this and do nothing", bare=True)
BIND = Option(("-o", "--out"), "bind", "bind the result to this name, and show it", NAME, "NAME", face="notebook")
TIMEOUT = Option(
    ("--timeout",), "timeout_s", "give up after this many seconds (30, at most 120)", TIMEOUT_S, "S", clamp="range"
)


def one_of(name: str, about: str, words: tuple[str, ...]) -> Option:
    """The option `--name` that takes one of `words`, which `about` lists where it has {}."""
    return Option((f"--{name}",), name, about.format(", ".join(words)), choice(*words), "WORD")
