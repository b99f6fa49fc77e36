"""A shortened text: its segments, what each step did."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .base import Wire

Method: TypeAlias = Literal["none", "rules"]
SegmentOp: TypeAlias = Literal["kept", "dropped", "rewritten"]


class Segment(Wire, frozen=True, kw_only=True):
    """A run of text: joined `before` is the input, joined `after` is the output."""

    op: SegmentOp
    before: str
    after: str
    reason: str = ""


class TraceRow(Wire, frozen=True, kw_only=True):
    """What one level or rule did: tokens in and out, milliseconds, pieces touched."""

    level: int
    name: str
    tokens_in: int
    tokens_out: int
    elapsed_ms: float
    pieces: int


class Compression(Wire, frozen=True, kw_only=True):
    """A shortened text that still knows its source."""

    method: Method
    text: str
    tokens_before: int
    tokens_after: int
    segments: tuple[Segment, ...]
    trace: tuple[TraceRow, ...] = ()
    refused: str | None = None
