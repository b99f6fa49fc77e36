"""Single values made sound: clamped with a note, or refused in two lines with the nearest match. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from ..allowed import Allowed
from ..errors import BadInput
from ..settings import TIMEOUT_S

Notes: TypeAlias = tuple[str, ...]


def clamped(what: str, value: object, default: int, allowed: Allowed) -> tuple[int, Notes]:
    """A whole number moved into its bounds; no number becomes `default`: a call is worth more than a complaint."""
    low, high = int(allowed.low or 0), int(allowed.high or 0)
    if value is None:
        return default, ()
    number = _number(value)
    if number is None:
        return default, (f"{what} {brief(value)} is no number: {default:,} is used.",)
    held = min(max(number, low), high)
    return held, () if held == number else (f"{what} {brief(number)} is out of range: {held:,} is used.",)


def timeout_s(value: object, default: float) -> float:
    """A deadline in seconds, at most 120. BadInput unless it is a positive number."""
    if value is None:
        return default
    return min(positive("timeout_s", value, TIMEOUT_S.text), TIMEOUT_S.high or default)


def text(what: str, value: object) -> str:
    """A text, where only a text can be meant."""
    if not isinstance(value, str):
        raise BadInput(f"{what} must be text, and is {brief(value)}.", "Put it in quotes.")
    return value


def one_of(what: str, value: object, known: Sequence[str]) -> Any:
    """One of the `known` words."""
    if value in known:
        return value
    near = get_close_matches(value.lower()[:60], known, n=1) if isinstance(value, str) else ()
    nearest = f"The nearest is {near[0]!r}. " if near else ""
    raise BadInput(f"{what} cannot be {brief(value)}.", f"{nearest}Known: {', '.join(known)}.")


def refuse_unknown(verb: str, given: Mapping[str, object], keywords: type) -> None:
    """BadInput with the nearest match for a keyword that is none of `keywords` (a TypedDict)."""
    for name in given:
        if name not in keywords.__annotations__:
            one_of(f"The keyword of a {verb}", name, [*keywords.__annotations__])


def switch(what: str, value: object) -> bool:
    """Yes or no; None is no."""
    if value is None or isinstance(value, bool):
        return bool(value)
    raise BadInput(f"{what} cannot be {brief(value)}.", "It is True or False.")


def positive(what: str, value: object, allowed: str) -> float:
    """A number above 0, infinity for one too large to hold."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise BadInput(f"{what} cannot be {brief(value)}.", f"Allowed: {allowed}.")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def brief(value: object) -> str:
    """The value as people read it, never long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}" if abs(value) < 10**15 else "a number of very many digits"
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def is_number(value: object) -> bool:
    """Whether `clamped` reads a number in it."""
    return _number(value) is not None


def _number(value: object) -> int | None:
    if isinstance(value, int):
        return value
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if math.isfinite(number) else None
