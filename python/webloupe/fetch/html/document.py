"""What a conversion gives."""

from __future__ import annotations

from dataclasses import dataclass

from ...types import Hidden, Link
from ..metadata import Metadata


@dataclass(frozen=True)
class HtmlDocument:
    """A converted page.

    `text` is in the format asked for; `links` are all of the page's, absolute where its address is known; `hidden` is
    what was withheld because no reader would see it; `left_out` names the regions that main-content selection dropped,
    with their size in characters. `notes` are remarks for the reader of the text,
    `metadata` is what the page says of itself.
    """

    text: str
    title: str = ""
    lang: str = ""
    links: tuple[Link, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    metadata: Metadata = Metadata()  # noqa: RUF009 - frozen

    @property
    def markdown(self) -> str:
        """Alias of `text`, for the usual format."""
        return self.text
