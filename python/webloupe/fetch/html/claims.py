"""What publishers write for machines: meta elements and JSON-LD, read for one fact at a time, surest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from turbohtml import Element

from . import linked_data, page_type

Claim: TypeAlias = tuple[str, str]
"""A value and where it stood."""

ADDRESS = re.compile(r"https?:|www\.|@|/")
# Things that a page is about, before the page itself and whatever else bears a date.
_PAGES = frozenset(
    ("WebPage", "ItemPage", "AboutPage", "ProfilePage", "Recipe", "VideoObject", "DiscussionForumPosting", "Product")
)
_OTHERS = frozenset(("Comment", "Review", "Answer", "Person", "Offer"))
_META = {
    "published": (
        "article:published_time article:published article.published og:article:published_time datepublished dc.date "
        "dc.date.issued dcterms.issued dcterms.created dc.date.created dcterms.date parsely-pub-date sailthru.date "
        "pubdate publishdate publish-date publish_date publication_date date article_date_original "
        "citation_publication_date citation_online_date dcsext.articlefirstpublished cxenseparse:recs:publishtime "
        "og:pubdate article.created datecreated"
    ),
    "modified": (
        "article:modified_time article:modified datemodified dcterms.modified dc.date.modified last-modified "
        "article.updated og:updated_time"
    ),
    "author": (
        "author article:author article.author dc.creator dcterms.creator parsely-author sailthru.author byl "
        "citation_author"
    ),
    "title": "og:title twitter:title dc.title",
    "description": "og:description description twitter:description dc.description",
    "site": "og:site_name application-name",
    "canonical": "og:url",
    "lang": "og:locale content-language dc.language",
}


def states(metas: Sequence[Element], scripts: Sequence[str]) -> frozenset[str]:
    """Which of "author" and "published" a page writes for machines, told without parsing anything."""
    names = {(meta.attr("property") or meta.attr("name") or meta.attr("itemprop") or "").lower() for meta in metas}
    wanted = {"author": '"author"', "published": '"datePublished"'}
    return frozenset(
        fact
        for fact, key in wanted.items()
        if not names.isdisjoint(_META[fact].split()) or any(key in script for script in scripts)
    )


def things(scripts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """What JSON-LD describes: articles first, then pages, then the rest, but for comments and what others wrote."""
    found = [thing for script in scripts for thing in linked_data.things(script)]
    ranked = [(_rank(thing), thing) for thing in found]
    for rank in range(3):
        yield from (thing for other, thing in ranked if other == rank)


def _rank(thing: dict[str, Any]) -> int:
    kinds = thing.get("@type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    names = {kind.rpartition("/")[2] for kind in kinds if isinstance(kind, str)}
    if any(page_type.ARTICLES.match(name) for name in names):
        return 0
    if names & _PAGES:
        return 1
    return 3 if names & _OTHERS else 2


def said(metas: Sequence[Element]) -> dict[str, str]:
    """The contents of meta elements by lower-case name; the first that says something wins."""
    said: dict[str, str] = {}
    for meta in metas:
        content = meta.attr("content")
        if content and not content.isspace():
            for attribute in ("property", "name", "itemprop", "http-equiv"):
                if name := meta.attr(attribute):
                    said.setdefault(name.strip().lower(), content)
    return said


def metas(said: dict[str, str], fact: str) -> Iterator[Claim]:
    """What meta elements claim of a fact."""
    for name in _META[fact].split():
        if name in said:
            yield said[name], "opengraph" if name.startswith(("og:", "article:")) else "meta"


def strings(things: Sequence[dict[str, Any]], name: str) -> Iterator[Claim]:
    """What JSON-LD claims by a property."""
    for thing in things:
        if isinstance(value := thing.get(name), str):
            yield value, "json-ld"


def names(author: Any) -> str:
    """The names of people or organisations, with commas, from any shape that JSON-LD gives them."""
    people = author if isinstance(author, list) else [author]
    names = [person.get("name") if isinstance(person, dict) else person for person in people[:10]]
    plain = [name.strip("\"' ") for name in names if isinstance(name, str) and not ADDRESS.search(name)]
    return ", ".join(filter(None, dict.fromkeys(plain)))
