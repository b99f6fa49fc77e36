"""What a question means without naming it: passages whose titles stand in the sentences that fit best.

"Where was the director of that film born?" names the film; the film's sentence names the director; the director has a
passage of his own, and it answers. On 49 questions of HotpotQA this was worth 3 to 9
points of supporting sentences, at 10 to 50 % of the tokens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..lexical import Floats
    from .index import Indexed

_SEEDS: Final = 5  # of the best units, where the titles is looked for
_NEXT_SEED: Final = 0.8  # what the titles from the next best seed is worth
_COVERED: Final = 0.8  # of a title's weight that a seed must name
_NOT_FIRST: Final = 0.5  # a passage tells in its first sentence what it is about


def linked(index: Indexed, score: Floats) -> Floats:
    """By unit from 0 to 1: how surely the best units of `score` name the passage that it stands in."""
    import numpy as np

    boost: Floats = np.zeros(len(score))
    titles = index.titles
    if not titles.size:
        return boost
    candidates = np.where(index.is_heading, -1.0, score)
    seeds = np.argsort(-candidates, kind="stable")[:_SEEDS]
    for rank, seed in enumerate(seeds.tolist()):
        if candidates[seed] <= 0:
            break
        covered = titles.covered(index.texts[seed])
        if titles.of_unit[seed] >= 0:
            covered[titles.of_unit[seed]] = 0.0
        covered[covered < _COVERED] = 0.0
        np.maximum(boost, _NEXT_SEED**rank * np.append(covered, 0.0)[titles.of_unit], out=boost)
    first = (index.position == 0) & ~index.is_heading
    boost *= np.where(first, 1.0, _NOT_FIRST) * ~index.is_heading
    return boost
