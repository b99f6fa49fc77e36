"""Engine `trafilatura`: that library chooses the main content of the cleaned tree, our writer writes it."""

from __future__ import annotations

from typing import Final

from turbohtml import Document

from ...types import Main
from . import parse
from .choice import Choice
from .measure import size

NOTHING: Final = "trafilatura found no main content; this is what the engine fast found."


def choose(document: Document, main: Main, url: str) -> Choice | None:
    """The main content of a cleaned page as trafilatura finds it; None where it finds none."""
    import trafilatura

    found = trafilatura.extract(
        document.serialize(),
        url=url or None,
        output_format="html",
        include_links=True,
        include_images=True,
        include_formatting=True,
        include_comments=main == "recall",
        favor_precision=main == "precision",
        favor_recall=main == "recall",
    )
    if not found:
        return None
    root = parse.parse(found, None)
    of, chars = size(document), size(root)
    left_out = (f"what trafilatura leaves out ({of - chars:,} characters)",) if of > chars else ()
    return Choice(root, left_out, chars=chars, of=of)
