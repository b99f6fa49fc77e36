"""Text that a reader of the page would not see: withheld, and listed with the channel that hid it.

Style sheets are not computed: text hidden by a class rule alone stays, but for the class names that main-content
selection knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
# Written by hand, a style is far shorter.
MAX_STYLE_CHARS = 2_000

CANDIDATES = '[hidden], [aria-hidden="true"], [style]'

_ZERO = re.compile(r"0(?:\.0*)?(?:px|r?em|pt|%)?")
# A slide of a carousel stands a screen away, hidden text stands where no screen reaches.
_FAR = re.compile(r"-(?:\d{4,}|[5-9]\d\d)(?:\.\d+)?(?:px|r?em|pt)?")


def _is_zero(value: str) -> bool:
    return _ZERO.fullmatch(value) is not None


def _is_far(value: str) -> bool:
    return _FAR.fullmatch(value) is not None


HIDING: dict[str, Callable[[str], bool]] = {
    "display": "none".__eq__,
    "visibility": ("hidden", "collapse").__contains__,
    "opacity": _is_zero,
    "font-size": _is_zero,
    "left": _is_far,
    "right": _is_far,
    "top": _is_far,
    "text-indent": _is_far,
    "margin-left": _is_far,
    "clip": lambda value: value.startswith(("rect(0", "rect(1px")),
    "clip-path": lambda value: value.startswith(("inset(50%", "inset(100%")),
    "transform": lambda value: "scale(0)" in value,
}
SIZES = ("height", "width", "max-height", "max-width")
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
    body = tags.first(document, "body")
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
    declared = _declarations(style)
    for name, value in declared.items():
        hides = HIDING.get(name)
        if hides is not None and hides(value):
            return f"{name}:{value}"
    if declared.get("overflow") == "hidden":
        for name in SIZES:
            if _is_zero(declared.get(name, "")):
                return f"{name}:0"
    color = declared.get("color")
    if color and color in (declared.get("background"), declared.get("background-color")):
        return "color of the background"
    return ""


def _declarations(style: str) -> dict[str, str]:
    """Names and values of a style in lower case, without blanks and importance; the last of a name wins."""
    pairs = (part.partition(":") for part in "".join(style.lower().split()).split(";"))
    return {name: value.removesuffix("!important") for name, _, value in pairs}
