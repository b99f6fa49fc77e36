"""Form controls: not content, but for a tick box in a list and a question folded behind a button."""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Element

from .raw import raw

CONTROLS = ("button", "select", "textarea", "datalist", "progress", "meter", "input")
FOLDING = "h1, h2, h3, h4, h5, h6, dt"


def remove(controls: Iterable[Element]) -> None:
    """Drop controls; a button that is a heading's text gives its text to the heading."""
    for control in controls:
        if control.parent is None:  # it was hidden
            continue
        if control.tag == "button" and control.closest(FOLDING) is not None:
            control.unwrap()
        elif control.attr("type") == "checkbox" and control.closest("li") is not None:
            control.replace_with(raw("[ ] " if control.attr("checked") is None else "[x] "))
        else:
            control.decompose()
