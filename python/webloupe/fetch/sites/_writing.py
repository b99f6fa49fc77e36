"""Markdown out of the fields of an API: lines, links, fences, lists. Pure.

The fields come from the web: a title is made one line, an address that is none is left out, a fence is longer than
any run of backticks in what it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_BLANK = re.compile(r"\s+")
_TICKS = re.compile(r"`{3,}")
_UNSAFE = re.compile(r"[\s<>()\[\]]")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# A fenced block, a code span or, outside of both, a comment. A fence or comment that nobody closes runs to the end.
_CODE_OR_COMMENT = re.compile(
    r"(?P<code>^[ \t>]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t>]*(?P=fence)[^\n]*$|\Z)"
    r"|(?P<ticks>(?<!`)`+(?!`))[^\n]{1,2000}?(?<!`)(?P=ticks)(?!`))"
    r"|<!--.*?(?:-->|\Z)",
    re.DOTALL | re.MULTILINE,
)


def line(value: object) -> str:
    """A field as one line; "" for what is no text."""
    return _BLANK.sub(" ", value).strip() if isinstance(value, str) else ""


def text(value: object) -> str:
    """A field that is text of several lines, with plain line ends and no blank at its ends; "" for what is none."""
    return value.replace("\r\n", "\n").strip() if isinstance(value, str) else ""


def day(value: object) -> str:
    """The day of an ISO 8601 time; "" for anything else."""
    found = _DAY.match(value) if isinstance(value, str) else None
    return found.group() if found else ""


def link(label: object, address: object) -> str:
    """A markdown link; only the label where the address is no web address."""
    name = line(label).replace("[", "(").replace("]", ")")
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        return name
    address = _UNSAFE.sub(lambda match: f"%{ord(match.group()):02X}", address.strip())
    return f"[{name or address}]({address})"


def fenced(source: str, language: str = "") -> str:
    """Source text in a fence that it cannot close."""
    longest = max((len(run.group()) for run in _TICKS.finditer(source)), default=2)
    mark = "`" * (longest + 1)
    return f"{mark}{line(language).lower().replace(' ', '-')}\n{source.rstrip()}\n{mark}"


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """A list of named facts, those without a value left out."""
    return "\n".join(f"- {name}: {value}" for name, value in rows if value)


def joined(*parts: str) -> str:
    """Blocks with a blank line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def uncommented(markdown: str) -> str:
    """Markdown without its HTML comments, which a reader of the rendered page does not see; code keeps its own."""
    if "<!--" not in markdown:
        return markdown
    return _CODE_OR_COMMENT.sub(lambda found: found["code"] or "", markdown).strip()
