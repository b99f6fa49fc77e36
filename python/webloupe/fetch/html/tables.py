"""Tables that pipe rows can hold: spans filled, blocks in cells on one line, layout tables undone."""

from __future__ import annotations

from collections.abc import Iterator

from turbohtml import Document, Element, Node, Text

from . import measure, tags

# HTML's own limits are 1,000 columns and 65,534 rows; a table that needs more cells than this is an attack.
MAX_COLSPAN, MAX_ROWSPAN, MAX_FILLED = 100, 1_000, 20_000
CELLS = ("td", "th")
LAYOUT_ROLES = ("presentation", "none")
# A cell of data may hold a list or a second paragraph; one that lays out the page holds a text.
BLOCK_CHARS = 300
HEADINGS, BLOCKS = "h1, h2, h3, h4", ("p", "ul", "ol", "pre", "blockquote", "form", "dl")


def restore(root: Element | Document) -> None:
    """Make every table under `root` a plain grid, or undo it where it only laid out the page."""
    judged = [(table, is_layout(table)) for table in tags.each(root, "table")]
    for table, layout in reversed(judged):  # innermost first, so that no cell is looked at once a level
        if layout:
            _undo(table)
            continue
        if table.select_one("[rowspan], [colspan]") is not None:
            _fill_spans(table)
        _flatten_cells(table)


def is_layout(table: Element) -> bool:
    """True for a table that says so, holds another one, has one cell a row, or sets out blocks without a header."""
    if table.attr("role") in LAYOUT_ROLES or tags.first(table, "table") is not None:
        return True
    if all(len(_cells(row)) < 2 for row in table.select("tr")):
        return True
    return tags.first(table, "th", "thead", "caption") is None and _sets_out_blocks(table)


def _sets_out_blocks(table: Element) -> bool:
    """True when most of the text stands in cells that are pages of their own: long, with headings or paragraphs."""
    big = 0
    for cell in tags.each(table, "td"):
        chars = measure.size(cell)
        if chars >= BLOCK_CHARS and (cell.select_one(HEADINGS) is not None or len(tags.each(cell, *BLOCKS)) > 1):
            big += chars
    return big > measure.size(table) / 2


def _undo(table: Element) -> None:
    for cell in list(_own(table, CELLS)):
        cell.tag = "div"
    for part in list(_own(table, ("tbody", "thead", "tfoot", "tr", "colgroup", "col"))):
        part.unwrap()
    for caption in list(_own(table, ("caption",))):
        caption.tag = "p"
    table.unwrap()


def _own(table: Element, tags: tuple[str, ...]) -> Iterator[Element]:
    """Elements of this table, not of one inside it."""
    for element in table.iter_elements(tags):
        if element.closest("table") == table:
            yield element


def _cells(row: Element) -> list[Element]:
    return [child for child in row.children if isinstance(child, Element) and child.tag in CELLS]


def _fill_spans(table: Element) -> None:
    """Empty cells where a wide or tall cell reaches, so that what follows stands in its own column."""
    reach: dict[int, int] = {}
    budget = MAX_FILLED
    for row in table.select("tr"):
        cells = _cells(row)
        filled, budget = _filled(cells, reach, budget)
        if len(filled) != len(cells):
            row.clear()
            row.extend(filled)


def _filled(cells: list[Element], reach: dict[int, int], budget: int) -> tuple[list[Node], int]:
    row: list[Node] = []

    def skip_reached() -> None:
        while reach.get(len(row), 0) > 0:
            reach[len(row)] -= 1
            row.append(Element("td"))

    for cell in cells:
        skip_reached()
        wide, tall = _span(cell, "colspan", MAX_COLSPAN), _span(cell, "rowspan", MAX_ROWSPAN)
        if wide * tall > budget:
            wide = tall = 1
        budget -= wide * tall - 1
        for column in range(len(row), len(row) + wide):
            if tall > 1:
                reach[column] = tall - 1
        row.append(cell)
        row.extend(Element("td") for _ in range(wide - 1))
    skip_reached()
    return row, budget


def _span(cell: Element, name: str, most: int) -> int:
    value = cell.attr(name)
    if value is None:
        return 1
    del cell.attrs[name]
    value = value.strip()
    return max(1, min(int(value), most)) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def _flatten_cells(table: Element) -> None:
    """A pipe row is one line: code lines and paragraphs of a cell are parted by breaks."""
    for pre in table.select("pre"):
        parts: list[Node] = []
        for line in pre.text.strip("\n").split("\n"):
            parts += [Element("br"), Element("code", None, [Text(line)])]
        pre.replace_with(Element("span", None, parts[1:]))
    for block in table.select(":is(td, th) :is(p, div, h1, h2, h3, h4, h5, h6)"):
        if block.next_sibling is not None and not _is_blank_end(block):
            block.insert_after(Element("br"))
        block.unwrap()


def _is_blank_end(block: Element) -> bool:
    """True when only blanks follow, so that no break is due."""
    return all(isinstance(node, Text) and not node.data.strip() for node in block.next_siblings)
