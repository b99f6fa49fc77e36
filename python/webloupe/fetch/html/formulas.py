"""Formulas as TeX between dollar signs, once each, from whatever drew them: MathML, KaTeX, MathJax, MediaWiki."""

from __future__ import annotations

import re
from collections.abc import Sequence

from turbohtml import Document, Element, Node

from .raw import raw
from .spaces import collapse

ANNOTATION = 'annotation[encoding*="tex" i]'
# The outermost element of one drawn formula, per renderer: KaTeX, MathJax 3, MediaWiki.
RENDERED = ".katex-display, .katex, mjx-container, .mwe-math-element"
# MathJax 2 keeps the source in a script and leaves its drawings beside it.
DRAWN_BESIDE_SCRIPT = ".MathJax_Preview, .MathJax, .MathJax_Display, .MathJax_SVG, .MathJax_CHTML"
DISPLAY = '[display="block"], [display="true"], .katex-display, .mwe-math-element-block, .MathJax_Display'
# MathML nests about ten levels in practice; deeper is an attack on the recursion below.
MAX_DEPTH = 60


def restore(document: Document, scripts: Sequence[Element], maths: Sequence[Element]) -> None:
    """Replace every formula of the page by its TeX source; `scripts` and `maths` are its elements of these tags."""
    sources = [script for script in scripts if (script.attr("type") or "").startswith("math/tex")]
    if sources:
        document.remove(DRAWN_BESIDE_SCRIPT)
    for script in sources:
        script.replace_with(formula(script.text, "mode=display" in (script.attr("type") or "")))
    if not maths:
        return
    for drawn in document.select(RENDERED):
        source = drawn.select_one("math")
        if source is not None and drawn.closest("html") is not None:
            drawn.replace_with(formula(_tex(source), _is_display(drawn) or _is_display(source)))
    for math in document.select("math"):
        math.replace_with(formula(_tex(math), _is_display(math)))


def _is_display(element: Element) -> bool:
    return element.matches(DISPLAY)


def formula(tex: str, display: bool) -> Element:
    """What is written for TeX: between dollar signs, as it is."""
    tex = collapse(tex)
    wrapped = re.fullmatch(r"\{\\displaystyle (.*)\}", tex)
    tex = wrapped[1].strip() if wrapped else tex
    fence = "$$" if display else "$"
    return raw(f"{fence}{tex}{fence}" if tex else "")


def _tex(math: Element) -> str:
    annotation = math.select_one(ANNOTATION)
    if annotation is not None:
        return annotation.text
    return math.attr("alttext") or _linear(math, MAX_DEPTH)


def _linear(node: Node, depth: int) -> str:
    """Presentation MathML as TeX-like text: scripts, fractions, roots; the rest in reading order."""
    if not isinstance(node, Element):
        return node.text.strip()
    if node.tag.startswith("annotation"):
        return ""
    if depth == 0:
        return collapse(node.text)
    parts = [part for part in (_linear(child, depth - 1) for child in node.children) if part]
    shape = SHAPES.get((node.tag, len(parts)))
    return shape.format(*map(_group, parts)) if shape else "".join(parts)


def _group(part: str) -> str:
    return part if len(part) == 1 else "{" + part + "}"


SHAPES = {
    ("msup", 2): "{}^{}",
    ("mover", 2): "{}^{}",
    ("msub", 2): "{}_{}",
    ("munder", 2): "{}_{}",
    ("msubsup", 3): "{}_{}^{}",
    ("munderover", 3): "{}_{}^{}",
    ("mfrac", 2): "\\frac{}{}",
    ("mroot", 2): "\\sqrt[{1}]{0}",
    ("msqrt", 1): "\\sqrt{}",
}
