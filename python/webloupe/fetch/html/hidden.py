"""Text that a reader of the page would not see: withheld, and listed with the channel that hid it.

Style sheets are not computed: text hidden by a class rule alone stays, but for the class names that main-content
selection knows.
"""

from __future__ import annotations

import re
from functools import lru_cache

from turbohtml import Document, Element

from ...types import Hidden
from . import tags
from .spaces import collapse

# A page may be hidden as a whole until its script runs, or behind a modal; then the hidden part is the page.
MAX_SHARE, PAGE_CHARS = 0.4, 1_000
# Enough to judge what was withheld; the stored page holds the rest.
MAX_CHARS = 500
MAX_LISTED = 100
# Written by hand, a style is far shorter; the patterns below need quadratic time at worst.
MAX_STYLE_CHARS = 2_000

CANDIDATES = '[hidden], [aria-hidden="true"], [style]'

_ZERO = r"\s*:\s*0(?:\.0*)?(?:px|r?em|pt|%)?\s*(?:;|!|$)"
_DECLARED = r"(?:^|;|\s)"
STYLES = {
    "display:none": re.compile(_DECLARED + r"display\s*:\s*none", re.I),
    "visibility:hidden": re.compile(_DECLARED + r"visibility\s*:\s*(?:hidden|collapse)", re.I),
    "opacity:0": re.compile(_DECLARED + "opacity" + _ZERO, re.I),
    "font-size:0": re.compile(_DECLARED + "font-size" + _ZERO, re.I),
    "off-screen": re.compile(
        _DECLARED + r"(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|r?em|%|vw|pt)", re.I
    ),
    "clipped": re.compile(
        r"clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?|clip-path\s*:\s*inset\(\s*(?:50|100)%", re.I
    ),
    "zero size": re.compile(_DECLARED + "(?:max-)?(?:height|width)" + _ZERO, re.I),
    "scale(0)": re.compile(r"transform\s*:[^;]*scale\(\s*0\s*\)", re.I),
}
_CLIPS = re.compile(r"overflow\s*:\s*hidden", re.I)
_COLOR = re.compile(r"(?:^|;)\s*color\s*:\s*([^;!]+)", re.I)
_BACKGROUND = re.compile(r"(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)", re.I)
# Something that every rule above needs; most styles have none of it.
_SUSPECT = re.compile(r"none|hidden|collapse|:\s*0|-\d{3}|rect|inset|scale|background", re.I)
_COMMENT = re.compile(r"/\*.*?\*/", re.S)


def withhold(document: Document) -> list[Hidden]:
    """Take hidden elements out of the tree; what they said, scripts' stand-ins first."""
    listed: list[Hidden] = []
    more = 0
    for element in (*tags.each(document, "noscript", "template"), *document.select(CANDIDATES)):
        channel = _channel(element)
        if not channel or element.closest("html") is None:
            continue
        text = element.text
        if len(text) >= PAGE_CHARS and _is_page(document, len(text)):
            continue
        element.decompose()
        if text and not text.isspace():
            if len(listed) < MAX_LISTED:
                listed.append(Hidden(channel=channel, text=_excerpt(text)))
            else:
                more += 1
    if more:
        listed.append(Hidden(channel="more", text=f"{more:,} further hidden texts"))
    return listed


def _is_page(document: Document, chars: int) -> bool:
    body = document.select_one("body")
    return body is not None and chars > MAX_SHARE * len(body.text)


def _excerpt(text: str) -> str:
    text = collapse(text)
    return text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"


def _channel(element: Element) -> str:
    """How this element is hidden; "" when it is not."""
    if element.tag in ("noscript", "template"):
        return element.tag
    style = element.attr("style")
    if style and (channel := style_channel(style[:MAX_STYLE_CHARS])):
        return channel
    if element.attr("hidden") is not None:
        return "hidden attribute"
    return "aria-hidden" if element.attr("aria-hidden") == "true" else ""


@lru_cache(maxsize=4_096)
def style_channel(style: str) -> str:
    """Which declaration of an inline style hides the text; "" when none does."""
    if "/*" in style:
        style = _COMMENT.sub("", style)
    if _SUSPECT.search(style) is None:
        return ""
    for channel, pattern in STYLES.items():
        if pattern.search(style) and (channel != "zero size" or _CLIPS.search(style)):
            return channel
    color, background = _COLOR.search(style), _BACKGROUND.search(style)
    same = color and background and color[1].strip().lower() == background[1].strip().lower()
    return "text in the background's colour" if same else ""
