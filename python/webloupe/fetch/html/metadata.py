"""What a page says of itself: JSON-LD, Open Graph, meta elements, links, `<time>`, bylines; each fact with its source.

Pure, and no page is an error: what is not as it should be counts as not said. First comes what publishers write for
machines about this page, last what is only guessed from its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urljoin

from turbohtml import Document, Element

from ..metadata import Metadata
from . import characters, claims, tags
from .claims import Claim
from .dates import day_in
from .spaces import collapse

MAX_CHARS, MAX_DESCRIPTION_CHARS = 300, 1_000
_BYLINE = "[rel~=author], [itemprop=author], [class*=author i], [class*=byline i]"
_DATED = (
    "[itemprop=datePublished], [class*=date i], [class*=time i], [class*=publish i], [class*=posted i], "
    "[class*=byline i], [class*=meta i], small"
)
_MAX_LOOKED_AT, _MAX_LINE_CHARS = 12, 160
_BY = re.compile(r"(?:written |posted |published )?(?:by|von|par|por|di|door|автор:?|作者[:：]?|文[/／])[:\s]+", re.I)
_AFTER_NAME = re.compile(r"\s*(?:[|•·–—\n]|\s-\s|,\s|\bon\b|\bupdated\b|\bpublished\b|\d).*", re.I | re.S)
_IN_URL = re.compile(r"/((?:19|20)\d\d)/(\d{1,2})/(\d{1,2})(?:/|$)|/((?:19|20)\d\d)-(\d\d)-(\d\d)\D")
# After the title of the page: its lines on who and when, before the text.
_OPENING_CHARS = 400


def extract(document: Document, *, metas: Sequence[Element], scripts: Sequence[str], base: str, url: str) -> Metadata:
    """The metadata of a page before anything is taken out; `scripts` are its JSON-LD, `base` resolves links."""
    things = list(claims.things(scripts))
    said = claims.said(metas)
    lang = _first(_language(document, said))
    found: dict[str, Claim] = {
        "title": _first(_titles(document, said, things)),
        "author": _first(_authors(document, said, things)),
        "published": _first(_published(document, said, things, url, lang[0])),
        "modified": _first(_modified(document, said, things, lang[0])),
        "lang": lang,
        "canonical": _first(_canonical(document, said, base)),
        "site": _first(_sites(said, things)),
        "description": _first(_descriptions(said, things), MAX_DESCRIPTION_CHARS),
    }
    facts = {name: value for name, (value, _) in found.items() if value}
    return Metadata(**facts, sources={name: found[name][1] for name in facts})


def tells_more(line: str, known: frozenset[str]) -> bool:
    """True when a line on who wrote a text and when says something that is not among the `known` facts."""
    line = collapse(line[:_MAX_LINE_CHARS])
    return ("published" not in known and bool(day_in(line))) or ("author" not in known and _BY.match(line) is not None)


def _first(stated: Iterator[Claim], most: int = MAX_CHARS) -> Claim:
    for value, source in stated:
        if value and (text := collapse(characters.strip(value[: 4 * most])[0])[:most].strip()):
            return text, source
    return "", ""


def _titles(document: Document, said: dict[str, str], things: Sequence[dict[str, Any]]) -> Iterator[Claim]:
    yield from claims.metas(said, "title")
    yield from claims.strings(things, "headline")
    for tag, source in (("title", "title"), ("h1", "heading")):
        if (found := tags.first(document, tag)) is not None:
            yield found.text, source


def _authors(document: Document, said: dict[str, str], things: Sequence[dict[str, Any]]) -> Iterator[Claim]:
    for thing in things:
        yield claims.names(thing.get("author")), "json-ld"
    yield from ((value, source) for value, source in claims.metas(said, "author") if not claims.ADDRESS.search(value))
    for element in document.select(_BYLINE)[:_MAX_LOOKED_AT]:
        text = collapse(element.text[:_MAX_LINE_CHARS])
        own = element.attr("rel") == "author" or element.attr("itemprop") == "author"
        if (began := _BY.match(text)) or own:
            name = _AFTER_NAME.sub("", text[began.end() if began else 0 :])
            if 2 < len(name) <= 60 and not claims.ADDRESS.search(name):
                yield name, "microdata" if element.attr("itemprop") else "byline"


def _published(
    document: Document, said: dict[str, str], things: Sequence[dict[str, Any]], url: str, lang: str
) -> Iterator[Claim]:
    stated = (
        *claims.strings(things, "datePublished"),
        *claims.metas(said, "published"),
        *claims.strings(things, "dateCreated"),
    )
    yield from ((day_in(value, lang), source) for value, source in stated)
    for moment in tags.each(document, "time")[:_MAX_LOOKED_AT]:
        if not _tells_change(moment):
            yield day_in(moment.attr("datetime") or "", lang) or day_in(moment.text, lang), "time"
    if found := _IN_URL.search(url):
        yield day_in("-".join(part for part in found.groups() if part)), "url"
    for element in document.select(_DATED)[: 5 * _MAX_LOOKED_AT]:
        if not _tells_change(element) and len(text := element.text) <= 2 * _MAX_LINE_CHARS:
            yield day_in(element.attr("content") or text, lang), "byline"
    title = tags.first(document, "h1")
    if title is not None:
        yield day_in(_following(title), lang), "text"


def _tells_change(element: Element) -> bool:
    names = f"{element.attr('class')} {element.attr('itemprop')} {element.text[:_MAX_LINE_CHARS]}".lower()
    return any(word in names for word in ("updat", "modif", "edited", "aktualisiert", "mis à jour", "copyright", "©"))


def _following(title: Element) -> str:
    """The words that come after the title."""
    words: list[str] = []
    for node in title.following:
        if not isinstance(node, Element):
            words.append(node.text[:_OPENING_CHARS])
            if sum(map(len, words)) > _OPENING_CHARS or len(words) > _OPENING_CHARS:
                break
    return collapse(" ".join(words))[:_OPENING_CHARS]


def _modified(document: Document, said: dict[str, str], things: Sequence[dict[str, Any]], lang: str) -> Iterator[Claim]:
    stated = (*claims.strings(things, "dateModified"), *claims.metas(said, "modified"))
    yield from ((day_in(value, lang), source) for value, source in stated)
    for moment in tags.each(document, "time")[:_MAX_LOOKED_AT]:
        if _tells_change(moment):
            yield day_in(moment.attr("datetime") or moment.text, lang), "time"


def _language(document: Document, said: dict[str, str]) -> Iterator[Claim]:
    root = document.root
    yield (root.attr("lang") or root.attr("xml:lang") or "" if root is not None else ""), "html"
    yield from ((value.replace("_", "-"), source) for value, source in claims.metas(said, "lang"))


def _canonical(document: Document, said: dict[str, str], base: str) -> Iterator[Claim]:
    for link in tags.each(document, "link"):
        if "canonical" in (link.attr("rel") or "").lower().split():
            yield _absolute(base, link.attr("href") or ""), "link"
    yield from ((_absolute(base, value), source) for value, source in claims.metas(said, "canonical"))


def _absolute(base: str, address: str) -> str:
    try:
        address = urljoin(base, address.strip())
    except ValueError:
        return ""
    return address if address.startswith(("http://", "https://")) and len(address) <= MAX_CHARS else ""


def _sites(said: dict[str, str], things: Sequence[dict[str, Any]]) -> Iterator[Claim]:
    yield from ((value, source) for value, source in claims.metas(said, "site") if not claims.ADDRESS.search(value))
    for thing in things:
        yield claims.names(thing.get("publisher")), "json-ld"


def _descriptions(said: dict[str, str], things: Sequence[dict[str, Any]]) -> Iterator[Claim]:
    yield from claims.metas(said, "description")
    yield from claims.strings(things, "description")
