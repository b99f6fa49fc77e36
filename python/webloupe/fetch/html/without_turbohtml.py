"""The reduced conversion for machines without turbohtml: BeautifulSoup and markdownify, fewer repairs.

Kept: scripts and hidden text out, absolute links, navigation and the like out, `<main>` or the largest article.
Missing: guessing the main content, code languages, table spans, formulas, footnotes, lazy pictures.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag

from ...types import Format, Hidden, Link
from . import characters, soup
from .document import HtmlDocument

INERT = (
    "script, style, link, meta, template, noscript, svg, iframe, object, embed, canvas, button, select, textarea, input"
)
HIDDEN = '[hidden], [aria-hidden="true"]'
HIDING_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
FURNITURE = "nav, footer, aside, dialog, [role=navigation], [role=banner], [role=contentinfo], [role=search]"
LANDMARKS = "main, [role=main], article"
MIN_SHARE = 0.3
RUNS_CODE = re.compile(r"[\x00-\x20]*(?:javascript|vbscript|data):", re.I)


def convert(
    body: bytes | str,
    *,
    url: str,
    charset: str | None,
    full: bool,
    format: Format,
    select: str = "",
    remove: str = "",
) -> HtmlDocument:
    """Convert a page; see the module for what is missing. Raises ValueError for what is no CSS selector."""
    tree = soup.parse(body, charset if isinstance(body, bytes) else None)
    title = " ".join(tree.title.get_text().split()) if tree.title else ""
    lang = str(tree.html.get("lang") or "") if tree.html else ""
    for element in tree.select(INERT):
        element.decompose()
    hidden = _withhold(tree)
    links = _resolve(tree, url)
    root = tree.body or tree
    for element in _matching(root, remove):
        element.decompose()
    if chosen := _matching(root, select):
        root = soup.parse("".join(map(str, chosen)))
    elif not full:
        root = _main(root)
    text, invisible = characters.strip(_write(root, format))
    return HtmlDocument(text=text, title=title, lang=lang, links=links, hidden=(*hidden, *invisible))


def _matching(root: Tag, selector: str) -> list[Tag]:
    """The outermost elements that a selector names."""
    try:
        found = list(root.select(selector)) if selector else []
    except Exception as error:  # soupsieve's own syntax error is no ValueError
        raise ValueError(f"{selector!r} is no CSS selector: {error}") from None
    known = set(map(id, found))
    return [element for element in found if known.isdisjoint(map(id, element.parents))]


def _withhold(tree: BeautifulSoup) -> list[Hidden]:
    found = tree.select(HIDDEN) + [e for e in tree.select("[style]") if HIDING_STYLE.search(str(e["style"]))]
    hidden = []
    for element in found:
        if not element.decomposed:
            text = " ".join(element.get_text(" ").split())
            element.decompose()
            if text:
                hidden.append(Hidden(channel="hidden", text=text))
    return hidden


def _resolve(tree: BeautifulSoup, url: str) -> tuple[Link, ...]:
    base = tree.find("base", href=True)
    start = urljoin(url, str(base["href"])) if isinstance(base, Tag) else url
    found: dict[str, str] = {}
    for element in tree.select("a[href], img[src]"):
        name = "href" if element.name == "a" else "src"
        address = _join(start, str(element[name]))
        if RUNS_CODE.match(address):
            del element[name]
            continue
        element[name] = address
        if name == "href" and address.startswith("http"):
            found.setdefault(address, " ".join(element.get_text().split()))
    return tuple(Link(text=text, url=address) for address, text in found.items())


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _main(root: Tag) -> Tag:
    for element in root.select(FURNITURE):
        if not element.decomposed:
            element.decompose()
    sizes = {id(element): len(element.get_text()) for element in root.select(LANDMARKS)}
    largest = max(root.select(LANDMARKS), key=lambda element: sizes[id(element)], default=root)
    return largest if len(largest.get_text()) >= MIN_SHARE * len(root.get_text()) else root


def _write(root: Tag, format: Format) -> str:
    if format == "html":
        from .sanitise import sanitise

        return sanitise(str(root))
    if format == "text":
        return re.sub(r"\n\s*\n+", "\n\n", root.get_text("\n")).strip()
    soup.flatten(root)
    return soup.to_markdown(root)
