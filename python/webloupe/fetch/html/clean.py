"""The repairs of a page, in order. One cleaned tree serves both engines and all formats."""

from __future__ import annotations

from typing import TypeAlias

from turbohtml import Document, Element

from . import (
    code_blocks,
    embeds,
    forms,
    formulas,
    hidden,
    images,
    inert,
    links,
    notes,
    raw,
    tables,
    tags,
    typed_formulas,
)

Parts: TypeAlias = dict[str, list[Element]]

# What the repairs of a page and its metadata ask for, found in one pass.
_PARTS = (*inert.INERT, *forms.CONTROLS, "template", "noscript", "svg", "iframe", "math", "base", raw.TAG)
# What the repairs of the chosen part need not look for where there is none; most pages have few of them.
_REPAIRED = ("img", *embeds.EMBEDS, *code_blocks.BLOCKS, "table", *notes.RAISED)
_MARKED = f"{embeds.PROTECTED}, {links.BESIDE}, {notes.REFERENCE}"
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
    typed_formulas.restore(document, parts["script"])
    formulas.restore(document, parts["script"], parts["math"])
    inert.remove(parts)
    concealed = hidden.withhold(document, [*parts["template"], *parts["noscript"]])
    forms.remove(control for tag in forms.CONTROLS for control in parts[tag])
    return concealed


def clean_content(root: Element | Document, base: str) -> None:
    """What concerns only the chosen part. `base` is the address that relative links start from, "" when unknown."""
    here = {tag: found for tag, found in tags.gather(root, *_REPAIRED).items() if found}
    # Going through a large tree costs more than what is asked in it: all that bears a mark is asked for at once.
    is_marked = root.select_one(_MARKED) is not None
    images.restore(here.get("img", ()))
    if not here.keys().isdisjoint(embeds.EMBEDS):
        embeds.restore(root)
    if is_marked:
        embeds.unprotect(root)
        root.remove(links.BESIDE)
    links.resolve(root, base)
    links.disarm(root)
    if not here.keys().isdisjoint(code_blocks.BLOCKS):
        code_blocks.restore(root)
    if "table" in here:
        tables.restore(root)
    if is_marked or not here.keys().isdisjoint(notes.RAISED):
        notes.restore(root)
