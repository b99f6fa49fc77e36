"""The passages that a query needs most of everything known, within a budget, with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ...errors import BadInput
from ...tokens import count_tokens
from ...types import ContextItem, Packed, PackedPiece
from ..groups import Embed
from . import scoring
from .filling import Judged, filled, shown
from .items import items_of
from .passages import passages, size_for
from .writing import numbers, sources, written


def pack(
    items: Iterable[Any] | Any,
    *,
    query: str,
    budget_tokens: int,
    top_k: int | None = None,
    pinned: Iterable[Any] | Any = (),
    weights: Mapping[str, float] | None = None,
    now: Any = None,
    embed: Embed | None = None,
) -> Packed:
    """A text of at most `budget_tokens` o200k tokens, of what `query` needs most of `items`.

    Items are results, pages, texts, mappings (see `ContextItem`), messages of a chat. What is `pinned` is always in,
    word for word: items as well, or ids or sources of `items`; so are items that say so themselves. At most `top_k`
    other passages are in. `weights` are the powers of relevance, recency, authority and task (0 to 10; see
    `scoring.WEIGHTS`). `now` is a Unix time or a date; None is that of the newest item, so that equal input gives an
    equal text. `embed` None measures relevance by words.

    BadInput when what is pinned alone is more than the budget, or an argument cannot be meant.
    """
    _check(query, budget_tokens, top_k)
    powers = scoring.weights_of(weights)
    known = _with_pins(items_of(items), pinned)
    moment = scoring.moment_of(now, known)
    judged = _judged(known, query, budget_tokens, powers, moment, embed)
    return _packed(filled(judged, query, budget_tokens, top_k, embed), query, budget_tokens, powers)


def _check(query: object, budget_tokens: object, top_k: object) -> None:
    if not isinstance(query, str):
        raise BadInput("The query must be text.", "Say in words what the context is for.")
    if isinstance(budget_tokens, bool) or not isinstance(budget_tokens, int) or budget_tokens < 1:
        raise BadInput(f"A budget cannot be {budget_tokens!r} tokens.", "It is a whole number, such as 4000.")
    if top_k is not None and (isinstance(top_k, bool) or not isinstance(top_k, int) or top_k < 1):
        raise BadInput(f"top_k cannot be {top_k!r}.", "It is a number of passages, 1 or more.")


def _with_pins(items: Sequence[ContextItem], pinned: Iterable[Any] | Any) -> list[ContextItem]:
    """What is pinned and not among the items, then the items, marked where they are pinned."""
    given = list(pinned) if isinstance(pinned, list | tuple | set | frozenset) else [pinned]
    names = {name for one in items for name in (one.id, one.source) if name == one.id or "://" in name}
    named = {one for one in given if isinstance(one, str) and one in names}
    more = items_of([one for one in given if not (isinstance(one, str) and one in named)])
    marked = {one.id for one in more}
    here = [
        replace(one, pinned=one.pinned or one.id in marked or not named.isdisjoint((one.id, one.source)))
        for one in items
    ]
    known = {one.id for one in here}
    return [*(replace(one, pinned=True) for one in more if one.id not in known), *here]


def _judged(
    items: Sequence[ContextItem],
    query: str,
    budget: int,
    powers: Mapping[str, float],
    now: float | None,
    embed: Embed | None,
) -> list[Judged]:
    """Every passage with its factors and score."""
    found = [passage for item in items for passage in passages(item, size_for(budget))]
    told = scoring.relevances(query, found, embed)
    judged = []
    for place, (passage, relevance) in enumerate(zip(found, told, strict=True)):
        factors = scoring.factors(passage.item, relevance, now)
        judged.append(Judged(passage, factors, scoring.score(factors, powers), place))
    return judged


def _packed(judged: Sequence[Judged], query: str, budget: int, powers: dict[str, float]) -> Packed:
    chosen = shown([one for one in judged if one.state in ("in", "pinned")])
    number = numbers(chosen)
    text = written(chosen)
    return Packed(
        query=query,
        text=text,
        tokens=count_tokens(text),
        budget_tokens=budget,
        pieces=tuple(_piece(one, number.get(one.passage.item.id, 0)) for one in judged),
        pinned=tuple(dict.fromkeys(one.passage.item.id for one in judged if one.state == "pinned")),
        sources=tuple(sources(chosen)),
        weights=powers,
    )


def _piece(one: Judged, source: int) -> PackedPiece:
    return PackedPiece(
        item=one.passage.item.id,
        source=source,
        text=one.text or one.passage.text,
        start=one.passage.start,
        tokens=one.passage.tokens,
        state=one.state,
        score=one.score,
        factors=dict(one.factors),
        reason=one.reason,
    )
