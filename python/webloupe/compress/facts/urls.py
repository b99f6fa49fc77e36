"""Web addresses: bare ones and the targets of markdown links, relative ones too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .found import Found, Span

# Each begins with what a search can look for at full speed.
_ADDRESS: Final = re.compile(
    r"[hHfF][tT](?:[tT][pP][sS]?|[pP])://[^\s<>\"`|\\^{}\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]+"
)
_TARGET: Final = re.compile(r"\]\(<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+\"[^\"\n]*\")?\)")
_REFERENCE: Final = re.compile(r"^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+<?(\S+?)>?(?=\s|$)", re.MULTILINE)
_ENTITY: Final = re.compile(r"&amp;", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_PARTS: Final = re.compile(r"([a-z][a-z0-9+.-]*://[^/?#]*)(.*)\Z", re.IGNORECASE | re.DOTALL)
_CLOSERS: Final = {")": "(", "]": "["}


def urls_in(text: str) -> Iterator[Found]:
    """Every address of `text` in order.

    Case of scheme and host, `&amp;`, escapes and a lone last slash make no difference.
    """
    for start, end in _spans(text):
        said = text[start:end]
        yield Found(start, said, url_key(said))


def url_key(said: str) -> str:
    """What is the same for two spellings of one address."""
    plain = _ESCAPED.sub(r"\1", _ENTITY.sub("&", said))
    parts = _PARTS.match(plain)
    if not parts:
        return plain
    return parts[1].lower() + ("" if parts[2] == "/" else parts[2])


def targets(text: str) -> list[Span]:
    """Where addresses stand; of a markdown link the brackets around its target too."""
    whole = [Span(found.start(), found.end()) for found in _TARGET.finditer(text)]
    return sorted([*whole, *_spans(text)])


def _spans(text: str) -> list[Span]:
    spans = [Span(*found.span(1)) for found in _TARGET.finditer(text) if _leads_somewhere(found[1])]
    spans += (Span(*found.span(1)) for found in _REFERENCE.finditer(text) if _leads_somewhere(found[1]))
    spans += (Span(found.start(), _end(found[0]) + found.start()) for found in _ADDRESS.finditer(text))
    spans.sort()
    apart: list[Span] = []
    for span in spans:
        if not apart or span.start >= apart[-1].end:
            apart.append(span)
    return apart


def _leads_somewhere(target: str) -> bool:
    """Whether a link's target is an address, not a mere place in the page."""
    return len(target) > 1 and target[0] != "#" and ("/" in target or "." in target or ":" in target)


def _end(said: str) -> int:
    """The length of an address without the marks of the sentence around it."""
    end = len(said)
    while end and (last := said[end - 1]) in ".,;:!?'*_)]":
        if last in _CLOSERS and said.count(_CLOSERS[last], 0, end) >= said.count(last, 0, end):
            break
        end -= 1
    return end
