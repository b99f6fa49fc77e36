"""The repairs of a page, in order. One cleaned tree serves both engines and all formats."""

from __future__ import annotations

from typing import TypeAlias

from turbohtml import Document, Element

from . import code_blocks, embeds, forms, formulas, hidden, images, inert, links, notes, raw, tables, tags

Parts: TypeAlias = dict[str, list[Element]]

# What the repairs of a page and its metadata ask for, found in one pass.
_PARTS = (*inert.INERT, *forms.CONTROLS, "template", "noscript", "svg", "iframe", "math", "base", raw.TAG)
# Shadow roots within shadow roots; more is no design.
_MAX_UNFOLDED = 20


def parts_of(document: Document) -> Parts:
    """The elements of a page that concern `clean_page`, by tag, once what it folds away is in place."""
    for _ in range(_MAX_UNFOLDED):
        parts = tags.gather(document, *_PARTS)
        if not inert.unfold(parts):
            break
    return parts


def clean_page(document: Document, parts: Parts) -> hidden.Concealed:
    """What concerns the whole page, before the main content is chosen; returns what was hidden."""
    raw.forbid(parts[raw.TAG])
    formulas.restore(document, parts["script"], parts["math"])
    inert.remove(parts)
    concealed = hidden.withhold(document, [*parts["template"], *parts["noscript"]])
    forms.remove(control for tag in forms.CONTROLS for control in parts[tag])
    return concealed


def clean_content(root: Element | Document, base: str) -> None:
    """What concerns only the chosen part. `base` is the address that relative links start from, "" when unknown."""
    images.restore(root)
    embeds.restore(root)
    links.resolve(root, base)
    links.disarm(root)
    code_blocks.restore(root)
    tables.restore(root)
    notes.restore(root)
