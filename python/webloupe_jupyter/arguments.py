"""What each operation takes, as types: read once, told in two lines when it cannot be meant. Pure."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from webloupe.errors import BadInput
from webloupe.types import By, Engine, Format, Kind, Main, Method, Mode, Safe, Topic, Unsupported, Wire

from .shapes import Operation

A = TypeVar("A", bound="Arguments")
_LONGEST_SHOWN = 60  # characters of a wrong value in an error: enough to find it by


class Arguments(Wire, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all: the keyword arguments of one operation, None standing for the setting."""


class SearchArguments(Arguments, frozen=True, kw_only=True):
    """One search; as `AsyncSession.search`."""

    query: str
    limit: int | None = None
    backend: str | None = None
    sites: tuple[str, ...] = ()
    not_sites: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    lang: str | None = None
    country: str | None = None
    safe: Safe | None = None
    topic: Topic | None = None
    mode: Mode | None = None
    page: int | None = None
    answer: bool = False
    hedge: bool = False
    fuse: bool = False
    unsupported: Unsupported | None = None
    timeout_s: float | None = None
    refresh: bool = False


class ShorteningArguments(Arguments, frozen=True, kw_only=True):
    """How a text is shortened; rules and schema as they are, no paths: a browser reads no file of the machine's."""

    task: str | None = None
    target_tokens: int | None = None
    target_chars: int | None = None
    ratio: float | None = None
    kind: Kind | None = None
    rules: tuple[str | dict[str, str], ...] | None = None
    keywords: tuple[str, ...] = ()
    embed: str | None = None
    cluster: str | None = None
    preset: str | None = None
    force: bool = False


class PageArguments(ShorteningArguments, frozen=True, kw_only=True):
    """One page; as `AsyncSession.fetch`, but for headers and cookies: a browser's request carries no one's keys."""

    url: str
    format: Format = "markdown"
    budget_chars: int | None = None
    budget_tokens: int | None = None
    start: int = 0
    section: str | None = None
    main: bool | Main | None = None
    engine: Engine | None = None
    select: str | None = None
    remove: str | None = None
    compress: Method | None = None
    timeout_s: float | None = None
    max_age_s: float | None = None
    max_bytes: int | None = None
    refresh: bool = False
    offline: bool = False
    robots: bool = False
    via: str | None = None


class DiffArguments(PageArguments, frozen=True, kw_only=True):
    """A page and the starts of the segments given back; `id` names the kernel's own object, where it is shown."""

    id: str = ""
    restored: tuple[int, ...] = ()


class CompressArguments(ShorteningArguments, frozen=True, kw_only=True):
    """A text to shorten."""

    text: str
    method: Method | None = None


class UsageArguments(Arguments, frozen=True, kw_only=True):
    """Days to look back, today included, counted by day, hour or backend; `backends` None means all of them."""

    days: int = 7
    by: By = "day"
    backends: tuple[str, ...] | None = None


class NoArguments(Arguments, frozen=True, kw_only=True):
    """Nothing."""


def read(operation: Operation, kind: type[A], given: object) -> A:
    """`given` as the arguments of `operation`. BadInput in two lines, with the nearest match, otherwise."""
    if not isinstance(given, Mapping):
        raise BadInput(f"{operation} takes arguments by name, and got {brief(given)}.", _known(kind))
    for name in given:
        if name not in kind.__struct_fields__:
            raise BadInput(f"{operation} takes no argument {brief(name)}.", nearest(str(name), kind.__struct_fields__))
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        raise _mistake(operation, kind, given) from None


def given_of(arguments: Arguments, *, without: Iterable[str] = ()) -> dict[str, Any]:
    """What differs from the defaults, by name: the keywords that a person would have typed."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(arguments)}
    found = {name: getattr(arguments, name) for name in arguments.__struct_fields__}
    return {name: value for name, value in found.items() if name not in without and value != defaults[name]}


def nearest(word: str, known: Iterable[str]) -> str:
    """The hint of a mistake: the nearest of the known words, or all of them."""
    words = list(known)
    near = get_close_matches(word, words, n=1)
    return f"The nearest is {near[0]}." if near else f"Known: {', '.join(words) or 'nothing'}."


def brief(value: object) -> str:
    """A value in an error, not longer than a line."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def _known(kind: type[Arguments]) -> str:
    return f"Known: {', '.join(kind.__struct_fields__) or 'nothing'}."


def _mistake(operation: Operation, kind: type[Arguments], given: Mapping[Any, Any]) -> BadInput:
    """Which argument is missing or wrong; msgspec tells the first, in words of its own."""
    hints = typing.get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        if field.name not in given:
            if field.required:
                return BadInput(f"{operation} needs {field.name}.", f"It is {_told(hints[field.name])}.")
            continue
        value = given[field.name]
        try:
            msgspec.convert(value, hints[field.name])
        except msgspec.ValidationError:
            words = _words(hints[field.name])
            hint = nearest(value, words) if isinstance(value, str) and words else f"It is {_told(hints[field.name])}."
            return BadInput(f"{field.name} cannot be {brief(value)}.", hint)
    return BadInput(f"{operation} cannot take these arguments.", _known(kind))


_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}


def _told(hint: Any) -> str:
    """A type in words."""
    if words := _words(hint):
        others = [_NAMES[part] for part in get_args(hint) if part in _NAMES]
        return ", ".join([*words, *others])
    if get_origin(hint) is tuple:
        return "a list of whole numbers" if get_args(hint)[0] is int else "a list of texts"
    parts = get_args(hint) or (hint,)
    return " or ".join(_NAMES.get(part) or _told(part) for part in parts)


def _words(hint: Any) -> list[str]:
    """The words that a type allows, where it is made of words."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [word for part in get_args(hint) if get_origin(part) is Literal for word in get_args(part)]
