"""The labelled text in which Exa's plain tool answers.

Title / URL / Published / Author, then Highlights, Text or Summary. Highlights are page text: they hold blank lines,
"---", front matter and quoted "Title:" and "URL:" lines, so none of these alone may start or end a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...fields import iso_date
from ...types import SearchResult

_FIELD = re.compile(r"(?P<name>[A-Z][A-Za-z]{0,20}(?: [A-Z][a-z]{0,20})?):(?!//)(?P<value>.*)")
_DATES = {"Published", "Published Date", "Date"}
_BODIES = {"Highlights", "Text", "Summary"}
_RULE = re.compile(r"-{3,}")
_FOOTER = re.compile(r"Searched \d+ sources?(?: in [\d.]+ ?m?s)?\.?")


@dataclass(frozen=True, slots=True)
class _Head:
    start: int  # line of its first label
    fields: int  # line after the address
    title: str
    url: str
    full: bool  # date and author follow in this order, as the whole template has them


def read_blocks(text: str) -> Iterator[SearchResult]:
    """The results of a text answer, in order; what is no block of the template is passed over."""
    lines = _without_footer(re.split(r"\r\n|\n|\r", text))
    heads = _heads(lines)
    ends = [head.start for head in heads[1:]]
    for head, end in zip(heads, [*ends, len(lines)], strict=False):
        yield _hit(head, lines[head.fields : end])


def _without_footer(lines: list[str]) -> list[str]:
    """The lines before a last one that counts sources. The same words inside a page stay."""
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].strip()), 0)
    return lines[:last] if last and _is_gap(lines[last - 1]) and _FOOTER.fullmatch(lines[last].strip()) else lines


def _heads(lines: list[str]) -> list[_Head]:
    """Where blocks start: after a blank line or a rule, an address that the template's labels follow.

    The template writes every label, N/A where it knows nothing. So where the first block is full, one with fewer labels
    is a quotation; where it is not, the layout has moved, and an address alone is enough.
    """
    heads: list[_Head] = []
    at = 0
    while at < len(lines):
        head = _head(lines, at) if not heads or _is_gap(lines[at - 1]) else None
        if head and (head.full or not heads or not heads[0].full):
            heads.append(head)
            at = head.fields
        else:
            at += 1
    return heads


def _head(lines: list[str], start: int) -> _Head | None:
    name, title = _field(lines[start])
    at = start
    if name == "Title":
        at = _skip_blank(lines, start + 1)
        name, url = _field(lines[at]) if at < len(lines) else ("", "")
    else:
        url, title = title, ""
    if name != "URL" or not url:
        return None
    names = _labels(lines, at + 1)
    full = len(names) > 1 and names[0] in _DATES and names[1] == "Author"
    if not names and not url.startswith(("http://", "https://")):
        return None
    return _Head(start, at + 1, "" if title == "N/A" else title, url, full)


def _labels(lines: list[str], at: int) -> list[str]:
    """The template's labels that follow one another from line `at` on, a blank line between them or not."""
    names: list[str] = []
    while (at := _skip_blank(lines, at)) < len(lines):
        name = _field(lines[at])[0]
        if name not in {*_DATES, *_BODIES, "Author"}.difference(names):
            break
        names.append(name)
        at += 1
    return names


def _hit(head: _Head, lines: list[str]) -> SearchResult:
    published, at, gap = "", 0, False
    while at < len(lines):
        name, value = _field(lines[at])
        if name in _BODIES:
            lines = [*lines[:at], value, *lines[at + 1 :]]
            break
        if name in _DATES:
            published = iso_date(value)
        elif lines[at].strip() and name != "Author" and (gap or not name):
            break  # page text; labels we do not know are passed over only in the head itself
        gap = gap or not lines[at].strip()
        at += 1
    return SearchResult(title=head.title, url=head.url, description=_description(lines[at:]), published=published)


def _description(lines: list[str]) -> str:
    kept = [line.strip().removeprefix("> ") for line in lines]
    kept = [line for line in kept if line and not _RULE.fullmatch(line)]
    return " ".join("…" if line in ("...", "…") else line for line in kept).strip(" …")


def _field(line: str) -> tuple[str, str]:
    """Label and value of a `Label: value` line; two empty strings for any other line."""
    found = _FIELD.fullmatch(line)
    return (found["name"], found["value"].strip()) if found else ("", "")


def _skip_blank(lines: list[str], at: int) -> int:
    return at + 1 if at < len(lines) and not lines[at].strip() else at


def _is_gap(line: str) -> bool:
    return not line.strip() or _RULE.fullmatch(line.strip()) is not None
