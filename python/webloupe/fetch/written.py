"""The document of a text that a reader wrote, within the caps of all documents."""

from __future__ import annotations

import html

from ..types import CodeBlock, Link, Table
from .document import MAX_CHARS, TABLE_CELLS, Document, ReadOptions, Source


def written(
    source: Source,
    options: ReadOptions,
    text: str,
    *,
    encoding: str = "",
    title: str = "",
    lang: str = "",
    chars_total: int | None = None,
    links: tuple[Link, ...] = (),
    tables: tuple[Table, ...] = (),
    code: tuple[CodeBlock, ...] = (),
    left_out: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
) -> Document:
    """The document of this text. Asked for HTML, the text comes escaped in a `pre` element.

    `chars_total` is for a reader that stopped at the cap and knows what there would have been.
    """
    if options.format == "html":
        text = f"<pre>{html.escape(text, quote=False)}</pre>"
    return Document(
        text=text[:MAX_CHARS],
        media_type=source.media_type,
        charset=encoding,
        format=options.format,
        title=" ".join(title.split()),
        lang=lang,
        chars_total=max(len(text), chars_total or 0),
        links=links,
        left_out=left_out,
        notes=notes,
        tables=_bounded(tables),
        code=code,
    )


def _bounded(tables: tuple[Table, ...]) -> tuple[Table, ...]:
    """The tables of which all rows fit, and the first rows of the one that does not."""
    kept: list[Table] = []
    room = TABLE_CELLS
    for table in tables:
        cells = sum(map(len, table.rows))
        if cells > room:
            rows = table.rows[: room // max(1, *map(len, table.rows))]
            return (*kept, Table(rows=rows, name=table.name)) if rows else tuple(kept)
        kept.append(table)
        room -= cells
    return tuple(kept)
