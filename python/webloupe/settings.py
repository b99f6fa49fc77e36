"""Every setting of webloupe in one table, and what each may be. Pure but for the list of backends.

A setting's value comes from the outside (file, variable, traitlet, option) as text or as a JSON/TOML value;
`Allowed.read` turns it into ours or raises ValueError. The same rules serve the options of the command
line and of the magics.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from .errors import BadInput, ConfigError
from .types import Engine, Main, Unsupported

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


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


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table. `project` is False where a file of a cloned repository must not decide."""

    name: str
    attribute: str
    default: Any
    allowed: Allowed
    help: str
    env: str = ""
    project: bool = True

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return self.env or f"WEBLOUPE_{self.name.replace('.', '_').upper()}"


KEYLESS = ("exa", "parallel", "keenable")
"""The ring as installed: backends that answer without a key or an account."""

PLUG_IN_GROUP = "webloupe.backends"


@functools.cache
def plug_ins() -> Mapping[str, EntryPoint]:
    """The backends that other packages bring, by name; one of ours hides a plug-in of its name.

    Read once a process, when backends are first listed: it looks at every installed package.
    """
    from importlib.metadata import entry_points

    ours = set(_own_backends())
    return {point.name: point for point in entry_points(group=PLUG_IN_GROUP) if point.name not in ours}


def backend_names() -> tuple[str, ...]:
    """The search backends of this installation, in alphabetical order; a new file is a new backend."""
    return tuple(sorted((*_own_backends(), *plug_ins())))


@functools.cache
def _own_backends() -> tuple[str, ...]:
    folder = Path(__file__).with_name("search") / "backends"
    stems = (path.stem for path in folder.glob("*.py"))
    return tuple(stem for stem in stems if stem != "base" and not stem.startswith("_"))


# --- what a value may be ---------------------------------------------------------------------------------------------

_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd]?)", re.IGNORECASE | re.ASCII)
_UNIT_S = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+", re.ASCII)  # 1,000,000, as our own messages write it
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def _whole(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        return int(raw.replace(",", "") if _GROUPED.fullmatch(raw) else raw)
    raise ValueError("not a whole number")


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


def _entries(raw: object) -> tuple[str, ...]:
    """A comma list, or a list of texts, without blanks."""
    items = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
        raise ValueError("not a list")
    return tuple(item.strip() for item in items if item.strip())


def backends() -> Allowed:
    """A list of backends that exist."""

    def read(raw: object) -> tuple[str, ...]:
        chosen = tuple(dict.fromkeys(_entries(raw)))
        if not chosen or not set(chosen) <= set(backend_names()):
            raise ValueError("not a backend")
        return chosen

    return Allowed(f"a list of {', '.join(backend_names())}", read)


def provider() -> Allowed:
    """`auto`, or one backend that exists."""
    return choice("auto", *backend_names())


def backend_words() -> tuple[str, ...]:
    """What a search may ask for: rotation, a comparison of all that take turns, or one backend that exists."""
    return ("auto", "all", *backend_names())


def _private(raw: object) -> tuple[str, ...]:
    from .addresses import AllowList

    entries = _entries(raw)
    try:
        AllowList.parse(entries)
    except ConfigError:
        raise ValueError("not a host") from None
    return entries


def _endpoint(raw: object) -> str:
    from .addresses import parse_url

    try:
        return parse_url(raw.strip() if isinstance(raw, str) else "")
    except BadInput:
        raise ValueError("not an endpoint") from None


SWITCH = Allowed("1 or 0 (true, false, yes, no, on, off)", _switch)
PRIVATE = Allowed("a list of host, host:port or network, such as localhost:8000, 10.0.0.0/8", _private)
ENDPOINT = Allowed("an http or https address without a user name, such as https://search.example/mcp", _endpoint)

# --- the table -------------------------------------------------------------------------------------------------------

SEARCH_LIMIT = whole(1, 10)
SEARCH_PAGE = whole(1, 10)  # services give a hundred results at most
BUDGET_CHARS = whole(2_000, 500_000)
MAX_BYTES = whole(1, 50_000_000)  # text is cut at 5,000,000; PDF and the like may be asked for up to this
TIMEOUT_S = seconds(0.1, 120)
MAX_AGE_S = seconds(0, 31_536_000)


def settings() -> tuple[Setting, ...]:
    """Every setting but the home folder, the endpoints and the keys, in the order that people read them."""
    return (
        Setting("search.backends", "backends", KEYLESS, backends(), "backends that take turns", "WEBLOUPE_BACKENDS"),
        Setting("search.provider", "provider", "auto", provider(), "the backend to ask, or auto for rotation"),
        Setting("search.limit", "search_limit", 5, SEARCH_LIMIT, "results of a search"),
        Setting("search.timeout_s", "search_timeout_s", 30.0, TIMEOUT_S, "deadline of a search"),
        Setting("search.memo_s", "memo_s", 1_200.0, MAX_AGE_S, "age up to which an answer is used again, 0 for never"),
        Setting(
            "search.unsupported", "unsupported", "warn", choice(*get_args(Unsupported)),
            "what to do where a backend cannot narrow a search",
        ),
        Setting("fetch.budget_chars", "budget_chars", 15_000, BUDGET_CHARS, "characters of a page that are shown"),
        Setting("fetch.timeout_s", "fetch_timeout_s", 30.0, TIMEOUT_S, "deadline of a fetch"),
        Setting("fetch.max_bytes", "max_bytes", 5_000_000, MAX_BYTES, "decoded bytes of a body that are kept"),
        Setting("fetch.engine", "engine", "fast", choice(*get_args(Engine)), "converter from HTML to markdown"),
        Setting("fetch.main", "main", "auto", choice(*get_args(Main)), "how strictly page furniture is left out"),
        Setting("fetch.max_age_s", "max_age_s", 1_200.0, MAX_AGE_S, "age up to which a stored page is used again"),
        Setting("network.offline", "offline", False, SWITCH, "nothing leaves this machine", "WEBLOUPE_OFFLINE"),
        Setting(
            "network.allow_private", "allow_private", (), PRIVATE,
            "private addresses that may be dialled", "WEBLOUPE_ALLOW_PRIVATE", project=False,
        ),
    )  # fmt: skip


def endpoint(backend: str) -> Setting:
    """The setting that sends one backend's queries to another address, for tests and proxies."""
    variable = f"WEBLOUPE_{backend.upper()}_URL"
    return Setting(f"endpoints.{backend}", backend, None, ENDPOINT, "another address", variable, project=False)
