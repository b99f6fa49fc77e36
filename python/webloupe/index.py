"""A full-text index over pages, in memory or in a file: SQLite FTS5 over words and CJK bigrams, ranked by BM25.

SQLite's own tokenizers do not find 大学 in 北京大学位于 (unicode61 takes the run for one word, trigram wants three
characters), so `language.terms` makes the terms and FTS5 only splits them at blanks. Queries are built from quoted
terms: nothing that a user types is FTS5 syntax.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from .language import run_ends, terms
from .snippets import snippet

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS pages (
    id INTEGER PRIMARY KEY, url TEXT UNIQUE NOT NULL, host TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
    published TEXT NOT NULL, lang TEXT NOT NULL, stamp TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5(title, text, tokenize = "ascii tokenchars '+#'");
"""
_INSERT: Final = "INSERT INTO pages (url, host, title, text, published, lang, stamp) VALUES (?, ?, ?, ?, ?, ?, ?)"
# A word of the title says five times as much of a page's subject as a word of its text. Pages with every term first.
# Texts are long and few of them are shown: they are read afterwards.
_MATCH: Final = """
SELECT pages.id, url, lang, -bm25(terms, 5.0, 1.0) AS score,
       terms.rowid IN (SELECT rowid FROM terms WHERE terms MATCH :every) AS whole
FROM terms JOIN pages ON pages.id = terms.rowid
WHERE terms MATCH :some AND (:site = '' OR host = :site OR substr(host, -length(:site) - 1) = '.' || :site)
ORDER BY whole DESC, score DESC, url
"""
_MAX_TERMS: Final = 64  # of a query: each costs a look-up
_FAINT: Final = 0.05  # of the best score: a page that shares only words that most pages have


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A page found. `snippet` is plain text around the terms; a higher `score` is better, within one answer only."""

    url: str
    title: str
    snippet: str
    published: str
    score: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be found. `published` is ISO 8601 or "", `lang` a language tag or "".

    `stamp` is the caller's: what tells this state of the page from others.
    """

    url: str
    title: str
    text: str
    published: str = ""
    lang: str = ""
    stamp: str = ""


class Index:
    """Pages by address, searchable. Safe to use from several threads; `path` None keeps it in memory.

    A file serves several processes; one that waits `patience_s` for another's writing gives up. sqlite3.Error from
    any method when the file cannot be used.
    """

    def __init__(self, path: Path | None = None, *, patience_s: float = 30.0) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=patience_s)
        try:
            with self._database:
                self._database.executescript(_SCHEMA)
        except sqlite3.Error:
            self._database.close()
            raise

    def add(self, url: str, title: str, text: str, published: str = "") -> None:
        """Put a page in; a page already there under this address is replaced. `published` is ISO 8601 or ""."""
        self.add_all([Page(url, title, text, published)])

    def add_all(self, pages: Iterable[Page]) -> None:
        """Put pages in at once or not at all; those already there under their address are replaced."""
        rows = [(_row(page), [_terms(page.title), _terms(page.text)]) for page in pages]
        with self._lock, self._database:
            self._database.execute("BEGIN IMMEDIATE")  # or another process puts the same page in between two statements
            for row, words in rows:
                self._delete(row[0])
                place = self._database.execute(_INSERT, row).lastrowid
                self._database.execute("INSERT INTO terms (rowid, title, text) VALUES (?, ?, ?)", (place, *words))

    def remove(self, stamps: Mapping[str, str]) -> None:
        """Take pages out, given as address -> stamp; a page that has another stamp by now stays."""
        with self._lock, self._database:
            self._database.execute("BEGIN IMMEDIATE")
            for url, stamp in stamps.items():
                self._delete(_storable(url), stamp)

    def _delete(self, url: str, stamp: str | None = None) -> None:
        old = self._database.execute("SELECT id, stamp FROM pages WHERE url = ?", (url,)).fetchone()
        if old and stamp in (None, old[1]):
            self._database.execute("DELETE FROM terms WHERE rowid = ?", old[:1])
            self._database.execute("DELETE FROM pages WHERE id = ?", old[:1])

    def stamps(self) -> dict[str, str]:
        """Address -> stamp of every page."""
        with self._lock:
            return dict(self._database.execute("SELECT url, stamp FROM pages").fetchall())

    def search(
        self, query: str, limit: int = 10, *, skip: int = 0, fits: Callable[[str, str], bool] | None = None
    ) -> list[IndexHit]:
        """The pages that fit `query` best: first those with every term, then those with some.

        `"a phrase"`, `-term` and `site:host` narrow; any other text is words. A query without a word finds nothing.
        `fits(url, lang)` decides which pages count; `skip` of them are passed over.
        """
        asked = _parse(query)
        if not asked.wanted:
            return []
        values = {"some": asked.match(" OR "), "every": asked.match(" AND "), "site": asked.site}
        with self._lock, self._database:
            self._database.execute("BEGIN")  # what matches and what is shown are of one state
            rows = self._database.execute(_MATCH, values).fetchall()
            rows = [row for row in rows if fits is None or fits(row[1], row[2])]
            best = max((row[3] for row in rows), default=0.0)
            chosen = [row for row in rows if row[4] or row[3] >= _FAINT * best][skip : skip + limit]
            shown = {term for phrase in asked.wanted for term in phrase}
            return [self._hit(place, score, shown) for place, _, _, score, _ in chosen]

    def _hit(self, place: int, score: float, shown: set[str]) -> IndexHit:
        page = self._database.execute("SELECT url, title, text, published FROM pages WHERE id = ?", (place,)).fetchone()
        url, title, text, published = page
        return IndexHit(url, title, snippet(text, shown), published, score)

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._database.close()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query taken apart: phrases of one term or more, and the host it is bound to ("" for any)."""

    wanted: tuple[tuple[str, ...], ...]
    refused: tuple[tuple[str, ...], ...]
    site: str

    def match(self, joint: str) -> str:
        """The FTS5 expression for the wanted phrases joined by `joint`, without the refused ones."""
        wanted = joint.join(map(_quoted, self.wanted))
        return f"({wanted})" + "".join(f" NOT {_quoted(phrase)}" for phrase in self.refused)


def _row(page: Page) -> tuple[str, ...]:
    """A page as its table holds it."""
    parts = (page.url, _host(page.url), page.title, page.text, page.published, page.lang, page.stamp)
    return tuple(_storable(part) for part in parts)


def _terms(text: str) -> str:
    return " ".join([*terms(text), *sorted(run_ends(text))])


_PART: Final = re.compile(r"""(?P<minus>-)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))""")


def _parse(query: str) -> _Asked:
    wanted: dict[tuple[str, ...], None] = {}
    refused: dict[tuple[str, ...], None] = {}
    site = ""
    for part in _PART.finditer(re.sub("[“”„]", '"', query)):
        word = part["word"] or ""
        if word.lower().startswith("site:") and not part["minus"]:
            site = _storable(_host(word[5:]))
        elif part["minus"]:
            refused[tuple(terms(part["phrase"] or word))] = None
        elif part["phrase"] is not None:
            wanted[tuple(terms(part["phrase"]))] = None
        else:
            wanted.update(((term,), None) for term in terms(word))
    wanted.pop((), None)
    refused.pop((), None)
    return _Asked(tuple(wanted)[:_MAX_TERMS], tuple(refused)[:_MAX_TERMS], site)


def _quoted(phrase: Iterable[str]) -> str:
    """The phrase as FTS5 takes it literally; a single CJK character finds every bigram that it begins."""
    words = " ".join(phrase)
    single_cjk = len(words) == 1 and run_ends(words)
    return f'"{words}"' + ("*" if single_cjk else "")


def _host(url: str) -> str:
    """The host of an address or of a bare host, in lower case, without www."""
    try:
        host = urlsplit(url if "://" in url else f"//{url}").hostname or ""
    except ValueError:
        host = ""
    return host.removeprefix("www.")


def _storable(text: str) -> str:
    """`text` without halves of surrogate pairs, which SQLite cannot store."""
    return text.encode("utf-8", "replace").decode("utf-8")
