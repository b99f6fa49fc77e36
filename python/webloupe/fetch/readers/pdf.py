"""PDF: the text of its pages, by pypdf."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...errors import Unreadable
from ...types import Link, Table
from ..columns import tables_in
from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..links import resolved
from ..office.package import whole
from ..written import written

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MEDIA_TYPES = ("application/pdf",)

_PAGES_FOR_TABLES = 100  # setting a page out takes as long as reading it


def read(source: Source, options: ReadOptions) -> Document:
    """The text page by page under a heading each. Raises Unreadable for an encrypted, broken or textless file."""
    whole(source, "PDF")
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of every oddity that it copes with
    try:
        return _document(source, options)
    except Unreadable:
        raise
    except Exception as error:  # pypdf meets broken files with whatever its parser stumbles over
        raise _unreadable(source, f"is broken ({type(error).__name__})") from error


def _document(source: Source, options: ReadOptions) -> Document:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(source.body))
    if reader.is_encrypted and not reader.decrypt(""):
        raise _unreadable(source, "is locked with a password")
    pieces: list[str] = []
    links: dict[str, None] = {}
    tables: list[Table] = []
    chars = 0
    for number, page in enumerate(reader.pages, start=1):
        text = _page_text(page)
        tables += _tables(page, number) if number <= _PAGES_FOR_TABLES else ()
        pieces.append(f"## Page {number}\n\n{text}\n")
        links |= dict.fromkeys(_addresses(page, source.url))
        chars += len(text)
        if chars > MAX_CHARS:
            break
    if not chars:
        raise _unreadable(source, f"has {len(pieces)} pages and no text in them (pictures of text, most likely)")
    found = tuple(Link(text=address, url=address) for address in links)
    return _joined(source, options, reader, pieces, found, tuple(tables))


def _joined(
    source: Source,
    options: ReadOptions,
    reader: PdfReader,
    pieces: list[str],
    links: tuple[Link, ...],
    tables: tuple[Table, ...],
) -> Document:
    text = "\n".join(pieces)
    pages = len(reader.pages)
    title = str(reader.metadata.title or "") if reader.metadata else ""
    rest = f", of which the first {len(pieces)} were read" if len(pieces) < pages else ""
    notes = [f"PDF of {pages} page{'' if pages == 1 else 's'}{rest}."]
    if tables:
        notes.append(f"{len(tables)} table{'' if len(tables) == 1 else 's'} told by the layout, which may mislead.")
    return written(source, options, text, title=title, links=links, tables=tables, notes=tuple(notes))


def _page_text(page: PageObject) -> str:
    # Fonts with odd tables yield lone surrogates, which no encoding can write.
    return page.extract_text().encode("utf-8", "replace").decode("utf-8").strip()


def _tables(page: PageObject, number: int) -> Iterator[Table]:
    """What looks like tables where the page is set out as it is printed; none where that cannot be told."""
    try:
        laid_out = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)
    except MemoryError:
        raise
    except Exception:  # odd fonts and encodings stop this mode though not the other
        return
    for rows in tables_in(laid_out.encode("utf-8", "replace").decode("utf-8").split("\n")):
        yield Table(rows=rows, name=f"page {number}")


def _addresses(page: PageObject, url: str) -> Iterator[str]:
    """The web addresses that the page's annotations lead to."""
    for reference in page.get("/Annots") or ():
        action = reference.get_object().get("/A")
        address = action.get_object().get("/URI") if action is not None else None
        absolute = resolved(str(address), url) if address else None
        if absolute:
            yield absolute


def _unreadable(source: Source, reason: str) -> Unreadable:
    return Unreadable(
        f"The PDF of {len(source.body):,} bytes {reason}: {source.url}",
        "Download it and open it with a PDF program.",
        url=source.url,
    )
