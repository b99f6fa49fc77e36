"""Descriptions as they are shown: cut to their size, and taken from elsewhere where a page's furniture came. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from ..types import SearchResult
from .canonical import canonical
from .chrome import JUDGED_CHARS, verdict
from .describe import cut, plain
from .markdown import paragraphs
from .prose import passages, without_skip_links
from .shared import without_shared

REPAIR_CHARS: Final = 40
"""Shorter texts than this do not replace a description."""
PARAGRAPH_CHARS: Final = 80
PASSAGE_CHARS: Final = 320
"""A run of sentences of this length is content: in the main text of a page, where bylines and captions are shorter, and
in text with menus, where four of five are then from the true text of real pages (without a least length, one of two).
"""
PAGE_CHARS: Final = 20_000
"""How much of a stored page is looked through for its first sentences."""

_BOUNDARY: Final = re.compile(r"[\s。！？]")


class _Source(NamedTuple):
    name: str
    text: str
    chars: int


def settle(
    hits: Sequence[SearchResult],
    *,
    chars_of: Callable[[str], int],
    peers: Mapping[str, Sequence[SearchResult]] | None = None,
    page_text: Callable[[str], str | None] = lambda _: None,
) -> list[SearchResult]:
    """`hits` with the descriptions that are shown, each at most `chars_of(backend)` characters.

    A description that is page furniture, or missing, is replaced by the first of these that reads like sentences: the
    description of the same page in another backend's answer (`peers`, by backend, as they came), the first sentences of
    the stored page (`page_text` gives its markdown by address, or None), a later part of the hit's own description.
    Else what is clean of it stays, which may be nothing. `description_source` and `description_note` tell.
    """
    known = _by_page(peers or {})
    settled: list[SearchResult] = []
    for hit, text in zip(hits, without_shared(hits), strict=True):
        found = verdict(text, title=hit.title, url=hit.url)
        if text and not found.is_chrome:
            settled.append(replace(hit, description=_good(text, chars_of(hit.backend))))
        else:
            sources = _sources(hit, text, known.get(canonical(hit.url), ()), page_text, chars_of)
            note = found.reason if text else "no description"
            settled.append(_repaired(hit, sources, note))
    return settled


def _repaired(hit: SearchResult, sources: Iterator[_Source], note: str) -> SearchResult:
    """`hit` described by the first source that has enough to say, else by the last one, whatever it has."""
    for source in sources:
        if len(source.text) >= REPAIR_CHARS:
            break
    description = cut(source.text, source.chars)
    return replace(hit, description=description, description_source=source.name, description_note=note)


def _good(text: str, chars: int) -> str:
    return cut(without_skip_links(plain(text)), chars)


def _by_page(peers: Mapping[str, Sequence[SearchResult]]) -> dict[str, list[tuple[str, SearchResult]]]:
    known: dict[str, list[tuple[str, SearchResult]]] = {}
    for backend, hits in peers.items():
        for hit in hits:
            known.setdefault(canonical(hit.url), []).append((backend, hit))
    return known


def _sources(
    hit: SearchResult,
    text: str,
    known: Sequence[tuple[str, SearchResult]],
    page_text: Callable[[str], str | None],
    chars_of: Callable[[str], int],
) -> Iterator[_Source]:
    """What may stand in for the description, best first; each is looked for only when it is asked for."""
    for backend, peer in known:
        if backend == hit.backend or not peer.description:
            continue
        if not verdict(peer.description, title=peer.title, url=peer.url).is_chrome:
            yield _Source(f"peer:{backend}", _good(peer.description, chars_of(backend)), chars_of(backend))
    page = page_text(hit.url)
    chars = chars_of(hit.backend)
    if page:
        yield _Source("page", _passage(paragraphs(page[:PAGE_CHARS]), PARAGRAPH_CHARS), chars)
    yield _Source("excerpt", _passage(_after(text, JUDGED_CHARS), PASSAGE_CHARS), chars)
    yield _Source(hit.description_source, plain(" ".join(passages(text[:JUDGED_CHARS]))), chars)


def _after(text: str, chars: int) -> str:
    """`text` from the first word, or Chinese sentence, that begins after `chars` characters."""
    boundary = _BOUNDARY.search(text, chars)
    return text[boundary.end() :] if boundary else ""


def _passage(text: str, enough: int) -> str:
    """The first run of sentences in `text` that has `enough` characters, else the longest."""
    best = ""
    for passage in passages(text):
        if len(passage) > len(best):
            best = passage
        if len(best) >= enough:
            break
    return plain(best)
