"""A text on its way through the steps: as it is now, and how it came from the input."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from ..tokens import count_tokens
from ..types import TraceAction, TracedPiece, TraceRow
from .change import Change
from .kept import of_last_texts
from .segments import Edit, Piece, apply, revise

TRACED: Final = 500  # pieces that a row of the trace shows
SHOWN_CHARS: Final = 200

_counted = of_last_texts(count_tokens)


@dataclass(slots=True)
class Work:
    """What has been done to the text `raw` so far; joined `before` of `pieces` is that, joined `after` is `text`."""

    text: str
    tokens: int = -1
    pieces: list[Piece] = field(default_factory=list)
    trace: list[TraceRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tokens_before: int = 0

    raw: str = ""

    def __post_init__(self) -> None:
        self.raw = self.text
        if self.tokens < 0:
            self.tokens = _counted(self.text)
        self.tokens_before = self.tokens
        self.pieces = [Piece(self.text, self.text, "")]

    def copy(self) -> Work:
        """The same, with lists of its own."""
        other = copy.copy(self)
        other.pieces, other.trace, other.notes = list(self.pieces), list(self.trace), list(self.notes)
        return other

    def take(self, level: int, name: str, change: Change, began: float) -> None:
        """Make the edits of a step, begun at that reading of `perf_counter`, and add its row to the trace."""
        before = self.tokens
        if change.edits:
            self.pieces = revise(self.pieces, change.edits, change.reasons)
            self.text = apply(self.text, change.edits)
            self.tokens = count_tokens(self.text)
        self.notes += change.notes
        self.trace.append(
            TraceRow(
                level=level,
                name=name,
                tokens_in=before,
                tokens_out=self.tokens,
                elapsed_ms=(perf_counter() - began) * 1000,
                pieces=len(change.edits),
                touched=change.touched[:TRACED],
            )
        )


def traced(text: str, edits: Sequence[Edit], reason: str, dropping: TraceAction) -> Iterable[TracedPiece]:
    """The first edits of `text` as a trace shows them."""
    for edit in edits[:TRACED]:
        yield TracedPiece(
            action="rewritten" if edit.new else dropping,
            text=text[edit.start : min(edit.end, edit.start + SHOWN_CHARS)],
            start=edit.start,
            reason=reason,
        )
