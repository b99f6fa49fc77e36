"""A provider that is too slow for all pieces looks again at those that shared words bring nearest to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .embed import Embedder, Vectors
from .likeness import space
from .vetting import Vetting

_NEAR: Final = 0.25  # lexical likeness from which another look may pay


def looked_again(
    texts: Sequence[str],
    vectors: Vectors,
    groups: Sequence[Sequence[int]],
    provider: Embedder,
    threshold: float,
    vetting: Vetting,
    most: int,
) -> list[list[int]]:
    """The groups, joined where the provider finds their first rows alike; it is asked for `most` texts at most.

    `vectors` are lexical, a row a text.
    """
    joined = [list(group) for group in groups]
    seen = _nearest(vectors, [group[0] for group in groups])[:most]
    if len(seen) < 2:
        return joined
    rows = provider.embed([texts[joined[place][0]] for place in seen], "passage")
    table = space(rows, threshold).likeness(range(len(seen)), range(len(seen)))
    pairs = sorted((-float(table[a, b]), a, b) for b in range(len(seen)) for a in range(b))
    home = list(seen)
    for score, a, b in pairs:
        one, other = home[a], home[b]
        if -score >= threshold and one != other and all(vetting.allows(row, joined[one]) for row in joined[other]):
            joined[one] += joined[other]
            joined[other] = []
            home = [one if place == other else place for place in home]
    return [sorted(group) for group in joined if group]


def _nearest(vectors: Vectors, leaders: Sequence[int]) -> list[int]:
    """The places of leaders that are near another, the nearest first."""
    near = space(vectors, _NEAR).take(leaders)
    best: dict[int, float] = {}
    for place in range(len(leaders)):
        for other, score in near.leaders_near(place):
            best[place] = max(best.get(place, 0.0), score)
            best[other] = max(best.get(other, 0.0), score)
        near.lead(place)
    return sorted(best, key=lambda place: (-best[place], place))
