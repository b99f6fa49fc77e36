"""Which cell of which notebook a call comes from: set by a face, read where a call is put into the ledger."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """A cell by its id, a notebook by its path; "" where there is none."""

    notebook: str = ""
    cell: str = ""


_NOBODY = Caller()
_caller: ContextVar[Caller] = ContextVar("webloupe-caller", default=_NOBODY)


def current() -> Caller:
    """The caller of this context."""
    return _caller.get()


def enter(caller: Caller) -> None:
    """Calls of this context come from `caller` from now on, those handed to the loop thread too."""
    _caller.set(caller)
