"""Shortening without loss: a text in a notation that says of itself how it is read, undone from the text alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...kind import content_kind
from ...tokens import count_tokens
from ...types import Kind
from ..change import Change
from ..segments import Edit
from .expansion import expand
from .notation import VERBATIM, is_notation
from .records import tabled
from .short_forms import shortened

_UNTOUCHED: Final = ("code", "config")  # where line order, indentation and every sign may matter to a program
_LONGEST: Final = 5_000_000  # characters; above them no page of ours comes
_WAYS: Final[tuple[tuple[str, Callable[[str], str | None]], ...]] = (
    ("records as tables", tabled),
    ("repeats said once", shortened),
)


def lossless(text: str, kind: Kind | None = None) -> Change:
    """Writes `text` shorter so that `expand` gives it back exactly; no edits where that saves no tokens.

    JSON becomes tables with the keys said once; elsewhere address prefixes, lines, paragraphs and table cells that
    come again are said once in a legend. Code and configuration are left alone, as text and inside fences. `kind` is
    what the text is known to be. A text that already looks like the notation is marked so that it stays what it is.
    """
    if is_notation(text) and expand(text) != text:
        return Change([Edit(0, 1, VERBATIM + text[0])], ["marked as a text that only looks like a short form"])
    if len(text) > _LONGEST or not text.strip():
        return Change([], [])
    if (kind or content_kind(text).kind) in _UNTOUCHED:
        return Change([], [])
    before = count_tokens(text)
    for reason, way in _WAYS:
        new = way(text)
        # The notation is proved on each text, so that no case nobody thought of can cost a character.
        if new is not None and count_tokens(new) < before and expand(new) == text:
            return Change([Edit(0, len(text), new)], [reason])
    return Change([], [])
