"""From what the core answers to what the views draw. Pure and deterministic: same data, same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from ..shapes import SHAPE_VERSION, Drawn, PageShape, PagesShape, ResultsShape, SearchesShape, UsageShape
from .diff import saved_diff, whole_diff
from .pages import batch, failed, page, saved_page, source, whole_page
from .results import live_tries, results, searches, tables
from .usage import left, only, usage
from .windows import quota

__all__ = [
    "STATES", "Shape", "batch", "drawn", "failed", "left", "live_tries", "only", "page", "quota", "results",
    "saved_diff", "saved_page", "searches", "source", "tables", "usage", "whole_diff", "whole_page",
]  # fmt: skip

Shape: TypeAlias = ResultsShape | SearchesShape | PageShape | PagesShape | UsageShape

# What a view and its Python object share, as it is at first.
STATES: Mapping[type[Any], Mapping[str, Any]] = {
    ResultsShape: {"selected": 0, "tab": "results"},
    SearchesShape: {"selected": 0},
    PageShape: {"tab": "read", "restored": ()},
    PagesShape: {"selected": 0},
    UsageShape: {"days": 7, "by": "day"},
}


def drawn(shape: Shape, state: Mapping[str, Any] | None = None) -> Drawn:
    """A shape with its name, which follows from its content, and its state (None: as it is at first)."""
    given = dict(STATES[type(shape)]) if state is None else dict(state)
    if state is None and isinstance(shape, UsageShape):
        given |= {"days": shape.days, "by": shape.by}
    digest = hashlib.sha256(msgspec.json.encode(shape)).hexdigest()
    return Drawn(v=SHAPE_VERSION, id=digest[:16], data=shape, state=given)
