"""What of a text a budget admits: head and tail, or a window that reads on. Pure; lengths are code points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..types import Omitted
from .seams import Seams

Notice = Callable[[int, int], str]
"""Builds the line in the gap from (characters omitted, where to read on)."""

_TORN_LINE = 1_000  # a line longer than this is not given up for the sake of a whole last line


@dataclass(frozen=True, slots=True)
class Cut:
    """The admitted text, never longer than the budget, and the gap in it."""

    text: str
    omitted: Omitted | None = None


def cut(
    text: str,
    *,
    budget_chars: int,
    start: int = 0,
    by_items: bool = False,
    notice: Notice,
    beyond: str = "",
) -> Cut:
    """The part of `text` that fits into `budget_chars`, notice included.

    From the start: all of it, or head and tail at 75 to 25 with the notice between them. From `start` on: a window,
    followed by the notice while more is left; windows read one after the other give the whole text. `by_items` cuts
    between list items, rows and entries and counts those left out. `beyond` is a closing line for a text that is
    itself cut at a cap.
    """
    if start >= len(text) and start > 0:
        return Cut(f"[start {start:,} lies past the end: the page has {len(text):,} characters]"[:budget_chars])
    closing = f"\n\n{beyond}" if beyond else ""
    if len(text) - start + len(closing) <= budget_chars:
        return Cut(text[start:] + closing)
    frame = _Frame(Seams(text, by_items=by_items), len(text), notice, by_items, budget_chars)
    return _window(text, start, frame) if start > 0 else _head_and_tail(text, frame, closing)


class _Frame:
    """What stands in the gap, and how much of the budget it leaves."""

    def __init__(self, seams: Seams, total: int, notice: Notice, by_items: bool, budget_chars: int) -> None:
        self.seams = seams
        self.budget = budget_chars
        self._by_items = by_items
        # An address may be longer than a small budget: then the bare count stands for the notice.
        self._notice = notice if len(notice(total, total)) <= budget_chars // 2 else _bare_notice
        longest = self._lines(total, total, total if by_items else 0)
        self.room = max(1, budget_chars - len(longest) - 4)  # four line ends stand round the gap at most

    def gap(self, start: int, end: int) -> str:
        """The bracketed lines for what lies between these two places."""
        return self._lines(end - start, start, self.seams.items(start, end) if self._by_items else 0)

    def _lines(self, chars: int, start: int, items: int) -> str:
        count = f"[... {items:,} more item{'' if items == 1 else 's'} ...]\n" if items else ""
        return count + self._notice(chars, start)


def _bare_notice(chars: int, _start: int) -> str:
    return f"[... {chars:,} chars omitted ...]"


def _head_and_tail(text: str, frame: _Frame, closing: str) -> Cut:
    room = max(1, frame.room - len(closing))
    end = frame.seams.before(min(frame.budget * 3 // 4, room))
    start = frame.seams.after(len(text) - min(frame.budget // 4, room - end))
    tail = text[start : _last_line_end(text) if closing else len(text)] + closing
    joined = f"{_closed(text[:end])}{frame.gap(end, start)}\n\n{tail}"
    return Cut(joined[: frame.budget], Omitted(start=end, chars=start - end))


def _window(text: str, start: int, frame: _Frame) -> Cut:
    end = frame.seams.before(start + frame.room, floor=start)
    joined = _closed(text[start:end]) + frame.gap(end, len(text))
    return Cut(joined[: frame.budget], Omitted(start=end, chars=len(text) - end))


def _closed(head: str) -> str:
    """The head with a blank line after it, so that the notice is no part of its last list item or paragraph."""
    return head + ("\n" if head.endswith("\n") else "\n\n")


def _last_line_end(text: str) -> int:
    """Where the last whole line of a text cut at a cap ends."""
    end = text.rfind("\n", len(text) - _TORN_LINE) + 1
    return end or len(text)
