"""The ways to ask a backend: with a key, without one, in the order that its tier says. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import Tier
from .backends.base import AnyBackend


@dataclass(frozen=True, slots=True)
class Lane:
    """One way to ask a backend. A key has an allowance of its own, so each lane rests for itself."""

    backend: AnyBackend
    key: str | None

    @property
    def name(self) -> str:
        """What its state is kept under."""
        return f"{self.backend.name}+key" if self.key else self.backend.name

    @property
    def spacing_s(self) -> float:
        """The least time between two calls: services space those who bring no key."""
        return 0.0 if self.key else self.backend.spacing_s

    def __repr__(self) -> str:
        return f"Lane({self.name})"


def lanes(backend: AnyBackend, key: str | None, tier: Tier) -> list[Lane]:
    """The lanes in the order in which they are tried; none where a key is wanted and there is none.

    `auto`: the key first, without it when it fails; `free`: without it first, the key when the free allowance is spent;
    `paid`: the key or nothing.
    """
    keyed = [Lane(backend, key)] if key else []
    keyless = [Lane(backend, None)] if backend.keyless and backend.lacks(None) is None else []
    if tier == "paid":
        return keyed
    return keyless + keyed if tier == "free" else keyed + keyless
