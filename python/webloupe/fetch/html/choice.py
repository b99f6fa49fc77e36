"""What main-content selection is told of a page, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from turbohtml import Document, Element

from .page_type import PageType

# Of 267 labelled pages with text none has less of its unlinked text in its main content than 5.6 %.
THIN_SHARE = 0.05


@dataclass(frozen=True)
class About:
    """What is known of a page: its type, its address, and which lines on author and date its metadata make needless."""

    kind: PageType = "other"
    url: str = ""
    known: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Choice:
    """The chosen element, and what is not in it: "navigation (1,234 characters)", largest first.

    `chars` of the page's `of` characters are in it, `consent` of them were its consent wall's.
    """

    root: Element | Document
    left_out: tuple[str, ...] = ()
    chars: int = 0
    of: int = 0
    consent: int = 0

    def is_thin(self, of: int) -> bool:
        """True when next to nothing was chosen out of `of` characters; the consent wall is none of them."""
        return self.chars < THIN_SHARE * (of - self.consent)
