"""PowerPoint files: a heading a slide, its texts, tables, links and the speaker's notes."""

from __future__ import annotations

from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..signatures import PPTX
from ..written import written

MEDIA_TYPES = (
    PPTX,
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
)


def read(source: Source, options: ReadOptions) -> Document:
    """The slides as markdown. Raises Unreadable for a broken, locked, huge or empty file, TooLarge for a torn one."""
    from ..office.package import Package
    from ..office.slides import Slides

    package = Package(source, "PowerPoint file")
    slides = Slides(package, source.url)
    names = slides.names()
    if not names:
        raise package.unreadable("has no slides in it")
    pieces: list[str] = []
    chars = 0
    for number, name in enumerate(names, start=1):
        piece = slides.slide(number, name)
        pieces += [piece] if piece else []
        chars += len(piece)
        if chars > MAX_CHARS:
            break
    return written(
        source,
        options,
        "\n\n".join(pieces) + "\n",
        title=package.property("title"),
        lang=package.property("language"),
        links=tuple(slides.links.values()),
        tables=tuple(slides.tables),
        left_out=tuple(slides.hidden),
        notes=(f"Presentation of {len(names)} slides.",),
    )
