"""TeX that stands in the text of a page for a script to draw (MathJax, KaTeX): kept as it was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from turbohtml import Document, Element, Node, Text

from .formulas import formula

DRAWERS = ("mathjax", "katex")
# A script that draws formulas is named by its address, or sets one up in its first lines.
SET_UP_CHARS = 2_000
MAX_IN_A_TEXT = 1_000  # formulas in one run of text; more is no page
VERBATIM = "pre, code, kbd, samp, textarea, title, script, style"
# `$` opens before and closes behind a sign, and never before a digit, as in pandoc: else it is a price.
_TYPED = re.compile(
    r"\$\$(?P<block>[^$]{1,2000})\$\$"
    r"|\\\[(?P<bracket>(?:[^\\]|\\[^()\[\]]){1,2000})\\\]|\\\((?P<inline>(?:[^\\]|\\[^()\[\]]){1,2000})\\\)"
    r"|(?<![\\$\w])\$(?=\S)(?P<dollar>(?:[^$\\\n]|\\.){1,500}?)(?<=\S)\$(?![\d$])",
    re.DOTALL,
)


def restore(document: Document, scripts: Sequence[Element]) -> None:
    """Make formulas of what a script of the page would draw as such."""
    if not any(map(_draws, scripts)):
        return
    for node in list(document.descendants):
        if not isinstance(node, Text) or ("$" not in node.data and "\\" not in node.data):
            continue
        around = node.parent
        if isinstance(around, Element) and around.closest(VERBATIM) is None:
            parts = list(_parts(node.data))
            if len(parts) > 1:
                node.replace_with(Element("span", None, parts))


def _draws(script: Element) -> bool:
    address = script.attr("src")
    told = (script.text[:SET_UP_CHARS] if address is None else address).lower()
    return any(name in told for name in DRAWERS)


def _parts(text: str) -> Iterator[Node]:
    """The text by pieces: words, and formulas between them."""
    found = list(islice(_TYPED.finditer(text), MAX_IN_A_TEXT))
    ends = [0, *(place for match in found for place in match.span()), len(text)]
    for number, (start, end) in enumerate(pairwise(ends)):
        if number % 2:
            match = found[number // 2]
            tex = next(filter(None, match.groups()))
            yield formula(tex, match.lastgroup in ("block", "bracket"))
        elif start < end:
            yield Text(text[start:end])
