"""How much of each class of facts stays at which budget: what a slider shows before anybody decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..tokens import count_tokens
from ..types import CurvePoint
from .expand import expand
from .report import Yardstick


def curve(raw: str, shorten: Callable[[int], str], budgets: Sequence[int]) -> tuple[CurvePoint, ...]:
    """A point for each budget (tokens), in the order given: what `shorten(budget)` keeps of the facts of `raw`.

    The facts of `raw` are found once for all points. `tokens` is what the short text really has, which may be less
    than the budget, or more where it could not be met.
    """
    yardstick = Yardstick(raw)
    points = []
    for budget in budgets:
        short = shorten(budget)
        recall = yardstick.measure(short if short == raw else expand(short)).recall
        points.append(
            CurvePoint(
                budget_tokens=budget,
                tokens=count_tokens(short),
                recall={str(name): share for name, share in recall.items()},
            )
        )
    return tuple(points)
