"""What a caller asked for, made sound: numbers clamped with a note, wrong words named with the nearest. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, get_args

from .addresses import parse_url
from .errors import BadInput
from .fetch.document import MAX_CHARS, ReadOptions
from .fetch.page import Asked
from .settings import BUDGET_CHARS, MAX_BYTES, SEARCH_LIMIT, TIMEOUT_S, Allowed
from .types import Engine, Face, Format, Main, Method

if TYPE_CHECKING:
    from .config import Config

Notes: TypeAlias = tuple[str, ...]


class SearchKeywords(TypedDict, total=False):
    """The keywords of a search, None standing for the setting."""

    limit: int | None
    backend: str | None
    timeout_s: float | None


class FetchKeywords(TypedDict, total=False):
    """The keywords of a fetch, None standing for the setting."""

    format: Format
    budget_chars: int | None
    start: int
    main: bool | Main | None
    engine: Engine | None
    compress: Method
    timeout_s: float | None
    max_age_s: float | None
    max_bytes: int | None
    refresh: bool
    offline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWish:
    """One page as it is wanted. `max_age_s` None takes a stored page of any age, `min_bytes` asks for so much of it."""

    url: str
    asked: Asked
    timeout_s: float
    max_bytes: int
    min_bytes: int
    max_age_s: float | None
    stored: bool
    offline: bool
    notes: Notes


def page(config: Config, face: Face, url: str, given: FetchKeywords) -> PageWish:
    """The wish behind a fetch. BadInput in two lines for an address or a word that cannot be meant."""
    options = ReadOptions(
        format=_format(given["format"]),
        main=_main(given["main"], config.main),
        engine=_engine(given["engine"], config.engine),
    )
    budget, notes = budget_chars(given["budget_chars"], config.budget_chars)
    if given["refresh"] and given["offline"]:
        raise BadInput("A page cannot be fetched anew and read offline at once.", "Leave out refresh or offline.")
    start, offline = _start(given["start"]), given["offline"] or config.offline
    age = _max_age_s(given["max_age_s"], config.max_age_s)
    cap = _max_bytes(given["max_bytes"], config.max_bytes)
    reads_on = start > 0 or offline
    return PageWish(
        url=parse_url(text("The address", url)),
        asked=Asked(options, budget, start, _method(given["compress"]), face),
        timeout_s=timeout_s(given["timeout_s"], config.fetch_timeout_s),
        max_bytes=cap,
        min_bytes=0 if offline else cap,
        max_age_s=None if reads_on else age,
        stored=offline or not given["refresh"],
        offline=offline,
        notes=notes,
    )


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
    return min(_positive("timeout_s", value, TIMEOUT_S.text), TIMEOUT_S.high or default)


def text(what: str, value: object) -> str:
    """A text, where only a text can be meant."""
    if not isinstance(value, str):
        raise BadInput(f"{what} must be text, and is {_brief(value)}.", "Put it in quotes.")
    return value


def _positive(what: str, value: object, allowed: str) -> float:
    """A number above 0, infinity for one too large to hold."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise BadInput(f"{what} cannot be {_brief(value)}.", f"Allowed: {allowed}.")
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _start(value: object) -> int:
    """A place in a text, 0 or more; no stored text is longer than the store allows."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"start cannot be {_brief(value)}.", "It is a number of characters, 0 or more.")
    return min(value, MAX_CHARS)


def _max_bytes(value: object, default: int) -> int:
    """A cap in bytes, 1–50,000,000."""
    if value is None:
        return default
    try:
        return int(MAX_BYTES.read(value))
    except ValueError:
        raise BadInput(f"max_bytes cannot be {_brief(value)}.", f"Allowed: {MAX_BYTES.text}.") from None


def _max_age_s(value: object, default: float) -> float:
    """An age in seconds, 0 or more."""
    if value is None:
        return default
    return 0.0 if value == 0 else _positive("max_age_s", value, "a number of seconds, 0 for always fresh")


def _main(value: bool | str | None, default: Main) -> Main:
    """How strictly page furniture is left out: True is "auto", False is "full", None the setting."""
    if value is None:
        return default
    named = {True: "auto", False: "full"}.get(value, value) if isinstance(value, bool) else value
    chosen: Main = _one_of("main", named, get_args(Main))
    return chosen


def _format(value: str) -> Format:
    """The form of a page's text."""
    chosen: Format = _one_of("format", value, get_args(Format))
    return chosen


def _engine(value: str | None, default: Engine) -> Engine:
    """The converter from HTML to markdown."""
    chosen: Engine = default if value is None else _one_of("engine", value, get_args(Engine))
    return chosen


def _method(value: str) -> Method:
    """How a text is shortened."""
    chosen: Method = _one_of("compress", value, get_args(Method))
    return chosen


def _one_of(what: str, value: object, known: Sequence[str]) -> Any:
    if value in known:
        return value
    near = get_close_matches(_brief(value), known, n=1)
    nearest = f"The nearest is {near[0]!r}. " if near else ""
    raise BadInput(f"{what} cannot be {_brief(value)}.", f"{nearest}Known: {', '.join(known)}.")


def _clamped(what: str, value: object, default: int, allowed: Allowed) -> tuple[int, Notes]:
    low, high = int(allowed.low or 0), int(allowed.high or 0)
    if value is None:
        return default, ()
    number = _number(value)
    if number is None:
        return default, (f"{what} {_brief(value)} is no number: {default:,} is used.",)
    held = min(max(number, low), high)
    return held, () if held == number else (f"{what} {_brief(number)} is out of range: {held:,} is used.",)


def _number(value: object) -> int | None:
    if isinstance(value, int):
        return value
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if math.isfinite(number) else None


def _brief(value: object) -> str:
    """The value as people read it, never long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}" if abs(value) < 10**15 else "a number of very many digits"
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"
