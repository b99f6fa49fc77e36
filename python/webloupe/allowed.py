"""What the value of a setting or an option may be: text, or a JSON/TOML value, in; ours out, or ValueError. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import BadInput, ConfigError

_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd]?)", re.IGNORECASE | re.ASCII)
_UNIT_S = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+", re.ASCII)  # 1,000,000, as our own messages write it
_HOST = re.compile(r"[\w.\-]+|\[?[0-9a-fA-F:.]+\]?")
_NAME = re.compile(r"[\w./:@+-]{1,200}", re.ASCII)
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a value may be. `text` says it to people; `convert` makes ours of it, bounds apart.

    `words` are those to offer: all that it may be, where they can be listed.
    """

    text: str
    convert: Callable[[object], Any]
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()

    def read(self, raw: object) -> Any:
        """The value; ValueError when it is not allowed."""
        value = self.convert(raw)
        if self.low is not None and self.high is not None and not self.low <= value <= self.high:
            raise ValueError("out of range")
        return value

    def clamped(self, raw: object) -> tuple[Any, bool]:
        """The value moved into the bounds, and whether it was moved; ValueError when it is no number."""
        value = self.convert(raw)
        if self.low is None or self.high is None:
            return value, False
        inside = min(max(value, self.low), self.high)
        return inside, inside != value


def _whole(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        return int(raw.replace(",", "") if _GROUPED.fullmatch(raw) else raw)
    raise ValueError("not a whole number")


def _number(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise ValueError("not a number")
    return float(raw.replace(",", "") if isinstance(raw, str) and _GROUPED.fullmatch(raw) else raw)


def _seconds(raw: object) -> float:
    if isinstance(raw, int | float) and not isinstance(raw, bool) and math.isfinite(raw):
        return float(raw)
    match = _DURATION.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if match is None:
        raise ValueError("not a time")
    return float(match[1]) * _UNIT_S[match[2].lower()]


def whole(low: int, high: int) -> Allowed:
    """A whole number from `low` to `high`."""
    return Allowed(f"a whole number from {low:,} to {high:,}", _whole, low, high)


def number(low: float, high: float) -> Allowed:
    """A number from `low` to `high`."""
    return Allowed(f"a number from {low:,g} to {high:,g}", _number, low, high)


def seconds(low: float, high: float) -> Allowed:
    """Seconds from `low` to `high`; `20m`, `2h` and `1d` are understood."""
    return Allowed(f"seconds from {low:,g} to {high:,.10g} (or 90s, 20m, 2h)", _seconds, low, high)


def choice(*words: str) -> Allowed:
    """One of `words`."""

    def read(raw: object) -> str:
        if raw not in words:
            raise ValueError("not one of them")
        return str(raw)

    return Allowed(", ".join(words), read, words=words)


def _switch(raw: object) -> bool:
    word = str(raw).strip().lower() if isinstance(raw, str | int) else ""
    if word not in _TRUE + _FALSE:
        raise ValueError("neither yes nor no")
    return word in _TRUE


def entries(raw: object) -> tuple[str, ...]:
    """A comma list, or a list of texts, without blanks."""
    items = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError("not a list")
    return tuple(item.strip() for item in items if item.strip())


def _private(raw: object) -> tuple[str, ...]:
    from .addresses import AllowList

    found = entries(raw)
    try:
        AllowList.parse(found)
    except ConfigError:
        raise ValueError("not a host") from None
    return found


def _endpoint(raw: object) -> str:
    from .addresses import parse_url

    try:
        return parse_url(raw.strip() if isinstance(raw, str) else "")
    except BadInput:
        raise ValueError("not an endpoint") from None


def _name(raw: object) -> str:
    name = raw.strip() if isinstance(raw, str) else ""
    if not _NAME.fullmatch(name):
        raise ValueError("not a name")
    return name


def _path(raw: object) -> str:
    path = raw.strip() if isinstance(raw, str) else ""
    if "\0" in path or not path.lower().endswith((".json", ".toml")):
        raise ValueError("not such a file")
    return path


def _program(raw: object) -> str:
    path = raw.strip() if isinstance(raw, str) else ""
    # A bare name is looked for on the PATH; what has blanks in it must be a whole path.
    if not path or not path.isprintable() or not ("/" in path or "\\" in path or _NAME.fullmatch(path)):
        raise ValueError("not a path")
    return path


def _names(raw: object) -> tuple[str, ...]:
    found = entries(raw)
    if not all(_HOST.fullmatch(name) for name in found):
        raise ValueError("not a host")
    return found


PROGRAM = Allowed("the path of a program", _program)
NAMES = Allowed("a list of hosts, such as example.org, docs.example.net", _names)
SWITCH = Allowed("1 or 0 (true, false, yes, no, on, off)", _switch)
PRIVATE = Allowed("a list of host, host:port or network, such as localhost:8000, 10.0.0.0/8", _private)
ENDPOINT = Allowed("an http or https address without a user name, such as https://search.example/mcp", _endpoint)
NAME = Allowed("a name without blanks, such as llama3.1:8b", _name)
FILE = Allowed("the path of a .json or .toml file", _path)
