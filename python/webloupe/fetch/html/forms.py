"""Form controls: not content, but for a tick box in a list and a question folded behind a button."""

from __future__ import annotations

from turbohtml import Document

from . import tags
from .raw import raw

CONTROLS = ("button", "select", "textarea", "datalist", "progress", "meter", "input")
TICK_BOX = "li input[type=checkbox]"
FOLDED = "h1 button, h2 button, h3 button, h4 button, h5 button, h6 button, dt button"


def remove(document: Document) -> None:
    """Drop controls; a button that is a heading's text gives its text to the heading."""
    for button in document.select(FOLDED):
        button.unwrap()
    for box in document.select(TICK_BOX):
        box.replace_with(raw("[x] " if "checked" in box.attrs else "[ ] "))
    tags.remove(document, *CONTROLS)
