"""Archives, recordings and unknown binaries: named and refused, never printed."""

from __future__ import annotations

from ...errors import TooLarge, Unreadable
from ..document import Document, ReadOptions, Source

MEDIA_TYPES = ("*/*",)

_HINT = "Fetch a page that describes it, or download the file."


def read(source: Source, options: ReadOptions) -> Document:
    """Raises Unreadable, or TooLarge when not even the size is known; both name the media type."""
    if source.over_cap:
        raise TooLarge(
            f"{source.media_type}, more than {len(source.body):,} bytes, not text: {source.url}", _HINT, url=source.url
        )
    raise Unreadable(f"{source.media_type}, {len(source.body):,} bytes, not text: {source.url}", _HINT, url=source.url)
