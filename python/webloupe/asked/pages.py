"""A page as it is wanted. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, get_args

from ..addresses import parse_url
from ..errors import BadInput
from ..fetch.document import MAX_CHARS, ReadOptions
from ..fetch.page import Asked
from ..settings import BUDGET_CHARS, MAX_BYTES
from ..types import Engine, Face, Format, Main, Method
from .values import Notes, brief, clamped, one_of, positive, text, timeout_s

if TYPE_CHECKING:
    from ..config import Config


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
    budget, notes = clamped("budget", given["budget_chars"], config.budget_chars, BUDGET_CHARS)
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


def _start(value: object) -> int:
    """A place in a text, 0 or more; no stored text is longer than the store allows."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadInput(f"start cannot be {brief(value)}.", "It is a number of characters, 0 or more.")
    return min(value, MAX_CHARS)


def _max_bytes(value: object, default: int) -> int:
    """A cap in bytes, 1–50,000,000."""
    if value is None:
        return default
    try:
        return int(MAX_BYTES.read(value))
    except ValueError:
        raise BadInput(f"max_bytes cannot be {brief(value)}.", f"Allowed: {MAX_BYTES.text}.") from None


def _max_age_s(value: object, default: float) -> float:
    """An age in seconds, 0 or more."""
    if value is None:
        return default
    return 0.0 if value == 0 else positive("max_age_s", value, "a number of seconds, 0 for always fresh")


def _main(value: bool | str | None, default: Main) -> Main:
    """How strictly page furniture is left out: True is "auto", False is "full", None the setting."""
    if value is None:
        return default
    named = {True: "auto", False: "full"}.get(value, value) if isinstance(value, bool) else value
    chosen: Main = one_of("main", named, get_args(Main))
    return chosen


def _format(value: str) -> Format:
    """The form of a page's text."""
    chosen: Format = one_of("format", value, get_args(Format))
    return chosen


def _engine(value: str | None, default: Engine) -> Engine:
    """The converter from HTML to markdown."""
    chosen: Engine = default if value is None else one_of("engine", value, get_args(Engine))
    return chosen


def _method(value: str) -> Method:
    """How a text is shortened."""
    chosen: Method = one_of("compress", value, get_args(Method))
    return chosen
