"""How much each unit has to do with a question: its own words, those around it, and where the trail leads from there.

The weights are round numbers, each from a plateau seen on the questions of `benchmarks/compress_extract.py`, in both
halves of them; no questions were held out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .second_hop import linked

if TYPE_CHECKING:
    from ..embed import Embedder
    from ..lexical import Floats
    from .index import Indexed

_HEADING: Final = 0.3  # of what its heading scores: "It was built in 1904" under "The old bridge"
_NEIGHBOUR: Final = 0.3  # of what the sentences beside it in the paragraph score
_CHUNK: Final = 0.4
_PARAGRAPH: Final = 0.3
_LINKED: Final = 1.0  # a passage that the best hits name is as good as a hit
_MEANING: Final = 0.5  # vectors alone find less than words do, beside them they add
_KEYWORDS: Final = 0.75  # of the best hit: they move what ranks alike more than what the question means


def relevance(index: Indexed, task: str, embed: Embedder | None = None) -> Floats:
    """By unit a score of 0 and more; a unit that the question means, in a passage that it means, has about 2."""
    own = index.lexicon.scores(task)
    named = own[index.headings] * (index.headings >= 0) * ~index.is_heading if len(own) else own
    score: Floats = (
        _of_best(_with_neighbours(index, own + _HEADING * named))
        + _CHUNK * _of_best(index.by_chunk.scores(task))[index.chunk]
        + _PARAGRAPH * _of_best(index.by_paragraph.scores(task))[index.paragraph]
    )
    score = score + _LINKED * linked(index, score)
    if embed is not None:
        score = score + _MEANING * _of_best(index.likeness(task, embed, score))
    return score


def _with_neighbours(index: Indexed, score: Floats) -> Floats:
    """The scores with a share of those before and after, as far as the paragraph goes."""
    near = score.copy()
    same = index.paragraph[1:] == index.paragraph[:-1]
    near[1:] += _NEIGHBOUR * score[:-1] * same
    near[:-1] += _NEIGHBOUR * score[1:] * same
    return near


def _of_best(score: Floats) -> Floats:
    """As shares of the best, so that long texts and short ones compare."""
    best = score.max(initial=0.0)
    return score / best if best > 0 else score


def with_keywords(index: Indexed, score: Floats, keywords: Sequence[str]) -> Floats:
    """The scores, raised where the keywords are dense."""
    if not keywords:
        return score
    return score + _KEYWORDS * _of_best(index.lexicon.scores(" ".join(keywords)))
