"""What the answers of any service may tell beside what was asked: an allowance, a cost, what to do. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from .fields import Quota
from .outcomes import MALFORMED
from .types import Attempt, UsageRecord
from .wire import Answer

MAX_USD = 1_000.0  # of one call: more is a misread number

T = TypeVar("T")


class Service:
    """A service behind HTTP that says what it can say; every answer is shown to it, error and challenge pages too.

    `quota` and `usd` may raise ValueError, LookupError or TypeError on an answer of another shape.
    """

    def quota(self, answer: Answer) -> Quota | None:
        """What the answer tells of the allowance; None when nothing."""
        return None

    def usd(self, answer: Answer) -> float | None:
        """What the call cost in US dollars; None when the service does not say."""
        return None

    def remark(self, answer: Answer) -> str:
        """What to do about an answer that failed, where the service's own words do not say; "" for nothing."""
        return ""

    def reading(self, answer: Answer) -> Quota | None:
        """`quota` where it makes sense."""
        quota = told(self.quota, answer)
        return quota if quota is not None and type(quota.remaining) is int and quota.remaining >= 0 else None

    def cost(self, answer: Answer) -> float | None:
        """`usd` where it makes sense."""
        usd = told(self.usd, answer)
        return usd if isinstance(usd, float | int) and 0 <= usd < MAX_USD else None


def told(ask: Callable[[Answer], T], answer: Answer) -> T | None:
    """What `ask` reads out of the answer; None where the answer is of another shape."""
    try:
        return ask(answer)
    except MALFORMED:
        return None


def record_of(attempt: Attempt, quota: Quota | None, *, action: Literal["search", "fetch"], ts: float) -> UsageRecord:
    """The line of the usage log that an attempt comes to; `ts` is when it ended (Unix time)."""
    return UsageRecord(
        ts=ts,
        backend=attempt.backend,
        outcome=attempt.outcome,
        remaining=attempt.remaining,
        elapsed_ms=attempt.elapsed_ms,
        action=action,
        limit=quota.limit if quota else None,
        resets_at=quota.resets_at if quota else None,
        usd=attempt.usd,
    )
