"""WordprocessingML: what the paragraphs, runs and tables of a Word document say, as markdown.

Names as in ECMA-376, part 1, 17. Read by local name, since strict and transitional documents differ in namespaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...types import Link, Table
from ..grid import pipe_table, squared
from ..links import resolved
from ..xml_tree import attribute, first, local, named, text_of
from .package import Package
from .styles import Style, read_lists, read_styles, with_own

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_BODY = "word/document.xml"
_OPAQUE = frozenset({"del", "moveFrom", "Fallback", "rPr", "pPr", "sectPr", "instrText", "delText"})
_SPACES = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}


class _Run(NamedTuple):
    """Text of one look: `marks` around it ("**", "*", "***" or ""), `target` where it leads."""

    text: str
    marks: str = ""
    target: str = ""


class WordText:
    """The text of a Word document; `links` and `tables` are filled while `blocks` is read."""

    def __init__(self, package: Package, url: str) -> None:
        self.links: dict[str, Link] = {}
        self.tables: list[Table] = []
        self._package = package
        self._url = url
        self._relations = package.relations(_BODY)
        self._styles = read_styles(package)
        self._bullets = read_lists(package)
        self._counters: dict[tuple[str, int], int] = {}

    def blocks(self) -> Iterator[str]:
        """Headings, paragraphs, list items and tables in order, then the notes at the foot."""
        root = self._package.xml(_BODY)
        body = first(root, "body") if root is not None else None
        if body is None:
            return
        yield from self._blocks(body)
        for kind in ("footnotes", "endnotes"):
            yield from self._foot(kind)

    def _blocks(self, parent: Element) -> Iterator[str]:
        for child in parent:
            name = local(child)
            if name == "p":
                yield self._paragraph(child)
            elif name == "tbl":
                yield self._table(child)
            elif name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"):
                yield from self._blocks(child)

    # --- paragraphs --------------------------------------------------------------------------------------------------

    def _paragraph(self, paragraph: Element) -> str:
        text = _joined(self._runs(paragraph)).strip()
        style = self._style(paragraph)
        if not text:
            return ""
        if style.heading:
            return f"{'#' * min(style.heading, 6)} {' '.join(text.replace('**', '').split())}"
        if style.number:
            return self._item(text, style)
        return text.replace("\n", "  \n")

    def _item(self, text: str, style: Style) -> str:
        """A list item; Word's own numbers are counted here, since a document does not spell them."""
        indent = "    " * style.depth
        if self._bullets.get((style.number, style.depth), True):
            return f"{indent}- {text}"
        key = (style.number, style.depth)
        self._counters[key] = self._counters.get(key, 0) + 1
        for deeper in [other for other in self._counters if other[0] == key[0] and other[1] > key[1]]:
            del self._counters[deeper]
        return f"{indent}{self._counters[key]}. {text}"

    def _style(self, paragraph: Element) -> Style:
        properties = first(paragraph, "pPr")
        if properties is None:
            return self._styles.get("", Style())
        named_style = first(properties, "pStyle")
        style = self._styles.get(attribute(named_style, "val") if named_style is not None else "", Style())
        return with_own(style, properties)

    def _runs(self, parent: Element, marks: str = "", target: str = "") -> Iterator[_Run]:
        for child in parent:
            name = local(child)
            if name == "r":
                yield from self._run(child, target)
            elif name == "hyperlink":
                yield from self._runs(child, marks, self._target(child))
            elif name in ("oMath", "oMathPara"):
                yield _Run(text_of(child), "", target)
            elif name not in _OPAQUE:
                yield from self._runs(child, marks, target)

    def _run(self, run: Element, target: str) -> Iterator[_Run]:
        properties = first(run, "rPr")
        if properties is not None and _is_on(properties, "vanish"):
            return
        marks = _marks(properties)
        for child in run:
            name = local(child)
            if name == "t":
                yield _Run(child.text or "", marks, target)
            elif name in _SPACES:
                yield _Run(_SPACES[name], marks, target)
            elif name in ("footnoteReference", "endnoteReference"):
                yield _Run(f"[^{name[0]}{attribute(child, 'id')}]")
            elif name in ("drawing", "pict", "AlternateContent"):
                yield _Run(" ".join(self._drawn(child)))

    def _drawn(self, drawing: Element) -> Iterator[str]:
        """What a drawing says: the description of a picture, the text in a box."""
        alternatives = first(drawing, "Choice")
        for element in (drawing if alternatives is None else alternatives).iter():
            if local(element) == "docPr" and attribute(element, "descr"):
                yield f"[image: {' '.join(attribute(element, 'descr').split())}]"
            elif local(element) == "txbxContent":
                yield from (text for text in self._blocks(element) if text)

    def _target(self, hyperlink: Element) -> str:
        kind, target = self._relations.get(attribute(hyperlink, "id"), ("", ""))
        address = resolved(target, self._url) if kind == "hyperlink" else None
        if address:
            label = " ".join(text_of(hyperlink).split())
            self.links.setdefault(address, Link(text=label or address, url=address))
        return address or ""

    # --- tables and notes --------------------------------------------------------------------------------------------

    def _table(self, table: Element) -> str:
        rows: list[list[str]] = []
        for row in named(table, "tr"):
            cells: list[str] = []
            for cell in named(row, "tc"):
                cells += self._cell(cell, rows[-1] if rows else [], len(cells))
            rows.append(cells)
        kept = squared(rows)
        if kept:
            self.tables.append(Table(rows=kept))
        return pipe_table(kept)

    def _cell(self, cell: Element, above: list[str], column: int) -> list[str]:
        """The text of a cell, once for each column that it spans; one merged with that above says the same."""
        properties = first(cell, "tcPr")
        span = first(properties, "gridSpan") if properties is not None else None
        merged = first(properties, "vMerge") if properties is not None else None
        if merged is not None and attribute(merged, "val") != "restart" and column < len(above):
            text = above[column]
        else:
            tables = len(self.tables)
            text = "\n".join(block for block in self._blocks(cell) if block).replace("  \n", "\n")
            del self.tables[tables:]  # a table within a cell is text of that cell
        width = attribute(span, "val") if span is not None else "1"
        return [text] * (min(int(width), 100) if width.isdigit() else 1)

    def _foot(self, kind: str) -> Iterator[str]:
        root = self._package.xml(f"word/{kind}.xml")
        self._relations = self._package.relations(f"word/{kind}.xml") if root is not None else {}
        for note in root if root is not None else ():
            text = " ".join(" ".join(self._blocks(note)).split())
            if text and attribute(note, "type") in ("", "normal"):
                yield f"[^{kind[0]}{attribute(note, 'id')}]: {text}"


def _marks(properties: Element | None) -> str:
    if properties is None:
        return ""
    return ("**" if _is_on(properties, "b") else "") + ("*" if _is_on(properties, "i") else "")


def _is_on(properties: Element, name: str) -> bool:
    found = first(properties, name)
    return found is not None and attribute(found, "val") not in ("0", "false", "off", "none")


def _joined(runs: Iterator[_Run]) -> str:
    """Neighbours of one look joined, each look marked once; blanks stay outside the marks."""
    pieces: list[_Run] = []
    for run in runs:
        if pieces and (pieces[-1].marks, pieces[-1].target) == (run.marks, run.target):
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + run.text)
        elif run.text:
            pieces.append(run)
    return "".join(map(_marked, pieces))


def _marked(run: _Run) -> str:
    bare = run.text.strip()
    if not bare or not (run.marks or run.target):
        return run.text
    before, _, after = run.text.partition(bare)
    shown = f"{run.marks}{bare}{run.marks[::-1]}"
    if run.target:
        shown = bare if bare == run.target else f"[{shown}]({run.target.replace(')', '%29').replace('(', '%28')})"
    return f"{before}{shown}{after}"
