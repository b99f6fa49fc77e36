"""Raised text: footnote marks with their notes, exponents, readings above words."""

from __future__ import annotations

import re
from urllib.parse import unquote

from turbohtml import Document, Element, Text

from . import tags
from .raw import raw
from .spaces import collapse

MARK = re.compile(r"\[?\(?(?:note |nb )?(\d{1,4}|[a-z]{1,3}|\*)\)?\]?", re.I)
RAISED, REFERENCE = ("sup", "rt"), "a[role=doc-noteref]"
NOTES = ("li", "p", "div", "aside", "dd")
# Raised text that is no exponent: ordinals, marks of trade, symbols.
PLAIN = re.compile(r"(?:st|nd|rd|th|er|re|e|o|a|tm|sm|\W+)", re.I)


def restore(root: Element | Document) -> None:
    """Footnotes as `[^1]` and `[^1]: …` where both ends are under `root`, exponents as `^2`, bare readings dropped."""
    raised = tags.each(root, "sup")
    around = [sup.select_one("a") or sup.closest("a") for sup in raised]
    references = [link for link in (*around, *root.select(REFERENCE)) if link is not None]
    if references:
        targets = {element.attr("id"): element for element in root.select("[id]")}
        labels: dict[Element, str] = {}
        taken: set[str] = set()
        for link in references:
            _refer(link, targets, labels, taken)
    for sup in raised:
        if sup.parent is not None:
            _raise(sup)
    for reading in tags.each(root, "rt"):
        ruby = reading.closest("ruby")
        if ruby is not None and tags.first(ruby, "rp") is None:
            # Without the page's own brackets a reading, set above its word, would run into the text.
            reading.decompose()


def _refer(link: Element, targets: dict[str | None, Element], labels: dict[Element, str], taken: set[str]) -> None:
    mark = MARK.fullmatch(collapse(link.text))
    note = targets.get(unquote((link.attr("href") or "").rpartition("#")[2]))
    if mark is None or note is None:
        return
    if note.tag not in NOTES:
        item = note.closest("li, p, dd")
        if item is None:
            return
        note = item
    if note not in labels:
        label = mark[1].lower() if mark[1] != "*" else "star"
        # Notes of two tables may bear the same number.
        labels[note] = label if label not in taken else f"{label}-{len(labels)}"
        taken.add(labels[note])
        _define(note, labels[note])
    raised = link.closest("sup")
    whole = raised if raised is not None and collapse(raised.text) == collapse(link.text) else link
    whole.replace_with(raw(f"[^{labels[note]}]"))


def _define(note: Element, label: str) -> None:
    """Turn the note into a paragraph that begins with its label; its list, once empty, goes."""
    target = note.select_one(":scope > p") or note
    target.insert(0, raw(f"[^{label}]:"))
    target.insert(1, Text(" "))
    if note.tag == "li":
        note.tag = "div"
        notes = note.parent
        if isinstance(notes, Element) and notes.tag in ("ol", "ul") and notes.select_one(":scope > li") is None:
            notes.unwrap()


def _raise(raised: Element) -> None:
    text = collapse(raised.text)
    if text and not PLAIN.fullmatch(text) and raised.select_one("a, img") is None:
        raised.replace_with(Text(f"^{text}" if len(text) == 1 or text.isdigit() else f"^({text})"))
    else:
        raised.unwrap()
