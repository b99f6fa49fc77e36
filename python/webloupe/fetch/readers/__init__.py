"""One reader a file; the files are the registry, loaded at first use.

A reader module names its `MEDIA_TYPES` ("text/csv", "+json" for a suffix, "text/*" for the rest of a type, "*/*" for
whatever nobody else takes) and has `read(source, options) -> Document`, pure, raising Unreadable or TooLarge. Heavy
libraries are imported inside `read`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

from ..document import Document, ReadOptions, Source

Reader: TypeAlias = Callable[[Source, ReadOptions], Document]


def reader_for(media_type: str) -> Reader:
    """The reader of this media type: its own, that of its suffix, that of its type, or the one that refuses."""
    readers = _registry()
    kind, _, subtype = media_type.partition("/")
    _, plus, suffix = subtype.rpartition("+")
    names = (media_type, f"+{suffix}" if plus else "", f"{kind}/*", "*/*")
    return next(readers[name] for name in names if name in readers)


@cache
def _registry() -> dict[str, Reader]:
    readers: dict[str, Reader] = {}
    for module in iter_modules(__path__):
        reader = import_module(f".{module.name}", __name__)
        readers |= dict.fromkeys(reader.MEDIA_TYPES, reader.read)
    return readers
