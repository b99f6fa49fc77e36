"""What a step of compression hands back: the edits it makes, why each, and what else a reader should know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..types import TracedPiece
from .segments import Edit


class Change(NamedTuple):
    """The edits (in order, apart) that a step makes of the text it was given, with one reason an edit.

    `touched` is what a trace row shows of them; `notes` are sentences for the caller, such as what such a choice keeps
    as measured.
    """

    edits: Sequence[Edit]
    reasons: Sequence[str]
    touched: tuple[TracedPiece, ...] = ()
    notes: tuple[str, ...] = ()
