"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, get_args

from .errors import BadInput
from .settings import BUDGET_CHARS, SEARCH_LIMIT, TIMEOUT_S, Allowed
from .types import Engine, Format, Main, Method

Notes = tuple[str, ...]


def limit(value: object, default: int) -> tuple[int, Notes]:
    """A number of results, 1–10. What is no number becomes `default`: a search is worth more than a complaint."""
    return _clamped("limit", value, default, SEARCH_LIMIT)


def budget_chars(value: object, default: int) -> tuple[int, Notes]:
    """A budget in characters, 2,000–500,000."""
    return _clamped("budget", value, default, BUDGET_CHARS)


def timeout_s(value: object, default: float) -> float:
    """A deadline in seconds, at most 120. BadInput unless it is a positive number."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise BadInput(f"The timeout cannot be {value!r}.", f"Allowed: {TIMEOUT_S.text}.")
    return min(float(value), TIMEOUT_S.high or value)


def start(value: object) -> int:
    """A place in a text, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"start cannot be {value!r}.", "It is a number of characters, 0 or more.")
    return value


def max_bytes(value: object, default: int) -> int:
    """A cap in bytes, 1–50,000,000."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 50_000_000:
        raise BadInput(f"max_bytes cannot be {value!r}.", "Allowed: a whole number from 1 to 50,000,000.")
    return value


def max_age_s(value: object, default: float) -> float:
    """An age in seconds, 0 or more."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise BadInput(f"max_age_s cannot be {value!r}.", "It is a number of seconds, 0 for always fresh.")
    return float(value)


def main(value: bool | str | None, default: Main) -> Main:
    """How strictly page furniture is left out: True is "auto", False is "full", None the setting."""
    if value is None:
        return default
    named = {True: "auto", False: "full"}.get(value, value) if isinstance(value, bool) else value
    return _one_of("main", named, get_args(Main))


def format(value: str) -> Format:
    """The form of a page's text."""
    return _one_of("format", value, get_args(Format))


def engine(value: str | None, default: Engine) -> Engine:
    """The converter from HTML to markdown."""
    return default if value is None else _one_of("engine", value, get_args(Engine))


def method(value: str) -> Method:
    """How a text is shortened."""
    return _one_of("compress", value, get_args(Method))


def _one_of(what: str, value: object, known: Sequence[str]) -> Any:
    if value in known:
        return value
    near = get_close_matches(str(value), known, n=1)
    nearest = f"The nearest is {near[0]!r}. " if near else ""
    raise BadInput(f"{what} cannot be {value!r}.", f"{nearest}Known: {', '.join(known)}.")


def _clamped(what: str, value: object, default: int, allowed: Allowed) -> tuple[int, Notes]:
    low, high = int(allowed.low or 0), int(allowed.high or 0)
    if value is None:
        return default, ()
    number = _number(value)
    if number is None:
        return default, (f"{what} {value!r} is no number: {default:,} is used.",)
    held = min(max(number, low), high)
    return held, () if held == number else (f"{what} {number:,} is out of range: {held:,} is used.",)


def _number(value: object) -> int | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return int(number) if math.isfinite(number) else None
