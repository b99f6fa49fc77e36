"""Plain text, source code, CSV, JSON and every other type of text, as it stands."""

from __future__ import annotations

from ..detect import TEXT_APPLICATIONS
from ..document import Document, ReadOptions, Source
from ..links import listed
from ..untouched import decoded, untouched

MEDIA_TYPES = ("text/*", "+json", "+yaml", *TEXT_APPLICATIONS)


def read(source: Source, options: ReadOptions) -> Document:
    """The text untouched: JSON keeps the precision of its numbers, CSV its quotes, code its indentation."""
    text, encoding = decoded(source)
    return untouched(source, options, text=text, encoding=encoding, links=listed(text, url=source.url))
