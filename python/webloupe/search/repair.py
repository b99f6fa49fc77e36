"""Descriptions as they are shown: cut to their size, and taken from elsewhere where a page's furniture came. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from ..types import SearchResult
from .canonical import canonical
from .chrome import JUDGED_CHARS, verdict
from .describe import cut, plain
from .markdown import paragraphs
from .prose import sentence_like, without_skip_links
from .shared import without_shared

REPAIR_CHARS: Final = 40
"""Shorter texts than this do not replace a description."""
PAGE_CHARS: Final = 20_000
"""How much of a stored page is looked through for its first sentences."""


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
        chars = chars_of(hit.backend)
        if text and not found.is_chrome:
            settled.append(replace(hit, description=_good(text, chars)))
            continue
        sources = _sources(hit, text, known.get(canonical(hit.url), ()), page_text, chars_of)
        better = next((source for source in sources if len(source.text) >= REPAIR_CHARS), None)
        source = better or _Source("backend", _first(text[:JUDGED_CHARS], chars), chars)
        settled.append(
            replace(
                hit,
                description=cut(source.text, source.chars),
                description_source=source.name,
                description_note=found.reason if text else "no description",
            )
        )
    return settled


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
    if page:
        yield _Source("page", _first(paragraphs(page[:PAGE_CHARS]), chars_of(hit.backend)), chars_of(hit.backend))
    yield _Source("excerpt", _first(text[JUDGED_CHARS:], chars_of(hit.backend)), chars_of(hit.backend))


def _first(text: str, chars: int) -> str:
    """The first sentences of content in `text`, a little more than `chars` of them."""
    kept: list[str] = []
    for sentence in sentence_like(text):
        kept.append(plain(sentence))
        if sum(map(len, kept)) > chars:
            break
    return " ".join(kept)
