"""Electronic books: the chapters in reading order, each by the HTML converter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...types import Hidden, Link
from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..signatures import EPUB
from ..written import written
from ..xml_tree import attribute, first, named, text_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ..office.package import Package

MEDIA_TYPES = (EPUB,)

_CONTAINER = "META-INF/container.xml"
_PAGES = ("application/xhtml+xml", "text/html")
_MOST_CHAPTERS = 5_000


def read(source: Source, options: ReadOptions) -> Document:
    """The book as one text. Raises Unreadable for a broken, locked or textless book, TooLarge for a torn one."""
    from ..html import convert
    from ..office.package import Package

    package = Package(source, "book")
    root, folder = _opened(package)
    pieces: list[str] = []
    links: dict[str, Link] = {}
    hidden: list[Hidden] = []
    chars = 0
    for chapter in _chapters(root, folder):
        page = convert(package.part(chapter) or b"", main="full", engine=options.engine)
        if page.text.strip():
            pieces.append(page.text.strip())
        links |= {link.url: link for link in page.links if link.url.startswith(("http://", "https://"))}
        hidden += page.hidden
        chars += len(page.text)
        if chars > MAX_CHARS:
            break
    if not pieces:
        raise package.unreadable("has no text in it (pictures of pages, most likely)")
    title, author = _about(root, "title"), _about(root, "creator")
    head = [f"# {title}"] if title and not pieces[0].startswith("# ") else []
    return written(
        source,
        options,
        "\n\n".join([*head, *([f"By {author}"] if author else []), *pieces]) + "\n",
        title=title,
        lang=_about(root, "language"),
        links=tuple(links.values()),
        notes=(f"Book of {len(pieces)} chapters.",),
    )


def _opened(package: Package) -> tuple[Element, str]:
    """The package document that the container names, and the folder it stands in."""
    container = package.xml(_CONTAINER)
    file = first(container, "rootfiles", "rootfile") if container is not None else None
    name = attribute(file, "full-path") if file is not None else ""
    root = package.xml(name)
    if root is None:
        raise package.unreadable("has no table of its parts")
    return root, name.rpartition("/")[0]


def _chapters(root: Element, folder: str) -> Iterator[str]:
    """The parts of the spine that are pages, each once."""
    from ..office.package import within

    manifest, spine = first(root, "manifest"), first(root, "spine")
    if manifest is None or spine is None:
        return
    parts = {
        attribute(item, "id"): within(folder, attribute(item, "href"))
        for item in named(manifest, "item")
        if attribute(item, "media-type") in _PAGES and "nav" not in attribute(item, "properties").split()
    }
    order = dict.fromkeys(attribute(one, "idref") for one in named(spine, "itemref"))
    yield from [parts[one] for one in order if one in parts][:_MOST_CHAPTERS]


def _about(root: Element, name: str) -> str:
    metadata = first(root, "metadata")
    return " ".join(text_of(first(metadata, name) if metadata is not None else None).split())
