"""Shared words as the measure of likeness: TF-IDF over words and CJK bigrams, with no weights to load.

Passages are weighted as ltc of SMART with an inverse document frequency between 1 and 2: in a large collection a rare
word would else outweigh the rest of its sentence, and two copies that differ by one such word would not be alike.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from ...language import terms
from .sparse import Sparse, from_rows

_FUNCTION_WEIGHT: Final = 0.6  # of words that only hold a sentence together
_LEAST_COLLECTION: Final = 50  # texts below which frequencies tell little: of two texts, all that differs is rare
_SIGN_WEIGHT: Final = 0.7  # of single CJK signs beside their bigrams, so that one exchanged sign does not count thrice
_FUNCTION_WORDS: Final = frozenset(
    terms(
        "a an the this that these those it its he his him she her they their them we our you your i my me "
        "who which what is are was were be been being am do does did has have had will would can could "
        "should and or but if of to in on at by for from with as than then so there here also into about "
        "over under after before 的 了 是 在 和 与 及 也 而 就 都 还 已 将 会 对 为 被 把 从 到 以 于 其 之 "
        "这 那 一 个"
    )
)


class Lexical:
    """The provider without weights. Vectors are sparse; those of "query" know no document frequencies."""

    name = "lexical"

    def embed(self, texts: Sequence[str], kind: Literal["query", "passage"] = "passage") -> Sparse:
        """A row a text; a text without words has an empty one."""
        counts = [Counter(_features(text)) for text in texts]
        spread = Counter(feature for row in counts for feature in row) if kind == "passage" else Counter[str]()
        scale = math.log(max(_LEAST_COLLECTION, len(texts)))
        weights = {
            feature: _weight(feature) * (2 - math.log(number) / scale) ** 0.5 for feature, number in spread.items()
        }
        return from_rows(
            [
                {
                    zlib.crc32(feature.encode("utf-8", "surrogatepass")): (1 + math.log(often))
                    * (weights.get(feature) or _weight(feature))
                    for feature, often in row.items()
                }
                for row in counts
            ]
        )


def _features(text: str) -> Iterator[str]:
    for term in terms(text):
        yield term
        if len(term) == 2 and _is_bigram(term):
            yield term[0]


def _is_bigram(term: str) -> bool:
    return term[0] >= "\u2e80"


def _weight(feature: str) -> float:
    if feature in _FUNCTION_WORDS:
        return _FUNCTION_WEIGHT
    return _SIGN_WEIGHT if len(feature) == 1 and _is_bigram(feature) else 1.0
