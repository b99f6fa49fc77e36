"""Wikipedia in any language: the article without the skin round it.

Source: MediaWiki REST API reference (`/page/{title}/html`, `/revision/{id}/html`; Accept-Language chooses the variant
of a language that has several), "Language variants" (`/zh-tw/{title}`). The body is that of the article page.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from ...wire import Answer
from .base import HTML, Page, Place, Plan, encoded

HOSTS = (".wikipedia.org",)

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,10}){0,3}|simple", re.ASCII)
_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}", re.ASCII)
_ANSWERED = re.compile(r"/page/([^/]+)/html$")
# The sections of a long article are uneven: as boxes of their own, one of them may pass for the whole of it.
_SECTION = re.compile(rb"</?section\b[^<>]*>")


def plan(place: Place) -> Plan | None:
    """An article, in its variant or revision where the address names one."""
    language = place.host.removesuffix(".wikipedia.org").removesuffix(".m")
    if not _LANGUAGE.fullmatch(language) or language == "www" or not place.parts:
        return None
    site = f"https://{language}.wikipedia.org"
    first, title = place.parts[0], "/".join(place.parts[1:])
    if first == "w":
        return _by_query(site, language, place)
    variant = first if first.startswith(f"{language}-") and _LANGUAGE.fullmatch(first) else ""
    if not title or title.startswith("Special:") or not (first == "wiki" or variant):
        return None
    return Plan(
        f"{site}/w/rest.php/v1/page/{encoded(title)}/html",
        lambda answer: _page(answer, f"{site}/{first}/", place.anchor, variant or language),
        {"Accept-Language": variant} if variant else {},
    )


def _by_query(site: str, language: str, place: Place) -> Plan | None:
    """`index.php?title=…&oldid=…`, as links to an old revision are written; other actions are no articles."""
    revision = place.query.get("oldid", "")
    if place.query.keys() - {"title", "oldid"} or not re.fullmatch(r"[0-9]{1,15}", revision):
        return None
    return Plan(
        f"{site}/w/rest.php/v1/revision/{revision}/html",
        lambda answer: Page(_article(answer, language), _media(answer), place.href),
    )


def _page(answer: Answer, base: str, anchor: str, language: str) -> Page:
    """The article under the title that answered: a redirect leads to another than was asked for."""
    found = _ANSWERED.search(urlsplit(answer.url).path)
    if found is None:
        raise ValueError("not the address of an article")
    title = found.group(1).replace("%2F", "/").replace("%3A", ":")
    return Page(
        _article(answer, language), _media(answer), f"{base}{title}{anchor}", answer.over_cap, answer.total_bytes
    )


def _article(answer: Answer, language: str) -> bytes:
    """The article's HTML, its language named where readers of pages look for it."""
    if answer.media_type not in HTML:
        raise ValueError("no HTML")
    told = answer.headers.get("content-language", "").strip()
    tag = told if _TAG.fullmatch(told) else language if language != "simple" else "en"
    flat = _SECTION.sub(b"", answer.body)
    return re.sub(rb"<html\b(?![^<>]*\blang=)", f'<html lang="{tag}"'.encode(), flat, count=1)


def _media(answer: Answer) -> str:
    return answer.headers.get("content-type", "")
