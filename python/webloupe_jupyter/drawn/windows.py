"""Quota windows in words, and the one to keep an eye on. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from webloupe.types import QuotaWindow
from webloupe.usage import told

from ..shapes import Level, QuotaShape, WindowShape
from ..text import one_line

_LOW, _CRITICAL = 0.2, 0.05


def newest(windows: Iterable[QuotaWindow]) -> tuple[QuotaWindow, ...]:
    """Each backend's first one, which is its newest."""
    first: dict[str, QuotaWindow] = {}
    for window in windows:
        first.setdefault(window.backend, window)
    return tuple(first.values())


def drawn_window(window: QuotaWindow, now: datetime) -> WindowShape:
    """A window in one line; times are in `now`'s zone."""
    return WindowShape(
        backend=one_line(window.backend),
        text=one_line(told.window(window, now)),
        warning=one_line(window.warning),
        share=share(window, now),
        level=level(window, now),
    )


def quota(windows: Iterable[QuotaWindow], now: datetime) -> QuotaShape:
    """The running window with the least share left; one whose share is unknown only where there is no other."""
    running = [one for one in newest(windows) if one.remaining is not None and not is_over(one, now)]
    if not running:
        return QuotaShape()
    least = min(running, key=lambda one: (share(one, now) is None, share(one, now) or 0.0, one.remaining))
    return QuotaShape(
        backend=one_line(least.backend),
        remaining=least.remaining or 0,
        limit=least.ceiling,
        resets_at=least.resets_at,
        warning=one_line(least.warning),
        level=level(least, now),
    )


def is_over(window: QuotaWindow, now: datetime) -> bool:
    """Whether the allowance came back since: what was left then says nothing more."""
    return window.resets_at is not None and window.resets_at <= now.timestamp()


def share(window: QuotaWindow, now: datetime) -> float | None:
    """What is left of the ceiling, 0–1; None where that is not known, or not any more."""
    if window.remaining is None or not window.ceiling or is_over(window, now):
        return None
    return max(0.0, min(1.0, window.remaining / window.ceiling))


def level(window: QuotaWindow, now: datetime) -> Level:
    """Whether it wants a look: 20 % left or a warning is low, 5 % or nothing left is critical."""
    if is_over(window, now):
        return "fine"
    left = share(window, now)
    if window.remaining == 0 or (left is not None and left < _CRITICAL):
        return "critical"
    return "low" if window.warning or (left is not None and left < _LOW) else "fine"
