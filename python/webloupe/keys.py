"""API keys: secrets that never show, and where each is looked for.

Order: `config.json`, the system keyring (where the package `keyring` is installed), `WEBLOUPE_<NAME>_API_KEY`,
`<NAME>_API_KEY`. An empty value counts as none.
"""

from __future__ import annotations

import hmac
import importlib.util
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeVar

T = TypeVar("T")

MASK = "********"
SERVICE = "webloupe"  # the name under which the system keyring holds our keys
KEYRING_TIMEOUT_S = 2.0  # a keyring that waits for a desktop which is not there must not hold up a search


class Secret:
    """A text that shows itself only to `reveal()`. False when empty; equal to the same secret.

    A pickle holds no secret: it comes back empty, so the other side works without a key.
    """

    __slots__ = ("__value",)

    def __init__(self, value: str) -> None:
        self.__value = value

    def reveal(self) -> str:
        """The text itself, for the header that carries it and nothing else."""
        return self.__value

    def __repr__(self) -> str:
        return f"Secret({MASK!r})"

    def __str__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return MASK

    def __bool__(self) -> bool:
        return bool(self.__value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        mine, theirs = (value.encode("utf-8", "surrogatepass") for value in (self.__value, other.__value))
        return hmac.compare_digest(mine, theirs)

    def __hash__(self) -> int:
        return hash(self.__value)

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

    def __getstate__(self) -> None:
        return None

    def __reduce_ex__(self, protocol: object) -> tuple[type[Secret], tuple[str]]:
        return Secret, ("",)


KeyringLookup = Callable[[Sequence[str]], Mapping[str, str]]


class Keys(Mapping[str, Secret]):
    """The keys at hand, by backend. The keyring is asked at the first use of a key, once.

    `as_of` tells keys from those that were looked for before the keyring was changed.
    """

    def __init__(
        self,
        names: Sequence[str],
        filed: Mapping[str, Secret],
        env: Mapping[str, str],
        keyring: KeyringLookup | None,
        as_of: int = 0,
    ) -> None:
        self._names = tuple(names)
        self._filed = dict(filed)
        self._set = {name: found for name in names if (found := _in_environment(name, env))}
        self._keyring = keyring
        self._as_of = as_of

    def __getitem__(self, name: str) -> Secret:
        return self._found[name][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"Keys({', '.join(self._names)})"

    def __eq__(self, other: object) -> bool:
        # Compared at every call to see whether settings changed: the keyring, slow, is not asked for that.
        if not isinstance(other, Keys):
            return NotImplemented
        mine = (self._names, self._filed, self._set, self._keyring, self._as_of)
        return mine == (other._names, other._filed, other._set, other._keyring, other._as_of)

    def __hash__(self) -> int:
        return hash(self._names)

    def __reduce__(self) -> tuple[type[Keys], tuple[tuple[str, ...], dict[str, Secret], dict[str, str], None]]:
        return Keys, (self._names, {}, {}, None)

    def origin(self, name: str) -> str | None:
        """Where the key comes from: `config.json`, `keyring` or the variable's name; None without a key."""
        found = self._found.get(name)
        return found[1] if found else None

    @cached_property
    def _found(self) -> dict[str, tuple[Secret, str]]:
        wanted = [name for name in self._names if name not in self._filed]
        ringed = self._keyring(wanted) if self._keyring and wanted else {}
        found: dict[str, tuple[Secret, str]] = {}
        for name in self._names:
            if name in self._filed:
                found[name] = (self._filed[name], "config.json")
            elif value := sendable(ringed.get(name)):
                found[name] = (Secret(value), "keyring")
            elif name in self._set:
                found[name] = self._set[name]
        return found


def variables(name: str) -> tuple[str, str]:
    """The environment variables that may hold the key of a backend, in the order of their weight."""
    return f"WEBLOUPE_{name.upper()}_API_KEY", f"{name.upper()}_API_KEY"


def sendable(raw: object) -> str:
    """The key without blanks round it; "" when it is none or holds what no HTTP header can carry."""
    value = raw.strip() if isinstance(raw, str) else ""
    return value if value.isascii() and value.isprintable() else ""


def _in_environment(name: str, env: Mapping[str, str]) -> tuple[Secret, str] | None:
    for variable in variables(name):
        if value := sendable(env.get(variable)):
            return Secret(value), variable
    return None


def from_keyring(names: Sequence[str]) -> Mapping[str, str]:
    """What the system keyring holds for us; nothing when there is none, it fails, or it does not answer in time."""
    found: dict[str, str] = {}

    def look(keyring: Any) -> None:
        for name in names:
            if value := keyring.get_password(SERVICE, name):
                found[name] = value

    in_keyring(look, KEYRING_TIMEOUT_S)
    return dict(found)


def in_keyring(do: Callable[[Any], T], timeout_s: float) -> T | None:
    """What `do` makes of the package `keyring`; None when it is missing, fails, or takes longer than `timeout_s`."""
    if importlib.util.find_spec("keyring") is None:
        return None
    done: list[T] = []

    def run() -> None:
        # Foreign backends raise anything, at their import too; a keyring is a convenience, never a failure.
        with suppress(Exception):
            import keyring

            done.append(do(keyring))

    thread = threading.Thread(target=run, name="webloupe-keyring", daemon=True)
    thread.start()
    thread.join(timeout_s)
    return done[0] if done else None
