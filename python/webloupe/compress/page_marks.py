"""What paper leaves in a text: page numbers, running headers and footers, watermarks. English and Chinese.

Only whole short lines are asked, and only repetition convicts: a running line stands on three pages or more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from .paragraphs import Line, lines
from .segments import Edit

_PAGES: Final = 3  # a line on fewer pages may be told twice for a reason
_LONGEST: Final = 100
_NUMBER: Final = re.compile(
    r"(?:page|p\.|seite|pág\.?)\s*(\d{1,4})(?:\s*(?:of|/|von|de)\s*\d{1,4})?"
    r"|[-–—]\s*(\d{1,4})\s*[-–—]|\[?(\d{1,4})\s*/\s*\d{1,4}\]?"
    r"|第\s*(\d{1,4})\s*页(?:\s*[,，/]?\s*共\s*\d{1,4}\s*页)?",
    re.IGNORECASE,
)
_WATERMARK: Final = re.compile(
    r"(?:strictly |company |highly )?confidential|draft(?: copy| version| only)?|do not (?:copy|distribute|circulate)"
    r"|(?:sample|preview|evaluation|review|unofficial|uncontrolled) (?:copy|version)|watermark(?:ed)?(?: by .{1,40})?"
    r"|(?:downloaded|printed|scanned|converted) (?:from|by|with|on) .{1,80}|for (?:internal|personal|review) use only"
    r"|(?:机密|绝密|秘密|内部资料|内部文件|草稿|样本|样稿|水印|严禁复制|请勿外传|仅供(?:内部|个人)?(?:参考|使用|学习))"
    r"(?:[,，、 ](?:严禁复制|请勿外传|注意保密))*",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\d+")
_TRIMMINGS: Final = " \t\r\n\f*_~-–—=|·•"
_SENTENCE_END: Final = re.compile(r"[.!?。！？][\"'”’)）]*\Z")


def page_marks(text: str) -> Iterator[Edit]:
    """Drops page numbers that count up, lines that run along with them, and watermarks on several pages."""
    told = [line for line in lines(text) if 0 < len(line.text.strip()) <= _LONGEST and not line.text.startswith("#")]
    numbers = _counting([line for line in told if _page(line)])
    dropped = {line.start: line for line in (*numbers, *_watermarks(told), *_running(told, numbers))}
    yield from (Edit(line.start, line.end) for line in dropped.values())


def _counting(numbered: Sequence[Line]) -> list[Line]:
    """Page numbers, where three or more go up one by one but for few that are missing."""
    pages = [int(next(filter(None, found.groups()))) for line in numbered if (found := _page(line))]
    steps = sum(0 < following - page <= 2 for page, following in pairwise(pages))
    return list(numbered) if len(pages) >= _PAGES and steps >= 0.7 * (len(pages) - 1) else []


def _page(line: Line) -> re.Match[str] | None:
    return _NUMBER.fullmatch(line.text.strip()) or _NUMBER.fullmatch(line.text.strip(_TRIMMINGS))


def _watermarks(told: Sequence[Line]) -> list[Line]:
    stamped: dict[str, list[Line]] = defaultdict(list)
    for line in told:
        words = line.text.strip(_TRIMMINGS)
        if _WATERMARK.fullmatch(words):
            stamped[_DIGITS.sub("0", words.lower())].append(line)
    return [line for same in stamped.values() if len(same) >= 2 for line in same]


def _running(told: Sequence[Line], numbers: Sequence[Line]) -> list[Line]:
    """Lines beside the page numbers that are the same, but for figures, on three pages or more."""
    beside: dict[str, list[Line]] = defaultdict(list)
    places = {line.start: at for at, line in enumerate(told)}
    for number in numbers:
        at = places[number.start]
        for neighbour in (*told[max(0, at - 1) : at], *told[at + 1 : at + 2]):
            words = neighbour.text.strip(_TRIMMINGS)
            if words and not _SENTENCE_END.search(words) and not _page(neighbour):
                beside[_DIGITS.sub("0", words)].append(neighbour)
    return [line for same in beside.values() if len({one.start for one in same}) >= _PAGES for line in same]
