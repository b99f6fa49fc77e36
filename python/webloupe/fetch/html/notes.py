"""Raised and lowered text: footnote marks with their notes, exponents."""

from __future__ import annotations

import re
from urllib.parse import unquote

from turbohtml import Document, Element, Text

from .raw import raw
from .spaces import collapse

MARK = re.compile(r"\[?\(?(?:note |nb )?(\d{1,4}|[a-z]{1,3}|\*)\)?\]?", re.I)
REFERENCE = 'sup a[href*="#"], a[role=doc-noteref], a.footnote-ref, a.footnote-reference, a.footref'
# Raised text that is no exponent: ordinals, marks of trade, symbols.
PLAIN = re.compile(r"(?:st|nd|rd|th|er|re|e|o|a|tm|sm|\W+)", re.I)


def restore(root: Element | Document) -> None:
    """Write footnotes as `[^1]` and `[^1]: …` where both ends are on the page, exponents as `^2`."""
    noted: set[str] = set()
    for link in root.select(REFERENCE):
        _refer(root, link, noted)
    for raised in root.select("sup"):
        _raise(raised)


def _refer(root: Element | Document, link: Element, noted: set[str]) -> None:
    mark = MARK.fullmatch(collapse(link.text))
    anchor = unquote((link.attr("href") or "").rpartition("#")[2])
    if mark is None or not anchor:
        return
    note = root.find(id=anchor)
    if note is not None and note.tag != "li":
        note = note.closest("li") or note
    if note is None or note.tag not in ("li", "p", "div", "aside", "dd"):
        return
    label = mark[1].lower() if mark[1] != "*" else "star"
    if label not in noted:
        noted.add(label)
        _define(note, label)
    raised = link.closest("sup")
    (raised if raised is not None and collapse(raised.text) == collapse(link.text) else link).replace_with(
        raw(f"[^{label}]")
    )


def _define(note: Element, label: str) -> None:
    """Turn the note into a paragraph that begins with its label; its list, once empty, goes."""
    target = note.select_one(":scope > p") or note
    target.insert(0, raw(f"[^{label}]: "))
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
