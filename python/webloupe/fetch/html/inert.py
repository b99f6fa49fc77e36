"""Scripts, styles and drawings, which are no text; what belongs in place: shadow roots, inline frames."""

from __future__ import annotations

import turbohtml
from turbohtml import Document, Element, Text

from . import measure, tags
from .images import is_placeholder
from .spaces import collapse

INERT = frozenset(("script", "style", "link", "meta", "canvas", "map"))
PIXEL = '[width="1"], [height="1"], [width="0"], [height="0"]'
# A `<noscript>` that says more than this is no stand-in for a picture.
CAPTION_CHARS = 250
# As the tree finds them by tag, and by selector.
LABELS, LABEL = ("text", "foreignobject"), "text, foreignObject"
PICTURE_HOLDERS = ("img", "picture", "span", "div", "figure", "a")


def remove(document: Document) -> None:
    """Drop scripts and styles; put in place what a reader without scripts sees."""
    for frame in tags.each(document, "iframe"):
        if source := frame.attr("srcdoc"):
            frame.replace_with(turbohtml.parse_fragment(source, positions=False))
    for element in tags.each(document, *INERT, "template", "noscript", "svg"):
        if element.tag == "template":
            if element.attr("shadowrootmode") is not None:
                # A template's children live in a fragment of their own.
                element.replace_with(*[child for fragment in element.children for child in list(fragment.children)])
        elif element.tag == "noscript":
            _show_pictures(element)
        elif element.tag == "svg":
            _show_labels(element)
        else:
            element.decompose()


def _show_pictures(noscript: Element) -> None:
    """Lazy pictures keep their true source in `<noscript>`: it takes the place of the placeholder beside it."""
    pictures = [picture for picture in noscript.select("img") if not picture.matches(PIXEL)]
    if not pictures or noscript.closest("head") is not None or measure.size(noscript) > CAPTION_CHARS:
        return
    for siblings in (noscript.previous_siblings, noscript.next_siblings):
        beside = next((node for node in siblings if isinstance(node, Element)), None)
        if beside is not None and beside.tag in PICTURE_HOLDERS:
            for picture in [beside] if beside.tag == "img" else beside.select("img"):
                if is_placeholder((picture.attr("src") or "").strip()):
                    picture.decompose()
    noscript.replace_with(*pictures)


def _show_labels(drawing: Element) -> None:
    """A diagram's labels are text; an icon has none."""
    labels = [collapse(label.text) for label in tags.each(drawing, *LABELS) if not _is_within(label)]
    if text := " ".join(filter(None, labels)):
        drawing.replace_with(Text(text))
    else:
        drawing.decompose()


def _is_within(label: Element) -> bool:
    """True for a label within a label, which is part of its text."""
    parent = label.parent
    return parent is not None and parent.closest(LABEL) is not None
