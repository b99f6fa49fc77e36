"""A full-text index over pages, in memory or in a file: SQLite FTS5 over words and CJK bigrams, ranked by BM25.

SQLite's own tokenizers do not find 大学 in 北京大学位于 (unicode61 takes the run for one word, trigram wants three
characters), so `language.terms` makes the terms and FTS5 only splits them at blanks. Queries are built from quoted
terms: nothing that a user types is FTS5 syntax.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from .language import run_ends, sentences, terms

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS pages (
    id INTEGER PRIMARY KEY, url TEXT UNIQUE NOT NULL, host TEXT NOT NULL,
    title TEXT NOT NULL, text TEXT NOT NULL, published TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5(title, text, tokenize = "ascii tokenchars '+#'");
"""
# A word of the title says five times as much of a page's subject as a word of its text. Pages with every term first.
_MATCH: Final = """
SELECT url, pages.title, pages.text, published, -bm25(terms, 5.0, 1.0) AS score,
       terms.rowid IN (SELECT rowid FROM terms WHERE terms MATCH :every) AS whole
FROM terms JOIN pages ON pages.id = terms.rowid
WHERE terms MATCH :some AND (:site = '' OR host = :site OR substr(host, -length(:site) - 1) = '.' || :site)
ORDER BY whole DESC, score DESC, url LIMIT :limit
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


class Index:
    """Pages by address, searchable. Safe to use from several threads; `path` None keeps it in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=30.0)
        with self._database:
            self._database.executescript(_SCHEMA)

    def add(self, url: str, title: str, text: str, published: str = "") -> None:
        """Put a page in; a page already there under this address is replaced. `published` is ISO 8601 or ""."""
        words = [" ".join([*terms(part), *sorted(run_ends(part))]) for part in (title, text)]
        page = [_storable(part) for part in (url, _host(url), title, text, published)]
        with self._lock, self._database:
            old = self._database.execute("SELECT id FROM pages WHERE url = ?", page[:1]).fetchone()
            if old:
                self._database.execute("DELETE FROM terms WHERE rowid = ?", old)
                self._database.execute("DELETE FROM pages WHERE id = ?", old)
            row = self._database.execute(
                "INSERT INTO pages (url, host, title, text, published) VALUES (?, ?, ?, ?, ?)", page
            ).lastrowid
            self._database.execute("INSERT INTO terms (rowid, title, text) VALUES (?, ?, ?)", (row, *words))

    def search(self, query: str, limit: int = 10) -> list[IndexHit]:
        """The pages that fit `query` best: first those with every term, then those with some.

        `"a phrase"`, `-term` and `site:host` narrow; any other text is words. A query without a word finds nothing.
        """
        asked = _parse(query)
        if not asked.wanted:
            return []
        values = {"some": asked.match(" OR "), "every": asked.match(" AND "), "site": asked.site, "limit": limit}
        with self._lock:
            rows = self._database.execute(_MATCH, values).fetchall()
        best = max((row[4] for row in rows), default=0.0)
        shown = {term for phrase in asked.wanted for term in phrase}
        return [
            IndexHit(url, title, snippet(text, shown), published, score)
            for url, title, text, published, score, whole in rows
            if whole or score >= _FAINT * best
        ]

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


SNIPPET_CHARS: Final = 300
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_LINE_MARK: Final = re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\|)|\|[ \t]*$|^[ \t:|=-]+$")
_INLINE_MARK: Final = re.compile(r"\*{1,3}|`+|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_ENDED: Final = re.compile(r"[.!?。！？…]['\"’”»)）」』]*\Z")
_WIDE_STOPS: Final = ("。", "！", "？", "；", "…")
_PROSE: Final = 1.5  # terms: a sentence with one term less shows more than a heading or row with all of them


def snippet(text: str, wanted: Set[str], *, max_chars: int = SNIPPET_CHARS) -> str:
    """The sentence of `text` with the most of the `wanted` terms and what follows it, at most `max_chars` characters.

    Markup of markdown and HTML is taken away; whole sentences are preferred to headings, rows and fragments.
    """
    pieces = sentences(text)
    best, merit = 0, 0.0
    for at, piece in enumerate(pieces):
        found = len(wanted & set(terms(piece)))
        if found + _PROSE <= merit or not (found or merit == 0):
            continue
        mine = found + (_PROSE if found else 0.5) * _is_prose(_plain(piece))
        if mine > merit:
            best, merit = at, mine
        if merit == len(wanted) + _PROSE:
            break
    first = _plain(pieces[best]) if pieces else ""
    if len(first) > max_chars:
        return _around(first, wanted, max_chars)
    return _extended(first, pieces[best + 1 :], max_chars)


def _extended(first: str, rest: list[str], max_chars: int) -> str:
    """`first` and as many of the sentences after it as there is room for."""
    for piece in rest:
        more = _plain(piece)
        if not _is_prose(more):
            break
        joined = first + ("" if first.endswith(_WIDE_STOPS) else " ") + more
        if len(joined) > max_chars:
            break
        first = joined
    return first


def _around(sentence: str, wanted: Set[str], max_chars: int) -> str:
    """A part of a long sentence that shows the first of the wanted terms, cut at blanks where there are some."""
    low = sentence.lower()
    hits = [at for at in (low.find(term) for term in wanted) if at >= 0]
    start = max(0, min(hits, default=0) - max_chars // 4)
    if start:
        blank = sentence.find(" ", start, start + 20)
        start = blank + 1 if blank >= 0 else start
    end = start + max_chars - 2
    if end < len(sentence):
        blank = sentence.rfind(" ", end - 20, end)
        end = blank if blank >= 0 else end
    return ("…" if start else "") + sentence[start:end].strip() + ("…" if end < len(sentence) else "")


def _is_prose(plain: str) -> bool:
    """Whether this reads as a sentence: it ends as one and has some words."""
    return _ENDED.search(plain) is not None and len(list(terms(plain))) > 3


def _plain(markup: str) -> str:
    """The text that a reader of this markdown sees, on one line."""
    text = _LINK.sub(r"\1", _LINK.sub(r"\1", markup))  # twice: an image inside a link
    for marks in (_TAG, _LINE_MARK, _INLINE_MARK):
        text = marks.sub("", text)
    return " ".join(text.replace("|", ", ").split())
