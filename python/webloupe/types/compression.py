"""A shortened text: its segments, what each step did, what was lost; groups of like pieces; a packed context."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from .base import Wire

Method: TypeAlias = Literal["none", "auto", "lossless", "rules", "extract", "instruct"]
SegmentOp: TypeAlias = Literal["kept", "dropped", "rewritten"]
TraceAction: TypeAlias = Literal["dropped", "merged", "kept_apart", "set_aside", "rewritten"]
FactClass: TypeAlias = Literal[
    "urls", "numbers", "dates", "code_blocks", "table_rows", "headings", "negations", "names", "quotes"
]


class Segment(Wire, frozen=True, kw_only=True):
    """A run of text: joined `before` is the input, joined `after` is the output."""

    op: SegmentOp
    before: str
    after: str
    reason: str = ""


class TracedPiece(Wire, frozen=True, kw_only=True):
    """A piece that a step touched, or kept apart from its `partner`; `text` is its start, at most 200 characters.

    `start` is its place in the text that the step got, in code points; `score` is the step's own, None where it has
    none.
    """

    action: TraceAction
    text: str
    start: int
    reason: str
    score: float | None = None
    partner: str = ""


class TraceRow(Wire, frozen=True, kw_only=True):
    """What one step of a level did: tokens in and out, milliseconds, how many pieces it touched, and which.

    `touched` holds the first of them only where there are very many.
    """

    level: int
    name: str
    tokens_in: int
    tokens_out: int
    elapsed_ms: float
    pieces: int
    touched: tuple[TracedPiece, ...] = ()


class Fact(Wire, frozen=True, kw_only=True):
    """Something in the raw text that a reader may need: its `start` there, and whether the short text still has it."""

    text: str
    start: int
    kept: bool


class LossReport(Wire, frozen=True, kw_only=True):
    """The facts of a raw text by class, each kept or lost; `invented` has by class what only the short text says.

    `invented` leaves out the classes that have nothing, `recall` and `lost` have all of them.
    """

    urls: tuple[Fact, ...] = ()
    numbers: tuple[Fact, ...] = ()
    dates: tuple[Fact, ...] = ()
    code_blocks: tuple[Fact, ...] = ()
    table_rows: tuple[Fact, ...] = ()
    headings: tuple[Fact, ...] = ()
    negations: tuple[Fact, ...] = ()
    names: tuple[Fact, ...] = ()
    quotes: tuple[Fact, ...] = ()
    invented: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def recall(self) -> dict[FactClass, float]:
        """By class the share of facts that are kept, from 0 to 1; 1.0 where the raw text has none."""
        return {name: sum(one.kept for one in facts) / len(facts) if facts else 1.0 for name, facts in self._classes()}

    @property
    def lost(self) -> dict[FactClass, tuple[Fact, ...]]:
        """By class the facts that are lost, in the order of the raw text."""
        return {name: tuple(one for one in facts if not one.kept) for name, facts in self._classes()}

    def _classes(self) -> list[tuple[FactClass, tuple[Fact, ...]]]:
        return [(name, getattr(self, name)) for name in get_args(FactClass)]


class Compression(Wire, frozen=True, kw_only=True):
    """A shortened text that still knows its source.

    `method` is what was done, "none" where it was refused: `refused` then says why. `notes` say what a caller should
    know (a longer answer kept, how much such a choice keeps as measured), `model` which model at which host was asked.
    """

    method: Method
    text: str
    tokens_before: int
    tokens_after: int
    segments: tuple[Segment, ...]
    trace: tuple[TraceRow, ...] = ()
    task: str = ""
    loss: LossReport | None = None
    invented: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    refused: str | None = None
    notes: tuple[str, ...] = ()
    model: str = ""


class Veto(Wire, frozen=True, kw_only=True):
    """Two pieces (indexes) that are alike and yet were not merged: why, and the words or figures that tell."""

    pair: tuple[int, int]
    reason: str
    cue: str


class Groups(Wire, frozen=True, kw_only=True):
    """Pieces that say the same, as indexes in order; `representatives` has one index a group."""

    groups: tuple[tuple[int, ...], ...]
    representatives: tuple[int, ...]
    vetoes: tuple[Veto, ...] = ()


class Answerable(Wire, frozen=True, kw_only=True):
    """Whether a question can still be answered, from which passage of the short text, and how surely (0–1).

    `budget_tokens` is how much of the short text was looked at, from its start; None for all of it.
    """

    question: str
    answerable: bool
    start: int | None = None
    text: str = ""
    score: float = 0.0
    budget_tokens: int | None = None


class CurvePoint(Wire, frozen=True, kw_only=True):
    """A text shortened to a budget: how many tokens it has then, and the share of facts kept by class, 0–1."""

    budget_tokens: int
    tokens: int
    recall: dict[str, float]
