"""Gists: one file as it is, several as a page with a heading a file.

Source: GitHub's REST reference, gists ("Get a gist": up to 300 files, each cut at one megabyte, with a `raw_url`).
"""

from __future__ import annotations

import re
from typing import Any

from ...wire import Answer
from ._writing import fenced, joined, line, link, text
from .base import Page, Place, Plan, Step, no_page
from .github import API, HEADERS

HOSTS = ("gist.github.com",)

_ID = re.compile(r"[0-9a-f]{20,64}|[0-9]{1,12}")
_RAW_HOST = "https://gist.githubusercontent.com/"
_MARKDOWN = frozenset({"Markdown"})


def plan(place: Place) -> Plan | None:
    """`/owner/id` or `/id`; None for lists of gists, revisions and raw files."""
    if len(place.parts) > 2 or not place.parts or not _ID.fullmatch(place.parts[-1]):
        return None

    def first(answer: Answer) -> Page:
        return Page.taken(no_page(answer), answer.url)

    alone = Plan(f"https://gist.github.com/{'/'.join(place.parts)}/raw", first)
    return Plan(f"{API}/gists/{place.parts[-1]}", lambda answer: _read(answer, place), HEADERS, otherwise=alone)


def _read(answer: Answer, place: Place) -> Step:
    gist = no_page(answer).json
    files = list(gist["files"].values())
    files = [file for file in files if place.anchor == f"#file-{_slug(file['filename'])}"] or files
    if len(files) == 1 and files[0]["raw_url"].startswith(_RAW_HOST):
        return _alone(files[0])
    title = line(gist.get("description")) or "Gist"
    return Page.written(joined(f"# {title}", *(_shown(file) for file in files)), place.href)


def _alone(file: dict[str, Any]) -> Step:
    """The only file, of which the answer may hold the first megabyte."""
    url = file["raw_url"]
    if file.get("truncated"):
        return Plan(url, lambda answer: Page.taken(answer, url))
    return Page(file["content"].encode("utf-8", "replace"), "text/plain; charset=utf-8", url)


def _shown(file: dict[str, Any]) -> str:
    kept = (
        text(file["content"]) if file.get("language") in _MARKDOWN else fenced(file["content"], file["language"] or "")
    )
    more = link("the whole file", file["raw_url"]) if file.get("truncated") else ""
    return joined(f"## {line(file['filename'])}", kept, more).strip()


def _slug(name: str) -> str:
    """A file's name as its anchor has it."""
    return re.sub(r"[^0-9a-z_]+", "-", name.lower()).strip("-")
