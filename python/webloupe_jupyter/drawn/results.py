"""A search as its shape: every text one harmless line, every address http or https. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from webloupe import told
from webloupe.search.attempts import note_on_nothing
from webloupe.types import Attempt, SearchAnswer, SearchResponse, SearchResult

from ..magic_lines import fetch_line, search_line
from ..shapes import (
    AnswerShape,
    HitShape,
    MarkShape,
    ResultsShape,
    SearchesShape,
    SentenceShape,
    TableShape,
    TryShape,
)
from ..text import host, markdown, markdown_link, one_line, safe_url

# A backend's usual time, in the note of one that took longer.
_DURATION = re.compile(r" \([\d.,]+ m?s\)")


def results(response: SearchResponse, given: Mapping[str, Any], notes: Sequence[str] = ()) -> ResultsShape:
    """`given` are the keywords of the search, `notes` what was adjusted before it."""
    return ResultsShape(
        query=one_line(response.query),
        hits=tuple(hit(one) for one in response),
        tries=tuple(map(attempt, response.attempts)),
        notes=tuple(map(one_line, remarks(response, notes))),
        tokens=response.tokens,
        answer=answer(response.answer) if response.answer else None,
        tables=tables(response),
        asked=dict(given),
        magic=search_line(response.query, given),
    )


def attempt(one: Attempt, wait_s: float | None = None) -> TryShape:
    """An attempt in words, which may quote the web. `wait_s` only where they are read at once."""
    return TryShape(backend=one_line(one.backend), outcome=one.outcome, text=one_line(told.tried(one, wait_s)))


def live_tries(response: SearchResponse, since_s: float) -> tuple[TryShape, ...]:
    """The attempts `since_s` seconds after they were made: with the rest that is left."""
    return tuple(attempt(one, told.wait_left_s(one, since_s)) for one in response.attempts)


def tables(response: SearchResponse, *, with_times: bool = False) -> tuple[TableShape, ...]:
    """The backends side by side, where several were asked on purpose. Times only where they are read at once."""
    return tuple(table(one) for one in told.comparison(response, with_times=with_times))


def table(one: told.Table) -> TableShape:
    """A table whose cells are single harmless lines."""
    rows = tuple(tuple(map(one_line, row)) for row in one.rows)
    return TableShape(label=one.label, head=one.head, rows=rows, words=one.words)


def answer(said: SearchAnswer) -> AnswerShape:
    """An answer, each sentence with its quote."""
    sentences = (
        SentenceShape(text=one_line(one.text), quote=one_line(one.quote), position=one.position)
        for one in said.sentences
    )
    return AnswerShape(source=one_line(said.source), sentences=tuple(sentences))


def remarks(response: SearchResponse, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """What there is to say about the search beside its attempts, a line each; no times, which a saved output lacks."""
    told_by_attempts = note_on_nothing(response.attempts)
    said = (note for note in response.notes if note != told_by_attempts)
    return (*notes, *(_DURATION.sub("", note) for note in said))


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
        backend=one_line(told.found_by(found)),
        marks=tuple(MarkShape(text=one_line(mark.text), title=one_line(mark.title)) for mark in told.marks(found)),
        citation=citation(found.title, found.url, found.published),
        magic=fetch_line(found.url, {}),
    )


def citation(title: str, url: str, published: str) -> str:
    """A markdown link, the host, and the date where it is known."""
    parts = [markdown_link(url, title), markdown(host(url)), markdown(published)]
    return ", ".join(part for part in parts if part)
