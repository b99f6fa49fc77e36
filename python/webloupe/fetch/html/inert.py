"""Scripts, styles and drawings, which are no text; what belongs in place: shadow roots, inline frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import turbohtml
from turbohtml import Element, Text

from . import measure, tags
from .images import is_placeholder
from .spaces import collapse

INERT = ("script", "style", "link", "meta", "canvas", "map")
PIXEL = '[width="1"], [height="1"], [width="0"], [height="0"]'
# A `<noscript>` that says more than this is no stand-in for a picture.
CAPTION_CHARS = 250
# As the tree finds them by tag, and by selector.
LABELS, LABEL = ("text", "foreignobject"), "text, foreignObject"
PICTURE_HOLDERS = ("img", "picture", "span", "div", "figure", "a")


def unfold(parts: Mapping[str, Sequence[Element]]) -> bool:
    """Put shadow roots and inline frames in their places; False when there were none."""
    frames = [frame for frame in parts["iframe"] if frame.attr("srcdoc")]
    shadows = [template for template in parts["template"] if template.attr("shadowrootmode") is not None]
    for frame in frames:
        frame.replace_with(turbohtml.parse_fragment(frame.attr("srcdoc") or "", positions=False))
    for template in shadows:
        # A template's children live in a fragment of their own.
        template.replace_with(*[child for fragment in template.children for child in list(fragment.children)])
    return bool(frames or shadows)


def remove(parts: Mapping[str, Sequence[Element]]) -> None:
    """Drop scripts and styles; put in place what a reader without scripts sees."""
    for tag in INERT:
        for element in parts[tag]:
            element.decompose()
    for noscript in parts["noscript"]:
        _show_pictures(noscript)
    for drawing in tags.outermost(parts["svg"]):
        _show_labels(drawing)


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
