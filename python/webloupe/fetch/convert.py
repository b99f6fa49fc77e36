"""From one body to one document: which reader, which charset, how much is kept, and whether it is a page at all."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .._version import __version__
from . import challenge
from .content_type import charset_label
from .detect import media_type
from .document import MAX_CHARS, Document, ReadOptions, Source
from .readers import reader_for

CONVERTER_VERSION = f"{__version__}/6"
"""Goes into the key of stored documents: the number is raised whenever the same bytes would give another text."""

_HEAD_BYTES = 65_536  # marks of robot checks and of pages drawn by script stand early


def convert(
    body: bytes,
    *,
    headers: Mapping[str, str],
    url: str,
    options: ReadOptions = ReadOptions(),  # noqa: B008 - frozen
    over_cap: bool = False,
) -> Document:
    """The document that this body holds. `headers` have lower-case names, `url` is the address that answered.

    `over_cap` says that the body was cut at a byte cap. Raises Unreadable for what is not text, TooLarge for a
    binary document that was cut.
    """
    content_type = headers.get("content-type", "")
    source = Source(
        body=body,
        url=url,
        media_type=media_type(body, content_type, url),
        label=charset_label(content_type),
        over_cap=over_cap,
    )
    document = reader_for(source.media_type)(source, options)
    return _within_cap(_judged(document, source))


def _judged(document: Document, source: Source) -> Document:
    """The document with what it is instead of the page asked for, where it is something else."""
    head = source.body[:_HEAD_BYTES]
    blocked = challenge.blocked_reason(document.title, document.text, head)
    notes = document.notes + challenge.shell_notes(document.text, head, source.media_type, source.url)
    return msgspec.structs.replace(document, blocked=blocked, notes=notes)


def _within_cap(document: Document) -> Document:
    if len(document.text) <= MAX_CHARS:
        return document
    return msgspec.structs.replace(document, text=document.text[:MAX_CHARS])
