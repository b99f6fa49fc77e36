"""arXiv: an abstract from the API, a paper as HTML where there is such a form of it.

Sources: arXiv API User's Manual (`id_list`, the fields of an entry), "arXiv identifier scheme", "HTML as an accessible
format" (arxiv.org/html beside abs and pdf; papers without one answer 404).
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ...wire import Answer
from ._writing import day, facts, joined, line, link
from .base import HTML, Page, Place, Plan

HOSTS = ("arxiv.org", "export.arxiv.org")

_ID = re.compile(r"\d{4}\.\d{4,5}(?:v\d{1,3})?|[a-z-]{2,20}(?:\.[A-Z]{2})?/\d{7}(?:v\d{1,3})?")
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def plan(place: Place) -> Plan | None:
    """An abstract page, or a paper that was asked for as PDF."""
    kind, name = place.parts[0] if place.parts else "", "/".join(place.parts[1:]).removesuffix(".pdf")
    if not _ID.fullmatch(name):
        return None
    if kind == "abs":
        url = f"https://arxiv.org/abs/{name}"
        return Plan(
            f"https://export.arxiv.org/api/query?id_list={name}&max_results=1",
            lambda answer: Page.written(_abstract(answer, name), url),
        )
    return Plan(f"https://arxiv.org/html/{name}", _paper) if kind == "pdf" else None


def _paper(answer: Answer) -> Page:
    if answer.media_type not in HTML:
        raise ValueError("no HTML form of this paper")
    return Page.taken(answer, answer.url)


def _abstract(answer: Answer, name: str) -> str:
    entry = _feed(answer.text).find(f"{_ATOM}entry")
    if entry is None or "/abs/" not in _of(entry, "id"):
        raise ValueError("no entry of a paper")
    subjects = [one.get("term", "") for one in entry.findall(f"{_ATOM}category")]
    doi, published, updated = _of(entry, "doi", _ARXIV), day(_of(entry, "published")), day(_of(entry, "updated"))
    full = f"{link('HTML', f'https://arxiv.org/html/{name}')}, {link('PDF', f'https://arxiv.org/pdf/{name}')}"
    about = (
        ("Authors", ", ".join(_of(author, "name") for author in entry.findall(f"{_ATOM}author"))),
        ("Submitted", published),
        ("Revised", updated if updated != published else ""),
        ("Subjects", ", ".join(subjects)),
        ("Comments", _of(entry, "comment", _ARXIV)),
        ("Journal reference", _of(entry, "journal_ref", _ARXIV)),
        ("DOI", link(doi, f"https://doi.org/{doi}") if doi else ""),
        ("Full text", full),
    )
    return joined(f"# {_of(entry, 'title')}", facts(about), "## Abstract", _of(entry, "summary"))


def _feed(text: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text:
        raise ValueError("a feed with a document type")  # an Atom feed has none, and entities can be made to explode
    try:
        return ElementTree.fromstring(text)  # noqa: S314 - no document type, so no entities
    except ElementTree.ParseError as error:
        raise ValueError(f"no XML: {error}") from None


def _of(element: ElementTree.Element, name: str, space: str = _ATOM) -> str:
    return line(element.findtext(f"{space}{name}"))
