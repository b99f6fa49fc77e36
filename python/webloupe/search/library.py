"""Every page in the store, searchable: an index beside the store, brought up to date by each search.

What is new in the store is put in, newest first, and what has left it is taken out, also what other processes fetched.
The index is a copy: a file that is damaged is made anew, and where none can be written it lives in memory.
"""

from __future__ import annotations

import html
import os
import re
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

from ..errors import BackendDown, TimedOut
from ..files import NOFOLLOW, make_folders, open_plain
from ..index import Index, IndexHit, Page
from ..store import Store, Visit
from ..types import Wire

INDEX_NAME: Final = "index.sqlite"
AT_ONCE: Final = 20
"""Pages put in together: few enough that a deadline is met, many enough that the disk is seldom waited for."""
PATIENCE_S: Final = 2.0
"""How long another process's writing is waited for; it puts in the same pages."""
NEW_S: Final = 60.0
"""A page is stored a moment before its text: one without text is looked at again while it is younger."""

Fits: TypeAlias = Callable[[str, str], bool]

_MARKUP: Final = re.compile(r"(?is)<(script|style|template)\b.*?(?:</\1>|\Z)|<!--.*?(?:-->|\Z)|<[^<>]*>")
# Bounded: a page of nothing but openings must not be searched to its end for each.
_TITLE: Final = re.compile(r"(?i)<title[^<>]{0,500}>([^<]{0,1000})</title>")
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.ASCII | re.IGNORECASE)
_BROKEN: Final = re.compile(r"SQLITE_(CORRUPT|NOTADB|ERROR|SCHEMA|MISMATCH|FORMAT)(_\w+)?")


class StoredText(Wire, frozen=True, kw_only=True):
    """What is searched of a stored document."""

    text: str
    title: str = ""
    lang: str = ""
    format: str = "markdown"


def find(home: Path, query: str, limit: int, *, skip: int, fits: Fits, time_s: float) -> list[IndexHit]:
    """The stored pages that fit `query` best, of those for which `fits(url, lang)`; `skip` of them are passed over.

    At most `time_s` are spent on pages that are not in the index yet; the rest is left to the next search. TimedOut
    when that leaves nothing to show, BackendDown when there is no way to an index.
    """
    store, ends = Store(home), time.monotonic() + time_s
    stamps = store.visit_stamps()
    if not stamps:
        return []
    for open_index in (_in_file, _in_file, _in_memory):
        try:
            with closing(open_index(home)) as index:
                waiting = _brought_up_to_date(index, store, stamps, ends)
                found = index.search(query, limit, skip=skip, fits=fits)
            break
        except sqlite3.Error as error:
            _discard_if_broken(home / INDEX_NAME, error)
        except OSError:
            continue
    else:
        raise BackendDown("the index of stored pages can neither be read nor made anew")
    if waiting and not found:
        told = f"{waiting:,} of {len(stamps):,} stored pages are not in the index yet"
        raise TimedOut(f"{told}, and the others do not fit.", "Search once more: it goes on where it stopped.")
    return found


def _in_file(home: Path) -> Index:
    path = home / INDEX_NAME
    make_folders(home, home)
    os.close(open_plain(path, os.O_RDWR | os.O_CREAT | NOFOLLOW))  # no planted link, and for its owner alone
    return Index(path, patience_s=PATIENCE_S)


def _in_memory(_: Path) -> Index:
    return Index()


def _discard_if_broken(path: Path, error: sqlite3.Error) -> None:
    """Removes an index that cannot be read; one that another process is writing stays."""
    if not _BROKEN.fullmatch(getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")):
        return
    for left in (path, path.with_name(f"{path.name}-journal")):
        with suppress(OSError):
            left.unlink(missing_ok=True)


# --- in step with the store ------------------------------------------------------------------------------------------


def _brought_up_to_date(index: Index, store: Store, stamps: Mapping[str, str], ends: float) -> int:
    """Puts in what is new and takes out what is gone; how many pages had to wait for another time."""
    known = set(index.stamps().values())
    new = [(name, stamp) for name, stamp in stamps.items() if stamp not in known]
    try:
        while new and time.monotonic() < ends:
            batch, new = new[:AT_ONCE], new[AT_ONCE:]
            pages = [page for name, stamp in batch if (page := _page(store, name, stamp))]
            index.add_all(pages)
        if gone := _not_in(stamps, index.stamps()):
            # Others may have stored and put in more since the store was listed.
            index.remove(_not_in(store.visit_stamps(), gone))
    except sqlite3.OperationalError as error:
        if _BROKEN.fullmatch(error.sqlite_errorname):
            raise
        # Another process is writing, or the disk is full: what is there can be searched.
    return len(new)


def _not_in(stored: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """Those of `known`, address -> stamp, whose stamp is none of the stored ones, name -> stamp."""
    there = set(stored.values())
    return {url: stamp for url, stamp in known.items() if stamp.removesuffix("?") not in there}


def _page(store: Store, name: str, stamp: str) -> Page | None:
    """A stored page as it is searched; None when its visit cannot be read. One without text is there to be known."""
    visit = store.visit_named(name)
    if visit is None:
        return None
    document = store.document(visit.document, StoredText) if visit.document else None
    if document is None:
        is_new = 0 <= time.time() - visit.fetched_at < NEW_S
        document = _bare_text(store, visit)
        stamp += "?" if is_new else ""
    text = document.text if document.format in ("markdown", "text") else _without_markup(document.text)
    return Page(visit.url, document.title, text, lang=document.lang, stamp=stamp)


def _bare_text(store: Store, visit: Visit) -> StoredText:
    """The text of a page that was only read with special options: that of its bytes, "" where they are no text."""
    label = visit.headers.get("content-type", "").lower()
    body = store.raw(visit.raw_hash) if label.startswith("text/") or "xml" in label or "json" in label else None
    if body is None:
        return StoredText(text="")
    charset = _CHARSET.search(label)
    try:
        text = body.decode(charset[1] if charset else "utf-8", "replace")
    except LookupError:
        text = body.decode("utf-8", "replace")
    title = _TITLE.search(text)
    marked = "html" in label or "xml" in label
    return StoredText(text=text, title=_without_markup(title[1]) if title else "", format="html" if marked else "text")


def _without_markup(text: str) -> str:
    return html.unescape(_MARKUP.sub(" ", text)).strip()
