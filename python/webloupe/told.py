"""A search in words and tables for people: who answered, what a hit's description is, backends side by side. Pure.

Parts of it come from the web: whoever shows it makes it harmless for its own kind of page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from .types import AnswerSentence, Attempt, Comparison, Outcome, SearchAnswer, SearchResponse, SearchResult

UNSUPPORTED: Final = "no source"
"""Stands behind a sentence that no result holds."""

_OUTCOMES: Final[dict[Outcome, str]] = {
    "ok": "answered",
    "empty": "found nothing",
    "rate_limited": "rate limited",
    "timeout": "timed out",
    "skipped": "skipped",
}
_SOURCES: Final = {"page": "from the page", "excerpt": "from a later part", "backend": "shortened to sentences"}


class Table(NamedTuple):
    """Cells as text: the first `words` columns read as words, the others are numbers."""

    label: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


class Mark(NamedTuple):
    """A short word beside a hit, and what it means."""

    text: str
    title: str


def tried(attempt: Attempt, wait_s: float | None = None) -> str:
    """One attempt: "exa answered", "keenable: rate limited, retry in 412 s".

    `wait_s` is how long the backend still rests; None where nobody would read it in time.
    """
    wait = f", retry in {math.ceil(wait_s):,} s" if wait_s else ""
    return f"{_tried(attempt)}{wait}"


def _tried(attempt: Attempt) -> str:
    name, outcome = attempt.backend, attempt.outcome
    if outcome in ("ok", "empty"):
        return f"{name} {_OUTCOMES[outcome]}"
    if outcome in ("rate_limited", "timeout") or (outcome == "skipped" and attempt.error is None):
        return f"{name}: {_OUTCOMES[outcome]}"
    if attempt.error is None:
        return f"{name} failed"
    message = attempt.error.message.removeprefix(f"{name}: ")
    return f"{name} {message}" if message.startswith("rests after") else f"{name}: {message}"


def wait_left_s(attempt: Attempt, since_s: float) -> float | None:
    """How long a backend still rests, `since_s` seconds after it was tried; None when it does not, or never said."""
    left = (attempt.retry_after_s or 0.0) - max(0.0, since_s)
    return left if left > 0 else None


def marks(hit: SearchResult) -> tuple[Mark, ...]:
    """Where a description is not the backend's own as it came, and why."""
    source, why = hit.description_source, hit.description_note
    if not why or not hit.description:
        return ()
    peer = source.removeprefix("peer:")
    return (Mark(_SOURCES.get(source, f"from {peer}"), f"The backend's own description: {why}"),)


def found_by(hit: SearchResult) -> str:
    """The backend, or every one that had this address with its rank: "exa#1, keenable#3"."""
    return ", ".join(hit.found_by) or hit.backend


def age(seconds: float) -> str:
    """How old something is: "just now", "3 min old", "2 h old", "5 days old"."""
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min old"
    return f"{seconds // 3600:.0f} h old" if seconds < 48 * 3600 else f"{seconds // 86400:,.0f} days old"


def sentence(one: AnswerSentence) -> str:
    """A sentence of an answer with the place of what holds it: "Oaks need light. [2]"."""
    return f"{one.text} [{UNSUPPORTED if one.position is None else one.position}]"


def answer(said: SearchAnswer) -> str:
    """A whole answer in one line, and who gave it."""
    return f"{said.source}: {' '.join(map(sentence, said.sentences))}"


def comparison(response: SearchResponse, *, with_times: bool) -> tuple[Table, ...]:
    """The backends side by side, and each pair of them; () where no several were asked on purpose."""
    compared = response.comparison
    return () if compared is None else tuple(_tables(compared, with_times))


def _tables(compared: Comparison, with_times: bool) -> Iterator[Table]:
    rows = [
        (
            one.backend,
            _OUTCOMES.get(one.outcome, "failed"),
            *([f"{one.elapsed_ms:,.0f} ms"] if with_times else []),
            f"{one.hits:,}",
            f"{one.unique:,}",
            f"{one.tokens:,}",
            "–" if one.quality is None else f"{one.quality:.0%}",
        )
        for one in compared.backends
    ]
    times = ("time",) if with_times else ()
    head = ("backend", "outcome", *times, "hits", "unique", "tokens", "good descriptions")
    yield Table("Backends compared", head, tuple(rows), 2)
    if compared.pairs:
        pairs = [(f"{one.first}, {one.second}", f"{one.shared:,}", f"{one.agreement:.2f}") for one in compared.pairs]
        yield Table("Pairs of backends", ("both of", "shared", "agreement"), tuple(pairs), 1)
