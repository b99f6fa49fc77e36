"""The running text of a markdown page: no headings, lists, tables, code, images or addresses. Pure, in linear time."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"^[ \t]*(```|~~~)")
_NO_PROSE: Final = re.compile(
    r"[ \t]*(?:#{1,6}\s|[-*+|]\s?|\d{1,3}[.)]\s|!\[|\[[^\]]{0,200}\]:|={3,}|-{3,})|(?: {4}|\t)"
)
_IMAGE: Final = re.compile(r"!\[[^\[\]]{0,500}\]\([^()]{0,2000}\)")
_LINK: Final = re.compile(r"\[([^\[\]]{1,500})\]\([^()]{0,2000}(?:\([^()]{0,200}\)[^()]{0,500})?\)")
_MARKS: Final = re.compile(r"\*\*|__|`|(?<![\w\\])[*_](?=\w)|(?<=\w)[*_](?!\w)|^[ \t]*>[ \t]?", re.MULTILINE)
_ESCAPE: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>|~])")


def paragraphs(markdown: str) -> str:
    """The paragraphs of `markdown` as plain text, a blank line between them."""
    lines: list[str] = []
    fence = ""
    for line in markdown.splitlines():
        fenced = _FENCE.match(line)
        if fenced and (not fence or fenced[1] == fence):
            fence = "" if fence else fenced[1]
            lines.append("")
        elif fence or (_NO_PROSE.match(line) and not line.lstrip().startswith("**")):
            lines.append("")
        else:
            lines.append(line)
    text = _LINK.sub(r"\1", _IMAGE.sub("", "\n".join(lines)))
    return _ESCAPE.sub(r"\1", _MARKS.sub("", text))
