"""How much a passage is needed: relevance × recency × authority × task, each to the power of its weight."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ...errors import BadInput
from ...types import Authority, ContextItem
from ..embed import Embedder
from ..lexical import Lexicon

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


def relevances(query: str, passages: Sequence[Passage], embed: Embedder | None) -> list[float]:
    """How near each passage is to the query, from `FLOOR` to 1: cosine of an embedder, else BM25 beside the best.

    Titles count with their passages.
    """
    import numpy as np

    texts = [f"{passage.item.title}\n{passage.heading}\n{passage.text}" for passage in passages]
    if not query.strip() or not texts:
        return [1.0] * len(texts)
    if embed is not None:
        vectors = np.asarray(embed.embed(texts, "passage"), dtype=float)
        asked = np.asarray(embed.embed([query], "query"), dtype=float)[0]
        lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(asked)
        cosines = (vectors @ asked) / np.where(lengths > 0, lengths, 1.0)
        return [max(FLOOR, min(1.0, float(cosine))) for cosine in cosines]
    scores = Lexicon(texts).scores(query)
    best = float(scores.max()) or 1.0
    return [max(FLOOR, float(score) / best) for score in scores]


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
