"""How the signals add up: a logistic regression, fitted by `benchmarks/descriptions.py --fit` on its tuning half. Pure.

Weights are rounded; a positive one speaks for furniture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

BY_WORDS: Final[Mapping[str, float]] = {
    "capitals": 1.7,
    "starts": 2.6,
    "glue": -0.8,
    "run": 2.3,
    "ended": -1.4,
    "opening": 1.5,
    "furniture": 2.0,
    "notice": 3.0,
    "marks": 1.5,
    "repeats": 2.0,
    "numbers": 1.0,
    "links": 3.0,
    "code": 3.0,
    "": -3.2,
}
BY_CHARACTERS: Final[Mapping[str, float]] = {
    "particles": -2.0,
    "run": -2.0,
    "ended": -2.0,
    "opening": 1.5,
    "furniture": 3.0,
    "notice": 3.0,
    "marks": 2.0,
    "repeats": 2.0,
    "numbers": 1.0,
    "links": 3.0,
    "code": 3.0,
    "": 1.0,
}
"""The weight of each signal, and of "", which is always 1; by words and by Chinese or Japanese characters."""


def contributions(signals: Mapping[str, float]) -> dict[str, float]:
    """What each signal adds; together with the weight of "" they are the log-odds of furniture."""
    weights = BY_CHARACTERS if "particles" in signals else BY_WORDS
    return {name: weights[name] * value for name, value in signals.items()}


def score(signals: Mapping[str, float]) -> float:
    """How sure it is that this is furniture, 0–1."""
    weights = BY_CHARACTERS if "particles" in signals else BY_WORDS
    return 1 / (1 + math.exp(-(weights[""] + sum(contributions(signals).values()))))
