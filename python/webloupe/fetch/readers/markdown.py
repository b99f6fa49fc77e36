"""Markdown, as it stands: it is final text and never converted again."""

from __future__ import annotations

import re

from ..document import Document, ReadOptions, Source
from ..links import listed
from ..untouched import decoded, untouched

MEDIA_TYPES = ("text/markdown", "text/x-markdown")

_TITLE = re.compile(r"^# +(.+?)[ #]*$|^title: *[\"']?(.+?)[\"']? *$", re.MULTILINE)
_TITLE_WITHIN = 4_096  # characters; a heading further down is a section


def read(source: Source, options: ReadOptions) -> Document:
    """The text untouched, titled by its first heading or front matter."""
    text, encoding = decoded(source)
    found = _TITLE.search(text[:_TITLE_WITHIN])
    title = (found.group(1) or found.group(2)) if found else ""
    return untouched(source, options, text=text, encoding=encoding, title=title, links=listed(text, url=source.url))
