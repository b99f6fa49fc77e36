"""Text that a reader of the page would not see: withheld, and listed with the channel that hid it.

Style sheets are not computed: text hidden by a class rule alone stays, but for the class names that main-content
selection knows.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from turbohtml import Document, Element, Node

from ...types import Hidden
from . import measure, tags
from .spaces import collapse

# A page may be hidden as a whole until its script runs, or behind a modal; then the hidden part is the page. What is
# hidden to deceive is short: of a short page, hidden text must be nearly everything.
MAX_SHARE, PAGE_CHARS = 0.4, 1_000
SHORT_PAGE_SHARE, SHORT_PAGE_CHARS = 0.8, 250
# Enough to know whether scripts have drawn already what stands in for them.
SAMPLE, SAMPLE_CHARS = 20, 25
# Enough to judge what was withheld; the stored page holds the rest.
MAX_CHARS = 500
MAX_LISTED = 100
# Written by hand, a style is far shorter.
MAX_STYLE_CHARS = 2_000

ATTRIBUTE = "hidden attribute"
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


@dataclass(frozen=True)
class Concealed:
    """What was hidden: withheld from the text, scripts' stand-ins first, or kept in it, which the notes tell."""

    withheld: tuple[Hidden, ...]
    notes: tuple[str, ...]


def withhold(document: Document, inert: Sequence[Element]) -> Concealed:
    """Take hidden elements out of the tree, but for those that are the page; `inert`: its templates and noscripts."""
    body = tags.first(document, "body")
    ledger, standing = _Ledger(), measure.Standing(document if body is None else body)
    for element in inert:
        if element.parent is None:  # its pictures took its place
            continue
        if body is not None and element.tag == "noscript" and _stands_in(element, body, standing):
            ledger.keep("noscript", measure.size(element))
            element.unwrap()
        else:
            standing.lose(element)
            ledger.withhold(element, element.tag)
    found = [(element, channel) for element in document.select(CANDIDATES) if (channel := _channel(element))]
    pages = _pages(found, standing) if found and body is not None else set()
    for element, channel in found:
        if element.closest("html") is None:  # it went with an element round it
            continue
        if element in pages:
            ledger.keep(channel, measure.size(element))
        else:
            ledger.withhold(element, channel)
    return ledger.concealed()


def _is_page(chars: int, standing: measure.Standing) -> bool:
    if chars < SHORT_PAGE_CHARS:
        return False
    return chars > (MAX_SHARE if chars >= PAGE_CHARS else SHORT_PAGE_SHARE) * standing.chars


def _stands_in(noscript: Element, body: Element, standing: measure.Standing) -> bool:
    """True when this holds the page, which no script has drawn beside it yet."""
    if not _is_page(measure.size(noscript), standing):
        return False
    sample = [piece for text in noscript.strings if len(piece := collapse(text)) >= SAMPLE_CHARS][:SAMPLE]
    everything = collapse(body.text)
    return sum(everything.count(piece) > 1 for piece in sample) <= len(sample) / 2


def _pages(found: list[tuple[Element, str]], standing: measure.Standing) -> set[Element]:
    """The hidden elements that are the page; one that streams in comes as several siblings with `hidden`."""
    families: defaultdict[Node | None, list[tuple[Element, int]]] = defaultdict(list)
    for element, channel in found:
        if len(element.text) >= SHORT_PAGE_CHARS and (chars := measure.size(element)) >= SHORT_PAGE_CHARS:
            families[element.parent if channel == ATTRIBUTE else element].append((element, chars))
    pages = (family for family in families.values() if _is_page(sum(chars for _, chars in family), standing))
    return {element for family in pages for element, _ in family}


class _Ledger:
    """What was withheld and kept so far."""

    def __init__(self) -> None:
        self.withheld: list[Hidden] = []
        self.more = 0
        self.kept: Counter[str] = Counter()

    def keep(self, channel: str, chars: int) -> None:
        self.kept[channel] += chars

    def withhold(self, element: Element, channel: str) -> None:
        text = element.text
        element.decompose()
        if text and not text.isspace():
            if len(self.withheld) < MAX_LISTED:
                self.withheld.append(Hidden(channel=channel, text=_excerpt(text)))
            else:
                self.more += 1

    def concealed(self) -> Concealed:
        more = [Hidden(channel="more", text=f"{self.more:,} further hidden texts")] if self.more else []
        notes = [
            f"Hidden, but most of the page, so kept: {chars:,} characters ({channel})"
            for channel, chars in self.kept.items()
        ]
        return Concealed((*self.withheld, *more), tuple(notes))


def _excerpt(text: str) -> str:
    text = collapse(text[: MAX_CHARS * 20])
    return text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"


def _channel(element: Element) -> str:
    """How this element is hidden; "" when it is not."""
    style = element.attr("style")
    if style and (channel := style_channel(style[:MAX_STYLE_CHARS])):
        return channel
    if element.attr("hidden") is not None:
        return ATTRIBUTE
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
