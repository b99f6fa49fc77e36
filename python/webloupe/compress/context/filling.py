"""A budget filled with the passages that a query needs most: copies merged, each that is too long narrowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...errors import BadInput
from ...tokens import count_tokens
from ...types import PieceState
from ..extract import extract
from ..groups import Embed, group_similar
from ..segments import apply
from . import scoring
from .passages import Passage
from .writing import Shown, written

NARROW_TOKENS: Final = 40  # what is left of the budget for a part of a passage; less says nothing
NO_ROOM: Final = "no room for it"
_MARGIN: Final = 12  # tokens of a source's lines and the gaps around a passage
_MISSES: Final = 12  # passages in a row that do not fit, after which the budget counts as full
_AT_ONCE: Final = 32  # passages whose likeness is looked at together


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage on its way into the text: `text` is what is shown of it, `place` its turn among all."""

    passage: Passage
    factors: Mapping[str, float]
    score: float
    place: int
    state: PieceState = "out"
    text: str = ""
    reason: str = ""


def filled(judged: Sequence[Judged], query: str, budget: int, top_k: int | None, embed: Embed | None) -> list[Judged]:
    """All passages in their order, each with what became of it. BadInput when what is pinned is over the budget."""
    fixed = [replace(one, state="pinned", text=one.passage.text) for one in judged if one.passage.item.pinned]
    filling = _Filling(fixed, query, budget, top_k)
    done = {one.place: one for one in (*judged, *fixed)}
    for batch in _batches(_ranked([one for one in judged if not one.passage.item.pinned], query)):
        looked_at = _merged(filling.there, batch, embed) if not filling.is_full else batch
        for one in looked_at:
            done[one.place] = one if one.state == "merged" else filling.placed(one)
    return [done[place] for place in sorted(done)]


def _ranked(free: Sequence[Judged], query: str) -> list[Judged]:
    """The best first. Of equals, where there is a query, what opens its text, so that no order of items matters."""
    if not query.strip():
        return sorted(free, key=lambda one: (-one.score, one.place))
    return sorted(free, key=lambda one: (-one.score, one.passage.start, one.passage.text, one.place))


def _batches(ranked: Sequence[Judged]) -> Iterator[Sequence[Judged]]:
    for at in range(0, len(ranked), _AT_ONCE):
        yield ranked[at : at + _AT_ONCE]


def _merged(there: Sequence[Judged], batch: Sequence[Judged], embed: Embed | None) -> list[Judged]:
    """The batch, merged where it says what is in or what another of it says.

    What is in stays; else what has the most authority stands for the others, then the newest.
    """
    known = [*there, *batch]
    ranks = [
        {
            "authority": scoring.AUTHORITY[one.passage.item.authority] + (place < len(there)),
            "date": one.passage.item.at or 0.0,
        }
        for place, one in enumerate(known)
    ]
    groups = group_similar(
        [one.passage.text for one in known], embed=embed or "lexical", representative="metadata", metadata=ranks
    )
    done = list(known)
    for group, best in zip(groups.groups, groups.representatives, strict=True):
        for index in group:
            if index != best and index >= len(there):
                into = known[best].passage.item
                done[index] = replace(done[index], state="merged", reason=f"says what {into.title or into.source} says")
    for veto in groups.vetoes:
        first, second = veto.pair
        if second >= len(there) and not done[second].reason:
            other = known[first].passage.item
            told = f"much like {other.title or other.source}, and kept apart: {veto.reason} ({veto.cue})"
            done[second] = replace(done[second], reason=told)
    return done[len(there) :]


class _Filling:
    """The passages that are in so far, and the tokens of their text."""

    def __init__(self, fixed: Sequence[Judged], query: str, budget: int, top_k: int | None) -> None:
        self.there, self._query, self._budget, self._top_k = [*fixed], query, budget, top_k
        self._pinned = len(fixed)
        self._misses = 0
        self._used = count_tokens(_text(fixed))
        if self._used > budget:
            raise BadInput(
                f"What is pinned has {self._used:,} tokens, the budget is {budget:,}.", "Pin less, or allow more."
            )

    @property
    def is_full(self) -> bool:
        """Whether nothing more is tried."""
        return self._misses > _MISSES or self._has_all

    @property
    def _has_all(self) -> bool:
        return self._top_k is not None and len(self.there) - self._pinned >= self._top_k

    def placed(self, one: Judged) -> Judged:
        """The passage in, whole or narrowed, where that fits beside what is in; else out, with the reason."""
        if self._has_all:
            return replace(one, reason=f"beyond the first {self._top_k:,}")
        left = self._budget - self._used
        whole = replace(one, state="in", text=one.passage.text)
        if not self.is_full and one.passage.tokens <= left and self._takes(whole):
            return whole
        narrow = None if self.is_full else self._narrowed(one, left - _MARGIN)
        if narrow and self._takes(narrow):
            return narrow
        self._misses += 1
        return replace(one, reason=NO_ROOM)

    def _narrowed(self, one: Judged, room: int) -> Judged | None:
        """What the query needs of a passage, where it asks for anything in it and that is worth its room."""
        asked = one.factors["relevance"] > scoring.FLOOR
        if not one.passage.is_prose or not asked or room < NARROW_TOKENS:
            return None
        change = extract(one.passage.text, task=self._query, budget_tokens=room)
        text = apply(one.passage.text, change.edits).strip()
        return replace(one, state="in", text=text, reason="narrowed to what the query needs") if text else None

    def _takes(self, one: Judged) -> bool:
        used = count_tokens(_text([*self.there, one]))
        if used > self._budget:
            return False
        self.there.append(one)
        self._used, self._misses = used, 0
        return True


def _text(there: Sequence[Judged]) -> str:
    return written(shown(there))


def shown(there: Sequence[Judged]) -> list[Shown]:
    """What is in, in the order of the text: what is pinned, then all else as it came."""
    ordered = sorted(there, key=lambda one: (one.state != "pinned", one.place))
    return [Shown(one.passage.item, one.text) for one in ordered]
