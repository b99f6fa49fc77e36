"""How much a passage is needed: relevance × recency × authority × task, each to the power of its weight."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadInput
from ...types import Authority, ContextItem
from ..embed import Embedder, embedder
from ..groups import Embed
from ..lexical import Lexicon
from .items import moment

if TYPE_CHECKING:
    from .passages import Passage

AUTHORITY: Final[Mapping[Authority, float]] = {"system": 1.0, "user": 0.9, "web": 0.7, "derived": 0.5}
"""A model's own earlier words count half: they may be wrong, and what they were made of may be there as well."""
WEIGHTS: Final[Mapping[str, float]] = {"relevance": 1.0, "recency": 0.3, "authority": 0.5, "task": 1.0}
"""Relevance leads. Recency alone halves a passage only after about seven half-lives."""
HALF_LIFE_S: Final = 30 * 86_400.0
UNDATED: Final = 0.5  # as if one half-life old
FLOOR: Final = 0.02
"""Relevance of what shares no word with the query: above 0, so that the other factors still put it in an order."""


def weights_of(given: Mapping[str, float] | None) -> dict[str, float]:
    """The weights with what is given in place of the usual ones. BadInput for an unknown name or a bad number."""
    weights = dict(WEIGHTS)
    for name, value in (given or {}).items():
        if name not in weights:
            raise BadInput(f"There is no weight {name!r}.", f"Known: {', '.join(weights)}.")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10:
            raise BadInput(f"The weight of {name} cannot be {value!r}.", "It is a number from 0 to 10.")
        weights[name] = float(value)
    return weights


def moment_of(now: Any, items: Iterable[ContextItem]) -> float | None:
    """`now` as a Unix time; where it is None that of the newest item, None where no item has a time."""
    if now is None:
        return max((item.at for item in items if item.at is not None), default=None)
    told = moment(now)
    if told is None:
        raise BadInput(f"now cannot be {now!r}.", "It is a Unix time in seconds, or a date such as 2026-11-30.")
    return told


def relevances(query: str, passages: Sequence[Passage], embed: Embed | None) -> list[float]:
    """How near each passage is to the query, from `FLOOR` to 1: cosine of an embedder, else BM25 beside the best.

    Titles count with their passages. An embedder that is slow sees only what has most of the words.
    """
    if not query.strip() or not passages:
        return [1.0] * len(passages)
    texts = [f"{passage.item.title}\n{passage.heading}\n{passage.text}" for passage in passages]
    by = None if embed is None or embed == "lexical" else embedder(embed)
    most = getattr(by, "most", None) if by else None
    if by is not None and (most is None or len(texts) <= most):
        return [max(FLOOR, min(1.0, cosine)) for cosine in _cosines(by, query, texts)]
    scores = _lexicon(tuple(texts)).scores(query)
    best = float(scores.max()) or 1.0
    told = [max(FLOOR, float(score) / best) for score in scores]
    if by is None or most is None:
        return told
    first = sorted(range(len(told)), key=lambda place: (-told[place], place))[:most]
    cosines = dict(zip(first, _cosines(by, query, [texts[place] for place in first]), strict=True))
    # What it did not see is below all that it saw, in the order of the words.
    lowest = min(cosines.values())
    return [max(FLOOR, min(1.0, cosines.get(at, min(1.0, lowest) * share))) for at, share in enumerate(told)]


@lru_cache(2)
def _lexicon(texts: tuple[str, ...]) -> Lexicon:
    """The last ones are remembered: the next query is mostly to the same texts."""
    return Lexicon(texts)


def _cosines(by: Embedder, query: str, texts: Sequence[str]) -> list[float]:
    import numpy as np

    vectors = np.asarray(by.embed(texts, "passage"), dtype=float)
    asked = np.asarray(by.embed([query], "query"), dtype=float)[0]
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(asked)
    return [float(cosine) for cosine in (vectors @ asked) / np.where(lengths > 0, lengths, 1.0)]


def factors(item: ContextItem, relevance: float, now: float | None) -> dict[str, float]:
    """The four factors of a passage of `item`."""
    return {
        "relevance": round(relevance, 4),
        "recency": round(recency(item.at, now), 4),
        "authority": AUTHORITY[item.authority],
        "task": item.task_weight,
    }


def recency(at: float | None, now: float | None) -> float:
    """1 for what is new at `now`, half of it a half-life later."""
    if at is None or now is None:
        return UNDATED if now is not None else 1.0
    return math.exp2(-max(0.0, now - at) / HALF_LIFE_S)


def score(of: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The weighted product, rounded so that equal input gives an equal order on every machine."""
    return round(math.prod(math.pow(max(of[name], 0.0), weight) for name, weight in weights.items()), 6)
