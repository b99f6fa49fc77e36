"""What a text tells where nobody asked: the lead of each paragraph first, and what is dense in facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..negation import negations

if TYPE_CHECKING:
    from ..lexical import Floats
    from .index import Indexed

_LEAD: Final = 0.5  # of the densest sentence: what opening a paragraph is worth; the second sentence has half of it
_NEGATED: Final = 2.0  # a negation turns a sentence around, so it weighs more than a figure
_NUMBER: Final = 1.0
_NAME: Final = 0.5
_SMOOTH: Final = 8.0  # tokens added to each cost, so that "Yes, 3." is not the densest of all
_FIGURE: Final = re.compile(r"\d[\d,.]*\d|\d")
_NAMED: Final = re.compile(
    r"(?<![.!?] )(?<=\s)[\"'(“]*[A-Z\u00c0-\u00de][\w'’-]*|《[^》]{1,40}》|“[^”]{1,40}”|「[^」]{1,40}」"
)


def structure(index: Indexed) -> Floats:
    """By unit a score of 0 to 1.5: place in its paragraph, and facts for each token."""
    import numpy as np

    facts = np.asarray([_facts(text) for text in index.texts], dtype=np.float64)
    density = facts / (index.costs + _SMOOTH)
    best = np.quantile(density, 0.95) if len(density) else 0.0
    return _LEAD / (1 + index.position) + np.minimum(1.0, density / (best or 1.0))


def _facts(text: str) -> float:
    numbers = len(set(_FIGURE.findall(text)))
    names = len(set(_NAMED.findall(text)))
    return _NUMBER * numbers + _NAME * names + _NEGATED * len(negations(text))
