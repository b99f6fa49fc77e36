"""Where a text may be cut: at line ends outside code fences, never inside a link, a table row or a list item.

Everything looks at the neighbourhood of the cut alone but for the fences, whose state comes from the start of the
text; so a text of millions of characters costs milliseconds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

_FENCE = re.compile(r"\n[ \t>]*(`{3,}|~{3,})([^\n]*)")  # begins with a plain character: searched at memchr's speed
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)]|#{1,6})[ \t]|[ \t]*(?:\||$)", re.MULTILINE)
_MARKED_ITEM = re.compile(r"\n[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S|\n[ \t]*\|(?![ \t]*:?-{3})")
_FILLED_LINE = re.compile(r"\n[ \t]*[^\s]")
_XML_ITEMS = ("url", "sitemap", "item", "entry")
_XML_ITEM = re.compile(rf"[ \t]*</?(?:{'|'.join(_XML_ITEMS)})[\s>]")
_MARK = re.compile(r"\\.|[\[\]]", re.DOTALL)

_NEIGHBOURHOOD = 4_096  # characters looked at on each side of a cut; longer links than that are not met in pages
_NESTED_PARENS = 8  # parentheses inside an address that are followed
_KEEP = 8  # a seam is within reach while it leaves at least one eighth of the room


class Seams:
    """The safe places of one text. `by_items` keeps list items, sections and XML entries whole."""

    def __init__(self, text: str, *, by_items: bool = False) -> None:
        self._text = text
        self._by_items = by_items
        self._xml = by_items and text[:200].lstrip("\ufeff \t\r\n").startswith("<")
        self._fences = _fences(text)

    def before(self, limit: int, *, floor: int = 0) -> int:
        """The best place for an end, in (floor, limit]; `limit` itself only when there is no better one."""
        text = self._text
        if limit >= len(text):
            return len(text)
        reach = floor + (limit - floor) // _KEEP
        cut = text.rfind("\n", floor, limit) + 1
        if cut <= reach and not (cut > floor and self._in_row(cut)):
            return self._inline_before(limit, floor)
        fence = self._fence_around(cut)
        if fence and fence[0] > reach:
            cut = fence[0]
        if self._by_items:
            cut = self._item_before(cut, reach)
        link = link_around(text, cut)
        if link and link[0] > floor:
            whole = text.rfind("\n", floor, link[0]) + 1
            cut = whole if whole > reach else link[0]
        return cut

    def after(self, limit: int) -> int:
        """The best place for a beginning, in [limit, len(text)]."""
        text = self._text
        if limit <= 0 or limit >= len(text):
            return max(0, min(limit, len(text)))
        reach = len(text) - (len(text) - limit) // _KEEP
        cut = text.find("\n", limit - 1) + 1 or len(text)
        if cut >= reach and not self._in_row(text.rfind("\n", 0, limit) + 1):
            return self._inline_after(limit)
        fence = self._fence_around(cut)
        if fence and fence[1] < reach:
            cut = fence[1]
        if self._by_items:
            cut = self._item_after(cut, reach)
        link = link_around(text, cut)
        if link:
            cut = text.find("\n", link[1] - 1) + 1 or len(text)
        return cut

    def items(self, start: int, end: int) -> int:
        """How many items begin in this stretch: list items and table rows, else lines with something on them."""
        stretch = "\n" + self._text[start:end]
        if self._xml:
            return sum(stretch.count(f"<{name}{close}") for name in _XML_ITEMS for close in "> \n")
        return sum(1 for _ in _MARKED_ITEM.finditer(stretch)) or sum(1 for _ in _FILLED_LINE.finditer(stretch))

    def _in_row(self, line_start: int) -> bool:
        """Whether the line that begins here is a row of a markdown table."""
        return self._text[line_start : line_start + 80].lstrip(" \t>").startswith("|")

    def _fence_around(self, at: int) -> tuple[int, int] | None:
        """The fenced block that a cut here would open up."""
        index = bisect_right(self._fences, (at, len(self._text) + 1)) - 1
        if index < 0:
            return None
        start, end = self._fences[index]
        return (start, end) if start < at < end else None

    def _starts_item(self, at: int) -> bool:
        """Whether a new item begins with this line: continuation lines are indented and bear no mark of their own."""
        text = self._text
        if self._xml:
            return _XML_ITEM.match(text, at) is not None
        return text[at : at + 1] not in (" ", "\t") or _ITEM.match(text, at) is not None

    def _item_before(self, cut: int, reach: int) -> int:
        """The last item start at or before this line start; the place itself when none is within reach."""
        at = cut
        while at > reach and not self._starts_item(at):
            at = self._text.rfind("\n", 0, at - 1) + 1
        return at if at > reach else cut

    def _item_after(self, cut: int, reach: int) -> int:
        at = cut
        while at < reach and not self._starts_item(at):
            at = self._text.find("\n", at) + 1 or len(self._text)
        return at if at < reach else cut

    def _inline_before(self, limit: int, floor: int) -> int:
        """An end inside a line that is too long to give up: after an entry, a sentence or a word, outside links."""
        text, low = self._text, max(floor, limit - _NEIGHBOURHOOD)
        cut = limit
        if self._xml:
            cut = max(text.rfind(f"</{name}>", low, limit) + len(name) + 3 for name in _XML_ITEMS)
        if not self._xml or cut <= low + len(_XML_ITEMS[1]) + 3:
            cut = max(text.rfind(mark, low, limit) + 1 for mark in (" ", "\t", "。", "！", "？", "；")) or limit
        around = link_around(text, cut) or _tag_around(text, cut)
        cut = around[0] if around else cut
        return cut if cut > floor else limit

    def _inline_after(self, limit: int) -> int:
        text, high = self._text, min(len(self._text), limit + _NEIGHBOURHOOD)
        found = [text.find(mark, limit - 1, high) + 1 for mark in (" ", "\t", "\n", "。", "！", "？", "；")]
        cut = min((at for at in found if at >= limit), default=limit)
        around = link_around(text, cut) or _tag_around(text, cut)
        return around[1] if around else cut


def link_around(text: str, at: int) -> tuple[int, int] | None:
    """The widest markdown link, `[text](address)`, with this place strictly inside it."""
    low, high = max(0, at - _NEIGHBOURHOOD), min(len(text), at + _NEIGHBOURHOOD)
    if text.find("](", low, high) < 0:
        return None
    open_brackets: list[int] = []
    widest: tuple[int, int] | None = None
    for mark in _MARK.finditer(text, low, high):
        if mark.group() == "[":
            open_brackets.append(mark.start())
        elif mark.group() == "]" and open_brackets:
            start = open_brackets.pop()
            end = _closing_paren(text, mark.end(), high) if text.startswith("(", mark.end()) else mark.end()
            if start < at < end:
                widest = (start, end)
        if mark.start() >= at and not (open_brackets and open_brackets[0] < at):
            break
    if widest and text.startswith("!", widest[0] - 1):
        return widest[0] - 1, widest[1]
    return widest


def _closing_paren(text: str, opening: int, high: int) -> int:
    """Just behind the parenthesis that closes the one at `opening`; behind that one when none does on its line."""
    end = opening
    for _ in range(_NESTED_PARENS):
        end = text.find(")", end + 1, high)
        if end < 0 or text.find("\n", opening, end) >= 0:
            break
        if text.count("(", opening, end) == text.count(")", opening, end + 1):
            return end + 1
    return opening + 1


def _tag_around(text: str, at: int) -> tuple[int, int] | None:
    """The HTML or XML tag, or the `<address>`, with this place strictly inside it."""
    start = text.rfind("<", max(0, at - _NEIGHBOURHOOD), at)
    if start < 0 or text.find(">", start, at) >= 0 or not text[start + 1 : start + 2].strip():
        return None
    end = text.find(">", at, at + _NEIGHBOURHOOD) + 1
    return (start, end) if end else None


def _fences(text: str) -> list[tuple[int, int]]:
    """Every fenced code block as (start, end), both at line starts; an unclosed one runs to the end."""
    fences: list[tuple[int, int]] = []
    if "```" not in text and "~~~" not in text:
        return fences
    opened, mark = -1, ""
    for line, run, rest in _fence_lines(text):
        if opened < 0:
            if run[0] == "~" or "`" not in rest:
                opened, mark = line, run
        elif run[0] == mark[0] and len(run) >= len(mark) and not rest.strip():
            fences.append((opened, text.find("\n", line) + 1 or len(text)))
            opened = -1
    if opened >= 0:
        fences.append((opened, len(text)))
    return fences


def _fence_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """(start of the line, marks, what follows them) of each line that may open or close a fence."""
    first = _FENCE.match("\n" + text[:_NEIGHBOURHOOD])
    if first:
        yield 0, first.group(1), first.group(2)
    for found in _FENCE.finditer(text):
        yield found.start() + 1, found.group(1), found.group(2)
