"""`extract`: the sentences of a text that a question, or a reader without one, needs most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...types import TracedPiece
from ..change import Change
from ..segments import Edit
from .fill import Filling, dropped, in_order_of
from .index import Indexed, indexed
from .measured import WITHOUT_TASK
from .readable import needs
from .relevance import relevance, with_keywords
from .structure import structure

if TYPE_CHECKING:
    from ..embed import Embedder
    from ..lexical import Floats

_TOUCHED: Final = 500  # dropped units that a trace row shows
_SHOWN_CHARS: Final = 200
_NAMES: Final = {"config": "settings", "records": "records", "clauses": "numbered list", "links": "list of links"}


def extract(
    text: str,
    *,
    task: str = "",
    budget_tokens: int,
    keywords: Sequence[str] = (),
    embed: Embedder | None = None,
    priority: Sequence[float] | None = None,
    strict: bool = True,
) -> Change:
    """Drops what matters least until at most `budget_tokens` (o200k_base) are left; kept sentences stay as they are.

    With a `task` (a question or a topic) the sentences that have to do with it stay, without one those that open
    paragraphs and those dense in facts, and a note says how little such a choice keeps. A code block, table, list
    of links, of settings or of numbered clauses stays or goes as a whole. `keywords` raise what they stand in; nothing
    is dropped for lack of them. `priority` has a factor for each of `units(text)`, 1 where nothing is known.

    Where the best unit alone is larger than the budget, it is left out and a note says so; with `strict=False` (a
    budget that nobody asked for) it is kept and the note says that.
    """
    index = indexed(text)
    if index.tokens <= budget_tokens:
        return Change((), ())
    if not index.units:
        return Change([Edit(0, len(text))], ["white space"])
    score = relevance(index, task, embed) if task.strip() else structure(index)
    score = _weighted(index, with_keywords(index, score, keywords), priority)
    filling = Filling(index, score, budget_tokens)
    best = [*needs(index, filling.order[0]), filling.order[0]]
    size = int(index.costs[best].sum())
    notes = [] if task.strip() else [WITHOUT_TASK]
    if size > budget_tokens and not strict:
        filling.kept.update(best)
        notes.append(f"The best passage has {size:,} tokens, more than the {budget_tokens:,} aimed at: kept whole.")
    else:
        filling.fill()
        if filling.order[0] not in filling.kept:
            notes.append(f"The best passage has {size:,} tokens and does not fit in {budget_tokens:,}: left out.")
    return _change(index, score, filling.kept, "not needed for the task" if task.strip() else "less dense", notes)


def _weighted(index: Indexed, score: Floats, priority: Sequence[float] | None) -> Floats:
    if priority is None:
        return score
    import numpy as np

    filled = [weight for unit, weight in zip(index.all_units, priority, strict=True) if unit.kind != "blank"]
    return score * np.asarray(filled, dtype=np.float64)


def _change(index: Indexed, score: Floats, kept: set[int], reason: str, notes: Sequence[str]) -> Change:
    pieces = in_order_of(dropped(index, kept), index)
    reasons = [f"{reason}: {_NAMES.get(block, block)} dropped whole" if block else reason for _, _, block in pieces]
    gone = [place for place in range(len(index.units)) if place not in kept][:_TOUCHED]
    touched = tuple(
        TracedPiece(
            action="dropped",
            text=index.texts[place][:_SHOWN_CHARS],
            start=index.units[place].start,
            reason=reason,
            score=round(float(score[place]), 4),
        )
        for place in gone
    )
    return Change([Edit(start, end) for start, end, _ in pieces], reasons, touched, tuple(notes))
