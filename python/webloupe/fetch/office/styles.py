"""What the paragraph styles and lists of a Word document mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..xml_tree import attribute, first, named
from .package import Package

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_HEADING = re.compile(r"(?:heading|标题|titre|überschrift)\s*([1-9])\Z", re.IGNORECASE)


class Style(NamedTuple):
    """What a paragraph style means: a heading level (0 for none), a list (its number and level)."""

    heading: int = 0
    number: str = ""
    depth: int = 0


def read_styles(package: Package) -> dict[str, Style]:
    """The meaning of each paragraph style by its id; "" is that of paragraphs without one."""
    found: dict[str, Style] = {}
    root = package.xml("word/styles.xml")
    styles = {attribute(style, "styleId"): style for style in named(root, "style")} if root is not None else {}
    for identity, style in styles.items():
        chain, seen = [style], {identity}
        while (base := first(chain[-1], "basedOn")) is not None:
            parent = attribute(base, "val")
            if parent in seen or parent not in styles:
                break
            seen.add(parent)
            chain.append(styles[parent])
        found[identity] = _inherited(chain)
        if attribute(style, "default") in ("1", "true") and attribute(style, "type") == "paragraph":
            found[""] = found[identity]
    return found


def read_lists(package: Package) -> dict[tuple[str, int], bool]:
    """Whether each level of each list has bullets, by (number of the list, level)."""
    root = package.xml("word/numbering.xml")
    if root is None:
        return {}
    abstract: dict[str, dict[int, bool]] = {}
    for form in named(root, "abstractNum"):
        levels = abstract.setdefault(attribute(form, "abstractNumId"), {})
        for level in named(form, "lvl"):
            shape = first(level, "numFmt")
            levels[_int(attribute(level, "ilvl"))] = shape is None or attribute(shape, "val") in ("bullet", "none")
    found: dict[tuple[str, int], bool] = {}
    for number in named(root, "num"):
        form_id = first(number, "abstractNumId")
        levels = abstract.get(attribute(form_id, "val"), {}) if form_id is not None else {}
        found |= {(attribute(number, "numId"), depth): bullets for depth, bullets in levels.items()}
    return found


def _inherited(chain: list[Element]) -> Style:
    """The meaning of a style, from the oldest it is based on to its own."""
    found = Style()
    for style in reversed(chain):
        name = first(style, "name")
        title = attribute(name, "val").strip() if name is not None else ""
        heading = _HEADING.match(title)
        if heading or title.lower() == "title":
            found = found._replace(heading=int(heading.group(1)) if heading else 1)
        properties = first(style, "pPr")
        if properties is not None:
            found = with_own(found, properties)
    return found


def with_own(style: Style, properties: Element) -> Style:
    """A style with what the paragraph says itself."""
    outline = first(properties, "outlineLvl")
    if outline is not None and not style.heading and _int(attribute(outline, "val")) < 9:
        style = style._replace(heading=_int(attribute(outline, "val")) + 1)
    listed = first(properties, "numPr")
    if listed is None:
        return style
    number, depth = first(listed, "numId"), first(listed, "ilvl")
    if number is not None:
        value = attribute(number, "val")
        style = style._replace(number="" if value == "0" else value)
    return style._replace(depth=min(8, _int(attribute(depth, "val"))) if depth is not None else style.depth)


def _int(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 6 else 0
