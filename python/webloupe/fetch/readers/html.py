"""HTML and XHTML, by the converter."""

from __future__ import annotations

from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..untouched import decoded, untouched

MEDIA_TYPES = ("text/html", "application/xhtml+xml")


def read(source: Source, options: ReadOptions) -> Document:
    """The page in the format asked for; raw is its source as it came, decoded."""
    text, encoding = decoded(source, markup=True)
    if options.format == "raw":
        return untouched(source, options, text=text, encoding=encoding)
    from ..html import convert

    page = convert(
        text,
        url=source.url,
        main=options.main,
        engine=options.engine,
        format=options.format,
        select=options.select,
        remove=options.remove,
    )
    return Document(
        text=page.text[:MAX_CHARS],
        media_type=source.media_type,
        charset=encoding,
        format=options.format,
        title=page.title,
        lang=page.lang,
        chars_total=len(page.text),
        links=page.links,
        hidden=page.hidden,
        left_out=page.left_out,
        notes=page.notes,
        metadata=page.metadata,
    )
