"""Short plain text out of what search services send: one line, nothing invisible, cut at a word. Pure."""

from __future__ import annotations

import re
from typing import Final

from ..language import sentences

FILLED: Final = 0.6
"""The share of the room that whole sentences must fill; below it, part of the next one tells more."""

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# Not joiners (U+200C, U+200D): several scripts and emoji need them between letters.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def plain(value: object) -> str:
    """`value` as one line: blanks collapsed, control and invisible characters gone; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    return _BLANK.sub(" ", _INVISIBLE.sub("", _ANSI.sub("", value))).strip()


def shorten(text: str, chars: int) -> str:
    """At most `chars` characters of `text`, cut at a word, with "…" where something is left out."""
    if len(text) <= chars:
        return text
    head = text[: chars - 1]
    if not text[chars - 1].isspace():
        space = head.rfind(" ")
        head = head[:space] if space > chars // 2 else head  # scripts without blanks are cut where they are
    return head.rstrip(" ,;:") + "…"


def cut(text: str, chars: int) -> str:
    """At most `chars` characters of `text` and "…": whole sentences where they fill most of it, else cut at a word."""
    if len(text) <= chars:
        return text
    kept = 0
    for sentence in sentences(text[:chars]):
        if kept + len(sentence) > chars - 2:
            break
        kept += len(sentence)
    if not kept or kept < chars * FILLED:
        return shorten(text, chars) if chars > 0 else ""
    head = text[:kept].rstrip()
    return f"{head} …" if head[-1].isascii() else f"{head}…"
