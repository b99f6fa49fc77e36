"""The parameters of an action, made sound. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from ..errors import BadInput

_REQUIRED: Final = object()
_SHOWN: Final = 60
_YES: Final = frozenset({"true", "1", "yes", "on"})
_NO: Final = frozenset({"false", "0", "no", "off"})


class Parameter(NamedTuple):
    """One parameter: what is allowed, in words, and the reader that raises ValueError for anything else."""

    name: str
    allowed: str
    read: Callable[[object], Any]
    default: Any = _REQUIRED

    @property
    def required(self) -> bool:
        """Whether the action cannot do without."""
        return self.default is _REQUIRED


@dataclass(frozen=True, slots=True)
class Action:
    """A row of the table. `run` gets the browser and the sound parameters; None where a walk does it."""

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    run: Callable[..., Any] | None = None


def sound(action: Action, given: Mapping[str, object]) -> dict[str, Any]:
    """Every parameter with its value. BadInput in two lines, with the nearest name, for what cannot be meant."""
    known = [one.name for one in action.parameters]
    for name in given:
        if name not in known:
            near = get_close_matches(str(name), known, n=1)
            nearest = f"The nearest is {near[0]}. " if near else ""
            takes = f"It takes: {', '.join(known)}." if known else "It takes none."
            raise BadInput(f"{action.name} has no parameter {str(name)[:_SHOWN]!r}.", nearest + takes)
    values = {}
    for one in action.parameters:
        value = given.get(one.name)
        if value is None:
            if one.required:
                raise BadInput(f"{action.name} needs {one.name}.", f"It is {one.allowed}.")
            values[one.name] = one.default
            continue
        try:
            values[one.name] = one.read(value)
        except (ValueError, TypeError, OverflowError):
            shown = repr(value)
            shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
            raise BadInput(f"{one.name} of {action.name} cannot be {shown}.", f"It is {one.allowed}.") from None
    return values


def whole(low: int, high: int) -> Callable[[object], int]:
    """A whole number between two others; typed as text it counts too."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError("not a number")
        number = int(value)
        if not low <= number <= high:
            raise ValueError("out of range")
        return number

    return read


def number(low: float, high: float) -> Callable[[object], float]:
    """A number between two others."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError("not a number")
        found = float(value)
        if not low <= found <= high:
            raise ValueError("out of range")
        return found

    return read


def text(most: int, *, empty: bool = False) -> Callable[[object], str]:
    """A text of at most `most` characters."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most or not (empty or value.strip()):
            raise ValueError("not such a text")
        return value

    return read


def switch(value: object) -> bool:
    """Yes or no, also as it is typed."""
    word = str(value).strip().lower() if isinstance(value, str | bool) else ""
    if word not in _YES | _NO:
        raise ValueError("neither yes nor no")
    return word in _YES


def word(*words: str) -> Callable[[object], str]:
    """One of some words."""

    def read(value: object) -> str:
        if value not in words:
            raise ValueError("not one of them")
        return str(value)

    return read


def names(value: object) -> tuple[str, ...]:
    """A list of names of attributes, or one text with commas."""
    found = value.split(",") if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    if not all(isinstance(one, str) and one.strip().replace("-", "").replace("_", "").isalnum() for one in found):
        raise ValueError("not names")
    return tuple(one.strip() for one in found)
