"""Published Google documents and sheets: the document as markdown, a sheet as CSV.

Sources: Google Drive API, "Export MIME types for Google Workspace documents" (text/markdown, text/plain, text/csv) by
the export addresses of the editors; "Publish to the web" (`/pub`, `/pubhtml`, `output=csv`). What is not published
leads to a login page, which is none of these types.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from ...wire import Answer
from .base import Page, Place, Plan, no_page

HOSTS = ("docs.google.com",)

_ID = re.compile(r"[A-Za-z0-9_-]{20,120}")
_GID = re.compile(r"[0-9]{1,12}")


def plan(place: Place) -> Plan | None:
    """A document or sheet by its own address (`/d/{id}`), or a sheet as it was published (`/d/e/{id}/pubhtml`)."""
    match place.parts:
        case ["document", "d", name, *_] if _ID.fullmatch(name):
            as_text = _export(f"document/d/{name}/export?format=txt", place)
            return _export(f"document/d/{name}/export?format=md", place, otherwise=as_text)
        case ["spreadsheets", "d", name, *_] if _ID.fullmatch(name):
            return _export(f"spreadsheets/d/{name}/export?format=csv{_sheet(place)}", place)
        case ["spreadsheets", "d", "e", name, "pubhtml" | "pub", *_] if _ID.fullmatch(name):
            return _export(f"spreadsheets/d/e/{name}/pub?output=csv{_sheet(place)}", place)
    return None


def _export(path: str, place: Place, *, otherwise: Plan | None = None) -> Plan:
    def then(answer: Answer) -> Page:
        return Page.taken(no_page(answer), place.href)

    return Plan(f"https://docs.google.com/{path}", then, otherwise=otherwise)


def _sheet(place: Place) -> str:
    """The sheet that the address names, in its query or its fragment; "" leaves it to be the first."""
    told = place.query.get("gid") or parse_qs(place.anchor.lstrip("#")).get("gid", [""])[0]
    return f"&gid={told}" if _GID.fullmatch(told) else ""
