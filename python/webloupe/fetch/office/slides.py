"""PresentationML: what the slides of a PowerPoint file say, as markdown. Names as in ECMA-376, part 1, 19 and 21."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...types import Link, Table
from ..grid import pipe_table, squared
from ..links import resolved
from ..xml_tree import attribute, first, local, named, text_of
from .package import Package

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MAIN = "ppt/presentation.xml"
_TITLES = ("title", "ctrTitle")
_FURNITURE = ("dt", "ftr", "sldNum", "hdr")  # date, footer and number of each slide
_MOST_SLIDES = 5_000


class Slides:
    """The slides in their order; `links`, `tables` and `hidden` are filled while they are read."""

    def __init__(self, package: Package, url: str) -> None:
        self.links: dict[str, Link] = {}
        self.tables: list[Table] = []
        self.hidden: list[str] = []
        self._package = package
        self._url = url
        self._relations: dict[str, tuple[str, str]] = {}

    def names(self) -> list[str]:
        """The parts of the slides, in the order of the presentation."""
        root = self._package.xml(_MAIN)
        order = first(root, "sldIdLst") if root is not None else None
        relations = self._package.relations(_MAIN)
        # A slide has a number of its own beside the id of its part: `id` and `r:id`.
        identities = [_relation_id(slide) for slide in order] if order is not None else []
        return [relations[one][1] for one in identities if one in relations][:_MOST_SLIDES]

    def slide(self, number: int, name: str) -> str:
        """A heading with the slide's number and title, its texts and tables, and the speaker's notes; "" if hidden."""
        root = self._package.xml(name)
        if root is None:
            return ""
        if attribute(root, "show") in ("0", "false"):
            self.hidden.append(f"hidden slide {number}")
            return ""
        self._relations = self._package.relations(name)
        title, blocks = "", []
        for shape in root.iter():
            if local(shape) == "sp":
                kind = _placeholder(shape)
                text = self._text(shape, listed=kind in ("body", "obj"))
                if kind in _TITLES and not title:
                    title = " ".join(text.split())
                elif text and kind not in _FURNITURE:
                    blocks.append(text)
            elif local(shape) == "tbl":
                blocks.append(self._table(shape))
            elif local(shape) == "pic":
                blocks += [f"[image: {described}]" for described in _descriptions(shape)]
        heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
        return "\n\n".join([heading, *filter(None, blocks), *self._notes()])

    def _notes(self) -> Iterator[str]:
        part = next((target for kind, target in self._relations.values() if kind == "notesSlide"), "")
        root = self._package.xml(part) if part else None
        for shape in root.iter() if root is not None else ():
            if local(shape) == "sp" and _placeholder(shape) == "body":
                text = self._text(shape, listed=False)
                if text:
                    yield "> Notes: " + text.replace("\n", "\n> ")

    def _text(self, shape: Element, *, listed: bool) -> str:
        """The paragraphs of a shape; those of a list of more than one are items, indented by level."""
        body = first(shape, "txBody")
        if body is None:
            return ""
        paragraphs = [(self._level(one), self._paragraph(one)) for one in named(body, "p")]
        paragraphs = [(level, text) for level, text in paragraphs if text]
        if not listed or len(paragraphs) < 2:
            return "\n\n".join(text for _, text in paragraphs)
        return "\n".join(f"{'    ' * level}- {text}" for level, text in paragraphs)

    @staticmethod
    def _level(paragraph: Element) -> int:
        properties = first(paragraph, "pPr")
        level = attribute(properties, "lvl") if properties is not None else ""
        return min(int(level), 8) if level.isdigit() else 0

    def _paragraph(self, paragraph: Element) -> str:
        pieces = []
        for child in paragraph:
            if local(child) in ("r", "fld"):
                pieces.append(self._run(child))
            elif local(child) == "br":
                pieces.append(" ")
        return "".join(pieces).strip()

    def _run(self, run: Element) -> str:
        text = text_of(first(run, "t"))
        click = first(run, "rPr", "hlinkClick")
        kind, target = self._relations.get(_relation_id(click), ("", "")) if click is not None else ("", "")
        address = resolved(target, self._url) if kind == "hyperlink" else None
        if not address or not text.strip():
            return text
        self.links.setdefault(address, Link(text=text.strip(), url=address))
        return f"[{text}]({address})"

    def _table(self, table: Element) -> str:
        rows = []
        for row in named(table, "tr"):
            rows.append(["\n".join(filter(None, self._lines(cell))) for cell in named(row, "tc")])
        kept = squared(rows)
        if kept:
            self.tables.append(Table(rows=kept))
        return pipe_table(kept)

    def _lines(self, cell: Element) -> Iterator[str]:
        body = first(cell, "txBody")
        return (self._paragraph(one) for one in named(body, "p")) if body is not None else iter(())


def _relation_id(element: Element) -> str:
    """The `r:id` of an element, whichever namespace stands for r."""
    return next((value for key, value in element.items() if key.startswith("{") and key.endswith("}id")), "")


def _placeholder(shape: Element) -> str:
    """What a shape is the place of: "title", "body" …; "obj" for a placeholder of no kind, "" for a free text box."""
    place = first(shape, "nvSpPr", "nvPr", "ph")
    return "" if place is None else attribute(place, "type") or "obj"


def _descriptions(picture: Element) -> Iterator[str]:
    about = first(picture, "nvPicPr", "cNvPr")
    described = " ".join(attribute(about, "descr").split()) if about is not None else ""
    if described:
        yield described
