"""The passages that a query needs most, merged where they say the same, within the budget, with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...errors import BadInput
from ...tokens import count_tokens
from ...types import ContextItem, Packed, PackedPiece, PackedSource, PieceState
from ..embed import Embedder
from ..extract import extract
from ..groups import Embed, group_similar
from ..segments import apply
from . import scoring
from .items import items_of
from .passages import Passage, passages

MIN_BUDGET: Final = 50
NARROW_TOKENS: Final = 60  # what is left of the budget for a part of a passage; less says nothing
NO_ROOM: Final = "no room for it"
_MARGIN: Final = 12  # tokens of a source's line and the gaps around a passage


@dataclass(frozen=True, slots=True)
class _Judged:
    """A passage on its way into the text: `text` is what is shown of it."""

    passage: Passage
    factors: Mapping[str, float]
    score: float
    place: int
    state: PieceState = "out"
    text: str = ""
    reason: str = ""


def pack(
    items: Iterable[Any] | Any,
    *,
    query: str,
    budget_tokens: int,
    top_k: int | None = None,
    pinned: Sequence[str] = (),
    weights: Mapping[str, float] | None = None,
    now: float | None = None,
    embed: Embed | None = None,
) -> Packed:
    """A text of at most `budget_tokens` o200k tokens, of what `query` needs most of `items`.

    Items are results, pages, texts, mappings (see `ContextItem`), messages of a chat. `pinned` are texts that are
    always in, as are items that say so themselves. At most `top_k` other passages are in. `weights` are the powers of
    relevance, recency, authority and task (0 to 10). `now` is a Unix time; None is that of the newest item, so that
    equal input gives an equal text. `embed` None measures relevance by words.

    BadInput when what is pinned alone is more than the budget, or an argument cannot be meant.
    """
    _check(query, budget_tokens, top_k)
    known = [*items_of([{"text": text, "source": "pinned", "authority": "user", "pinned": True} for text in pinned])]
    known += [item for item in items_of(items) if item.id not in {one.id for one in known}]
    powers = scoring.weights_of(weights)
    judged = _judged(known, query, powers, now, embed)
    fixed = [replace(one, state="pinned", text=one.passage.text) for one in judged if one.passage.item.pinned]
    free = _merged([one for one in judged if not one.passage.item.pinned], embed)
    chosen = _filled(fixed, free, query, budget_tokens, top_k)
    return _written(chosen, query, budget_tokens, powers)


def _check(query: str, budget_tokens: int, top_k: int | None) -> None:
    if not isinstance(query, str):
        raise BadInput("The query must be text.", "Say in words what the context is for.")
    if isinstance(budget_tokens, bool) or not isinstance(budget_tokens, int) or budget_tokens < MIN_BUDGET:
        raise BadInput(f"A budget of {budget_tokens!r} tokens holds nothing.", f"Allowed: {MIN_BUDGET} or more.")
    if top_k is not None and (isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1):
        raise BadInput(f"top_k cannot be {top_k!r}.", "It is a number of passages, 1 or more.")


def _judged(
    items: Sequence[ContextItem], query: str, powers: Mapping[str, float], now: float | None, embed: Embed | None
) -> list[_Judged]:
    """Every passage with its factors and score."""
    found = [passage for item in items for passage in passages(item)]
    told = scoring.relevances(query, found, _embedder(embed))
    dates = [item.at for item in items if item.at is not None]
    moment = now if now is not None else max(dates, default=None)
    judged = []
    for place, (passage, relevance) in enumerate(zip(found, told, strict=True)):
        factors = scoring.factors(passage.item, relevance, moment)
        judged.append(_Judged(passage, factors, scoring.score(factors, powers), place))
    return judged


def _embedder(embed: Embed | None) -> Embedder | None:
    if embed is None or embed == "lexical":
        return None
    from ..embed import embedder

    return embedder(embed)


def _merged(judged: Sequence[_Judged], embed: Embed | None) -> list[_Judged]:
    """Of passages that say the same the one with the most authority, then the newest, is left to be chosen."""
    ranks = [
        {"authority": scoring.AUTHORITY[one.passage.item.authority], "date": one.passage.item.at or 0.0}
        for one in judged
    ]
    groups = group_similar(
        [one.passage.text for one in judged], embed=embed or "lexical", representative="metadata", metadata=ranks
    )
    done = list(judged)
    for group, best in zip(groups.groups, groups.representatives, strict=True):
        for index in group:
            if index != best:
                into = judged[best].passage.item
                reason = f"says what {into.title or into.source} says"
                done[index] = replace(judged[index], state="merged", reason=reason)
    return done


class _Filling:
    """The passages that are in so far, and the tokens of their text."""

    def __init__(self, fixed: Sequence[_Judged], query: str, budget: int) -> None:
        self.there, self._query, self._budget = [*fixed], query, budget
        self._used = count_tokens(_text(fixed)) if fixed else 0
        if self._used > budget:
            raise BadInput(
                f"What is pinned has {self._used:,} tokens, the budget is {budget:,}.", "Pin less, or allow more."
            )

    def placed(self, one: _Judged) -> _Judged:
        """The passage in, whole or narrowed, where that fits beside what is in; else out, with the reason."""
        left = self._budget - self._used
        whole = replace(one, state="in", text=one.passage.text)
        if one.passage.tokens <= left and self._takes(whole):
            return whole
        if not one.passage.is_prose or left < NARROW_TOKENS:
            return replace(one, reason=NO_ROOM)
        change = extract(one.passage.text, task=self._query, budget_tokens=left - _MARGIN)
        narrow = apply(one.passage.text, change.edits).strip()
        shown = replace(one, state="in", text=narrow, reason="narrowed to what the query needs")
        return shown if narrow and self._takes(shown) else replace(one, reason=NO_ROOM)

    def _takes(self, one: _Judged) -> bool:
        used = count_tokens(_text([*self.there, one]))
        if used > self._budget:
            return False
        self.there.append(one)
        self._used = used
        return True


def _filled(
    fixed: Sequence[_Judged], free: Sequence[_Judged], query: str, budget: int, top_k: int | None
) -> list[_Judged]:
    """All passages in their order, those that fit marked as in; the best come first."""
    filling = _Filling(fixed, query, budget)
    done: dict[int, _Judged] = {one.place: one for one in (*free, *fixed)}
    count = 0
    for one in sorted(free, key=lambda one: (-one.score, one.place)):
        if one.state == "merged":
            continue
        if top_k is not None and count >= top_k:
            done[one.place] = replace(one, reason=f"beyond the first {top_k:,}")
            continue
        done[one.place] = filling.placed(one)
        count += done[one.place].state == "in"
    return [done[place] for place in sorted(done)]


# --- the text ---------------------------------------------------------------------------------------------------------


def _sources(chosen: Sequence[_Judged]) -> dict[str, int]:
    """A number for each source that is in, in the order of the text."""
    numbers: dict[str, int] = {}
    for one in chosen:
        item = one.passage.item
        numbers.setdefault(item.source or item.id, len(numbers) + 1)
    return numbers


def _text(chosen: Sequence[_Judged]) -> str:
    """The passages in the order of their items, each source once under its number, and the list of the sources."""
    chosen = sorted(chosen, key=lambda one: (one.state != "pinned", one.place))
    numbers = _sources(chosen)
    parts: list[str] = []
    last = ""
    for one in chosen:
        item = one.passage.item
        name = item.source or item.id
        if name != last:
            parts.append(f"[{numbers[name]}] {item.title or item.source or 'note'}")
            last = name
        parts.append(one.text)
    if any(one.passage.item.source.startswith("http") for one in chosen):
        told = {name: one.passage.item for one in chosen for name in [one.passage.item.source or one.passage.item.id]}
        parts.append("Sources:\n" + "\n".join(f"[{numbers[name]}] {name}" for name in told))
    return "\n\n".join(parts)


def _written(judged: Sequence[_Judged], query: str, budget: int, powers: dict[str, float]) -> Packed:
    chosen = [one for one in judged if one.state in ("in", "pinned")]
    ordered = sorted(chosen, key=lambda one: (one.state != "pinned", one.place))
    numbers = _sources(ordered)
    text = _text(chosen) if chosen else ""
    items = {one.passage.item.source or one.passage.item.id: one.passage.item for one in ordered}
    pieces = tuple(_piece(one, numbers) for one in judged)
    return Packed(
        query=query,
        text=text,
        tokens=count_tokens(text),
        budget_tokens=budget,
        pieces=pieces,
        pinned=tuple(dict.fromkeys(one.passage.item.id for one in chosen if one.state == "pinned")),
        sources=tuple(
            PackedSource(number=numbers[name], title=item.title, source=item.source, at=item.at)
            for name, item in items.items()
        ),
        weights=powers,
    )


def _piece(one: _Judged, numbers: Mapping[str, int]) -> PackedPiece:
    item = one.passage.item
    return PackedPiece(
        item=item.id,
        source=numbers.get(item.source or item.id, 0),
        text=one.text or one.passage.text,
        start=one.passage.start,
        tokens=one.passage.tokens,
        state=one.state,
        score=one.score,
        factors=dict(one.factors),
        reason=one.reason,
    )
