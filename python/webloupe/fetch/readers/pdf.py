"""PDF: the text of its pages, by pypdf."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...errors import Unreadable
from ...types import Link
from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..links import resolved
from ..office.package import whole

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MEDIA_TYPES = ("application/pdf",)


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
    chars = 0
    for number, page in enumerate(reader.pages, start=1):
        text = _page_text(page)
        pieces.append(f"## Page {number}\n\n{text}\n")
        links |= dict.fromkeys(_addresses(page, source.url))
        chars += len(text)
        if chars > MAX_CHARS:
            break
    if not chars:
        raise _unreadable(source, f"has {len(pieces)} pages and no text in them (pictures of text, most likely)")
    return _joined(source, options, reader, pieces, tuple(Link(text=address, url=address) for address in links))


def _joined(
    source: Source, options: ReadOptions, reader: PdfReader, pieces: list[str], links: tuple[Link, ...]
) -> Document:
    text = "\n".join(pieces)
    pages = len(reader.pages)
    title = str(reader.metadata.title or "") if reader.metadata else ""
    rest = f", of which the first {len(pieces)} were read" if len(pieces) < pages else ""
    return Document(
        text=text[:MAX_CHARS],
        media_type=source.media_type,
        format=options.format,
        title=title.strip(),
        chars_total=len(text),
        links=links,
        notes=(f"PDF of {pages} page{'' if pages == 1 else 's'}{rest}.",),
    )


def _page_text(page: PageObject) -> str:
    # Fonts with odd tables yield lone surrogates, which no encoding can write.
    return page.extract_text().encode("utf-8", "replace").decode("utf-8").strip()


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
