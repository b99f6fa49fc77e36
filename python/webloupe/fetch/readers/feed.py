"""RSS and Atom: the feed's title, then each entry with its link, date and summary; raw as it stands."""

from __future__ import annotations

import html as entities
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...types import Link
from ..document import MAX_CHARS, Document, ReadOptions, Source
from ..links import resolved
from ..untouched import decoded
from ..written import written
from ..xml_tree import attribute, first, local, markup_of, named, text_of, tree
from . import xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MEDIA_TYPES = ("application/rss+xml", "application/atom+xml")

_ENTRIES = ("item", "entry")
_DATES = ("pubDate", "published", "updated", "date", "issued", "modified")
_SUMMARIES = ("description", "summary", "encoded", "content")
_CONVERTED = 1_000  # summaries in HTML that are converted; a longer feed shows the rest as text


def read(source: Source, options: ReadOptions) -> Document:
    """The entries as markdown. A feed asked for raw, or one that is no XML at all, stays as it is."""
    text, encoding = decoded(source, markup=True)
    root = tree(text) if options.format != "raw" else None
    entries = [child for child in root.iter() if local(child) in _ENTRIES] if root is not None else []
    if root is None or not (entries or first(root, "channel") is not None or local(root) == "feed"):
        return xml.read(source, options)
    return _document(source, options, root, entries, encoding)


def _document(source: Source, options: ReadOptions, root: Element, entries: list[Element], encoding: str) -> Document:
    channel = first(root, "channel")
    about = root if channel is None else channel
    title = _line(first(about, "title"))
    links: dict[str, Link] = {}
    pieces = [f"# {title}"] if title else []
    if address := _address(about, source.url):
        links[address] = Link(text=title or address, url=address)
        pieces.append(f"<{address}>")
    pieces.append(_prose(about, source.url, html=True))
    shown = chars = 0
    for shown, entry in enumerate(entries, start=1):
        pieces.append(_entry(entry, source.url, links, html=shown <= _CONVERTED))
        chars += len(pieces[-1]) + 2
        if chars > MAX_CHARS:
            break
    rest = f", of which the first {shown:,} are shown" if shown < len(entries) else ""
    return written(
        source,
        options,
        "\n\n".join(filter(None, pieces)) + "\n",
        encoding=encoding,
        title=title,
        lang=_line(first(about, "language")) or attribute(root, "lang"),
        links=tuple(links.values()),
        notes=(f"Feed of {len(entries):,} {'entry' if len(entries) == 1 else 'entries'}{rest}.",),
    )


def _entry(entry: Element, url: str, links: dict[str, Link], *, html: bool) -> str:
    title = _line(first(entry, "title"))
    address = _address(entry, url)
    if address:
        links.setdefault(address, Link(text=title or address, url=address))
    date = next((found for name in _DATES if (found := _line(first(entry, name)))), "")
    author = _line(first(entry, "author", "name")) or _line(first(entry, "creator"))
    lines = [f"## {title or address or 'Untitled'}"]
    lines.append("\n".join(part for part in (f"<{address}>" if address else "", *_facts(date, author)) if part))
    for enclosure in _enclosures(entry, url):
        links.setdefault(enclosure, Link(text=title or enclosure, url=enclosure))
        lines.append(f"Attached: <{enclosure}>")
    lines.append(_prose(entry, url, html=html))
    return "\n\n".join(line for line in lines if line)


def _facts(date: str, author: str) -> Iterator[str]:
    if date or author:
        yield " · ".join(part for part in (date, author) if part)


def _address(element: Element, url: str) -> str:
    """Where a feed or an entry leads: RSS has it as text, Atom in the link that is not its own address."""
    own = ""
    for link in named(element, "link"):
        target = resolved((attribute(link, "href") or text_of(link)).strip(), url)
        if target and attribute(link, "rel") in ("", "alternate"):
            return target
        own = own or (target or "" if attribute(link, "rel") not in ("enclosure", "self", "hub") else "")
    guid = first(element, "guid")
    if not own and guid is not None and attribute(guid, "isPermaLink") != "false":
        own = resolved(text_of(guid).strip(), "") or ""
    return own


def _enclosures(entry: Element, url: str) -> Iterator[str]:
    """Recordings and pictures that an entry brings."""
    for child in entry:
        if local(child) == "enclosure" or (local(child) == "link" and attribute(child, "rel") == "enclosure"):
            target = resolved(attribute(child, "url") or attribute(child, "href"), url)
            if target:
                yield target


def _prose(element: Element, url: str, *, html: bool) -> str:
    """The summary, else the content, of a feed or an entry; its HTML becomes markdown."""
    for name in (*_SUMMARIES, "subtitle"):
        found = first(element, name)
        text = (markup_of(found) if len(found) else text_of(found)).strip() if found is not None else ""
        if text:
            return _converted(text, url) if html and "<" in text else text
    return ""


def _converted(markup: str, url: str) -> str:
    from ..html import html_to_markdown

    return html_to_markdown(markup, url=url, main=False).strip()


def _line(element: Element | None) -> str:
    """The text of an element on one line; some escape what they put into a title twice."""
    return " ".join(entities.unescape(text_of(element)).split())
