"""A search as its shape: every text one harmless line, every address http or https. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webloupe.search.attempts import note_on_nothing
from webloupe.types import Attempt, SearchResponse, SearchResult

from ..magic_lines import fetch_line, search_line
from ..shapes import HitShape, ResultsShape, SearchesShape, TryShape
from ..text import host, markdown, markdown_link, one_line, safe_url

_OUTCOMES = {
    "rate_limited": ": rate limited",
    "timeout": ": timed out",
    "empty": " found nothing",
    "skipped": " skipped",
}


def results(response: SearchResponse, given: Mapping[str, Any], notes: Sequence[str] = ()) -> ResultsShape:
    """`given` are the keywords of the search, `notes` what was adjusted before it."""
    return ResultsShape(
        query=one_line(response.query),
        hits=tuple(hit(one) for one in response),
        tries=tuple(
            TryShape(backend=one_line(attempt.backend), outcome=attempt.outcome, text=tried(attempt))
            for attempt in response.attempts
        ),
        notes=tuple(map(one_line, remarks(response, notes))),
        tokens=response.tokens,
        magic=search_line(response.query, given),
    )


def remarks(response: SearchResponse, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """What there is to say about the search beside its attempts, a line each."""
    told_by_attempts = note_on_nothing(response.attempts)
    return (*notes, *(note for note in response.notes if note != told_by_attempts))


def searches(shapes: Sequence[ResultsShape], notes: Sequence[str] = ()) -> SearchesShape:
    """Several searches, in the order asked."""
    return SearchesShape(searches=tuple(shapes), notes=tuple(map(one_line, notes)))


def hit(found: SearchResult) -> HitShape:
    """One hit, ready to show."""
    return HitShape(
        position=found.position,
        title=one_line(found.title) or host(found.url),
        url=safe_url(found.url),
        host=host(found.url),
        description=one_line(found.description),
        published=one_line(found.published) or "undated",
        backend=one_line(found.backend),
        citation=citation(found.title, found.url, found.published),
        magic=fetch_line(found.url, {}),
    )


def citation(title: str, url: str, published: str) -> str:
    """A markdown link, the host, and the date where it is known."""
    parts = [markdown_link(url, title), markdown(host(url)), markdown(published)]
    return ", ".join(part for part in parts if part)


def tried(attempt: Attempt) -> str:
    """Who answered; who failed and why. A wait in seconds is left out: it would be untrue when read later."""
    backend = one_line(attempt.backend)
    if attempt.outcome == "ok":
        return f"{backend} answered"
    if attempt.outcome in _OUTCOMES or attempt.error is None:
        return f"{backend}{_OUTCOMES.get(attempt.outcome, ' failed')}"
    return one_line(attempt.error.message)
