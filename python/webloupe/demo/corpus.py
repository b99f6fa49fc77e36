"""What the three demo backends search: the site's own pages in a full-text index."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from ..index import Index

_SILENT = {"script", "style", "template", "noscript", "title"}
_CHROME = {"nav", "header", "footer", "aside"}
_BREAKS = {"p", "li", "tr", "pre", "h1", "h2", "h3", "div", "section", "article", "ul", "ol", "table", "blockquote"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as a search service would have crawled it: `main` without, `whole` with menus and footers."""

    url: str
    title: str
    published: str
    author: str
    main: str
    whole: str


@dataclass(frozen=True, slots=True)
class Found:
    """A hit: the page's facts and the paragraphs that speak of the query."""

    url: str
    title: str
    published: str
    author: str
    whole: str
    highlights: tuple[str, ...]

    def passage(self, chars: int) -> str:
        """At most `chars` characters of the highlights, lines kept."""
        return "\n".join(self.highlights)[:chars]


class Corpus:
    """The site's full-text index, made at the first search (most tests only read pages). Safe for many threads."""

    def __init__(self, entries: Callable[[], Iterable[Entry]]) -> None:
        self._crawl = entries
        self._entries: dict[str, Entry] = {}
        self._index: Index | None = None
        self._lock = threading.Lock()

    def search(self, query: str, limit: int) -> list[Found]:
        """At most `limit` pages, best first."""
        hits = [self._entries[hit.url] for hit in self._made().search(query, limit)]
        return [
            Found(hit.url, hit.title, hit.published, hit.author, hit.whole, highlights(hit.main, query)) for hit in hits
        ]

    def close(self) -> None:
        """Free the index."""
        with self._lock:
            if self._index is not None:
                self._index.close()
                self._index = None

    def _made(self) -> Index:
        from ..index import Index

        with self._lock:
            if self._index is None:
                self._index = Index(None)
                self._entries = {entry.url: entry for entry in self._crawl()}
                for entry in self._entries.values():
                    self._index.add(entry.url, entry.title, entry.main, entry.published)
            return self._index


def narrowed(
    found: Iterable[Found],
    *,
    hosts: Collection[str] = (),
    not_hosts: Collection[str] = (),
    since: str = "",
    until: str = "",
) -> list[Found]:
    """The hits on these hosts (none: on any) and within these days; a hit without a day is outside of any."""

    def fits(hit: Found) -> bool:
        host = urlsplit(hit.url).hostname or ""
        if (hosts and host not in hosts) or host in not_hosts:
            return False
        return not (since or until) or (bool(hit.published) and since <= hit.published <= (until or "9999"))

    return [hit for hit in found if fits(hit)]


def highlights(text: str, query: str, count: int = 3) -> tuple[str, ...]:
    """Up to `count` paragraphs of `text` with the most words of `query`, in reading order; else the first one."""
    words = {word for word in re.findall(r"\w+", query.casefold()) if len(word) > 2 or not word.isascii()}
    paragraphs = [part.strip() for part in re.split(r"\n{2,}", text) if part.strip()]
    scores = [sum(word in paragraph.casefold() for word in words) for paragraph in paragraphs]
    best = sorted(range(len(paragraphs)), key=lambda place: (-scores[place], place))[:count]
    chosen = sorted(place for place in best if scores[place]) or ([0] if paragraphs else [])
    return tuple(paragraphs[place] for place in chosen)


def html_text(markup: str, *, chrome: bool) -> str:
    """The text a crawler would keep: blocks apart by an empty line, menus and footers only with `chrome`."""
    reader = _Text(chrome)
    reader.feed(markup)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _Text(HTMLParser):
    def __init__(self, chrome: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._left_out = _SILENT if chrome else _SILENT | _CHROME
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self._left_out:
            self._depth += 1
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._left_out and self._depth:
            self._depth -= 1
        self._break(tag)

    def handle_data(self, data: str) -> None:
        if not self._depth:
            self.parts.append(data)

    def _break(self, tag: str) -> None:
        if tag in _BREAKS:
            self.parts.append("\n\n")
        elif tag in ("br", "td", "th", "a"):
            self.parts.append(" ")
