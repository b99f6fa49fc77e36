"""The repairs of a page, in order. One cleaned tree serves both engines and all formats."""

from __future__ import annotations

from turbohtml import Document, Element

from . import code_blocks, embeds, forms, formulas, hidden, images, inert, links, notes, raw, tables


def clean_page(document: Document) -> hidden.Concealed:
    """What concerns the whole page, before the main content is chosen; returns what was hidden."""
    raw.forbid(document)
    formulas.restore(document)
    inert.remove(document)
    concealed = hidden.withhold(document)
    forms.remove(document)
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
