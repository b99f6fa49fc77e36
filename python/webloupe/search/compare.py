"""Backends side by side: who found what, how alike their rankings are, what their descriptions are worth. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..types import ComparedBackend, ComparedPair, Comparison, Outcome, SearchResult
from .canonical import canonical
from .chrome import verdict


class Answered(NamedTuple):
    """What one backend answered to the question that all were asked: `hits` best first, descriptions as they came."""

    backend: str
    outcome: Outcome
    elapsed_ms: float
    hits: Sequence[SearchResult]


def compare(answers: Sequence[Answered], tokens_of: Callable[[Sequence[SearchResult]], int]) -> Comparison:
    """The answers side by side, in order, and every pair that has hits; `tokens_of` counts what hits cost."""
    pages = [list(dict.fromkeys(canonical(hit.url) for hit in answer.hits)) for answer in answers]
    owners = Counter(page for found in pages for page in found)
    backends = tuple(
        ComparedBackend(
            backend=answer.backend,
            outcome=answer.outcome,
            elapsed_ms=answer.elapsed_ms,
            hits=len(answer.hits),
            unique=sum(owners[page] == 1 for page in found),
            tokens=tokens_of(answer.hits),
            quality=_quality(answer.hits),
        )
        for answer, found in zip(answers, pages, strict=True)
    )
    pairs = tuple(
        ComparedPair(
            first=answers[a].backend,
            second=answers[b].backend,
            shared=len(set(pages[a]) & set(pages[b])),
            agreement=average_overlap(pages[a], pages[b]),
        )
        for a, b in combinations([place for place, found in enumerate(pages) if found], 2)
    )
    return Comparison(backends=backends, pairs=pairs)


def average_overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """How alike two rankings are, 0–1: the mean over depths 1 to k of the share of the top that both have.

    k is the length of the longer one, so that what is missing counts as difference. Fagin, Kumar, Sivakumar,
    "Comparing top k lists" (2003); each ranking names a page once.
    """
    depth = max(len(first), len(second))
    if not depth:
        return 0.0
    shares = [len(set(first[:d]) & set(second[:d])) / d for d in range(1, depth + 1)]
    return sum(shares) / depth


def _quality(hits: Sequence[SearchResult]) -> float | None:
    if not hits:
        return None
    good = [hit for hit in hits if hit.description and not verdict(hit.description).is_chrome]
    return len(good) / len(hits)
