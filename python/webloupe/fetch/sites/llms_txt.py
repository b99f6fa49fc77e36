"""llms.txt with the name of a section: `llms.txt#Guides` gives that section of the index, with its links.

Source: llmstxt.org (a title, a summary, then sections of links under second-level headings). Without a section the
index is an ordinary page and stays as it is.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from ...wire import Answer
from ._writing import joined
from .base import Page, Place, Plan, no_page

HOSTS = ("*",)

_NAMES = ("llms.txt", "llms-full.txt")
_HEADING = re.compile(r"(#{1,6})[ \t]")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")


def plan(place: Place) -> Plan | None:
    """A section of an index; None without one."""
    if not place.anchor or not place.parts or place.parts[-1] not in _NAMES:
        return None
    return Plan(
        place.href.partition("#")[0], lambda answer: _section(answer, place), {"Accept": "text/markdown, */*;q=0.8"}
    )


def _section(answer: Answer, place: Place) -> Page:
    """The title and the section; all of the index where it has no such section."""
    lines = no_page(answer).text.replace("\r\n", "\n").split("\n")
    headings = _headings(lines)
    wanted = _key(unquote(place.anchor[1:]))
    start = next((at for at, (_, name) in headings.items() if wanted and _key(name) == wanted), None)
    if start is None:
        return Page.taken(answer, place.href)
    level = headings[start][0]
    end = next((at for at, (other, _) in headings.items() if at > start and other <= level), len(lines))
    title = next((lines[at] for at, (depth, _) in headings.items() if depth == 1 and at < start), "")
    return Page.written(joined(title, "\n".join(lines[start:end]).strip()), place.href)


def _headings(lines: list[str]) -> dict[int, tuple[int, str]]:
    """Line number to (level, name) of each heading outside of code."""
    found: dict[int, tuple[int, str]] = {}
    fence = ""
    for at, text in enumerate(lines):
        if mark := _FENCE.match(text):
            fence = "" if fence == mark[1] else fence or mark[1]
        elif not fence and (heading := _HEADING.match(text)):
            found[at] = (len(heading[1]), text[heading.end() :].rstrip(" \t#"))
    return found


def _key(name: str) -> str:
    """A section's name as it is compared: letters and digits only, whatever stands between them."""
    return "".join(char for char in name.casefold() if char.isalnum())
