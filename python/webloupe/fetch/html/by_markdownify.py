"""Engine `markdownify`: the cleaned tree, serialised, through BeautifulSoup and markdownify."""

from __future__ import annotations

from turbohtml import Document, Element, Text

from . import soup


def to_markdown(root: Element | Document) -> str:
    """GitHub-flavoured markdown of a cleaned tree. What is nested deeper than `soup.MAX_DEPTH` becomes plain text."""
    flatten(root)
    return soup.to_markdown(soup.parse(root.serialize()))


def flatten(root: Element | Document) -> None:
    """Turn what lies too deep for a recursive converter into its text."""
    level: list[Element] = [child for child in root.children if isinstance(child, Element)]
    for _ in range(soup.MAX_DEPTH):
        level = [child for element in level for child in element.children if isinstance(child, Element)]
    for element in level:
        element.replace_with(Text(f" {element.text} "))
