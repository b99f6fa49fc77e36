"""How the signals add up: a logistic regression, fitted by `benchmarks/descriptions.py --fit` on its tuning half. Pure.

Weights are rounded; a positive one speaks for furniture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

BY_WORDS: Final[Mapping[str, float]] = {
    "capitals": 1.2,
    "starts": 2.7,
    "glue": -2.7,
    "run": 1.6,
    "ended": -2.6,
    "items": 1.4,
    "covered": 2.5,
    "opening": 2.2,
    "furniture": 1.7,
    "notice": 2.4,
    "marks": 2.0,
    "repeats": 2.1,
    "numbers": 2.7,
    "links": 3.4,
    "code": 2.0,
    "": -1.5,
}
BY_CHARACTERS: Final[Mapping[str, float]] = {
    "particles": -2.0,
    "barren": 3.5,
    "run": -4.4,
    "ended": -2.5,
    "covered": 3.5,
    "opening": 0.5,
    "furniture": 1.4,
    "notice": 1.9,
    "marks": 0.7,
    "repeats": 0.0,
    "numbers": 0.1,
    "links": 0.0,
    "code": 0.0,
    "": 2.9,
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
