"""The course of one search: who was asked, what each said, and the response that comes of it."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from ..types import Attempt, SearchQuery, SearchResponse, SearchResult
from . import finish, merge
from .answers import cited
from .asking import Told
from .attempts import all_failed, note_on_nothing
from .compare import Answered, compare
from .finish import Fitting, Hits
from .lanes import Lane
from .turns import Turn, skip

OPINIONS = 2  # one backend may be blind for a query; asking all would burn their allowances on honest zeros


@dataclass(frozen=True, slots=True)
class Step:
    """One backend's turn as it went: its attempts, the lane that was asked last, the raw hits of a good answer."""

    turn: Turn
    lane: Lane | None = None
    attempts: tuple[Attempt, ...] = ()
    hits: Hits = ()
    answer: str = ""

    def then(self, lane: Lane, told: Told) -> Step:
        """The step after one more lane was asked."""
        return dataclasses.replace(
            self, lane=lane, attempts=(*self.attempts, *told.attempts), hits=told.hits, answer=told.answer
        )

    @property
    def last(self) -> Attempt:
        """The attempt that decided."""
        return self.attempts[-1]


@dataclass(slots=True)
class Course:
    """What has happened so far. `deadline` is on the monotonic clock; `quiet` says nothing of missing filters."""

    query: SearchQuery
    deadline: float
    quiet: bool = False
    started: float = field(default_factory=time.monotonic)
    asked_at: float = field(default_factory=time.time)
    attempts: list[Attempt] = field(default_factory=list)
    steps: list[tuple[Step, Fitting]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def left_s(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()

    def spent_s(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.started

    @property
    def is_answered(self) -> bool:
        """Whether somebody has hits that fit."""
        return any(fit.hits for _, fit in self.steps)

    @property
    def empties(self) -> int:
        """How many looked and found nothing that fits."""
        return sum(attempt.outcome == "empty" for attempt in self.attempts)

    @property
    def is_done(self) -> bool:
        """Whether nobody else needs to be asked."""
        return self.is_answered or self.empties >= OPINIONS

    def say(self, note: str) -> None:
        """Note something once."""
        if note not in self.notes:
            self.notes.append(note)

    def skip(self, turn: Turn) -> None:
        """A turn that was passed over."""
        if turn.skipped:
            self.attempts.append(turn.skipped)

    def unskip(self, turn: Turn) -> None:
        """A turn that was passed over comes after all."""
        self.attempts = [attempt for attempt in self.attempts if attempt is not turn.skipped]

    def overtaken(self, turn: Turn) -> None:
        """A backend that had not answered when another had."""
        self.attempts.append(skip(turn.name, "timed_out", "slower than usual, another answered first"))

    def take(self, step: Step) -> None:
        """A turn that was taken. Hits of which none fits count as nothing found; the log knows them as an answer."""
        fit = self._fitting(step)
        attempts = list(step.attempts)
        if step.last.outcome == "ok" and not fit.hits:
            attempts[-1] = replace(step.last, outcome="empty")
        self.attempts += attempts
        if step.last.outcome in ("ok", "empty"):
            self.steps.append((step, fit))
            absent = () if self.quiet else step.turn.missing
            for note in finish.notes(step.turn.name, self.query, len(step.hits), fit, absent):
                self.say(note)

    def _fitting(self, step: Step) -> Fitting:
        backend = step.turn.backend
        if backend is None or step.lane is None or not step.hits:
            return Fitting(())
        return finish.fitting(backend, self.query, step.lane.key, step.hits)

    # --- responses ---------------------------------------------------------------------------------------------------

    def response(self, settled: finish.Settle) -> SearchResponse:
        """The first backend's results that fit. AllBackendsFailed when nobody looked."""
        step, fit = next(((step, fit) for step, fit in self.steps if fit.hits), (None, Fitting(())))
        response = self._response(settled(fit.hits))
        answer = step.answer if step and self.query.answer else ""
        if not answer or step is None:
            return response
        return replace(response, answer=cited(answer, fit.hits, source=step.turn.name))

    def comparison(self, settled: finish.Settle, *, fuse: bool) -> SearchResponse:
        """Everybody's results as one list, and the backends side by side."""
        found = {step.turn.name: fit.hits for step, fit in self.steps if fit.hits}
        hits = merge.fuse(found, self.query.limit) if fuse else merge.interleave(found)
        last = {attempt.backend: attempt for attempt in self.attempts}
        answers = [
            Answered(name, attempt.outcome, attempt.elapsed_ms, found.get(name, ()))
            for name, attempt in last.items()
            if attempt.outcome != "skipped"
        ]
        compared = compare(answers, lambda raw: _tokens(settled(raw)))  # a hit costs what is shown of it
        return replace(self._response(settled(hits)), comparison=compared)

    def _response(self, results: Sequence[SearchResult]) -> SearchResponse:
        if not results and not self.empties:
            raise all_failed(self.attempts)
        nothing = () if results else (note_on_nothing(self.attempts),)
        return SearchResponse(
            query=self.query.text,
            results=tuple(results),
            attempts=tuple(self.attempts),
            notes=(*self.notes, *nothing),
            elapsed_ms=round(self.spent_s() * 1000, 1),
            asked_at=self.asked_at,
        )


def _tokens(hits: Hits) -> int:
    """What hits cost as their contract JSON."""
    from ..tokens import count_tokens

    rows = [{"title": hit.title, "url": hit.url, "description": hit.description} for hit in hits]
    return count_tokens(json.dumps(rows, ensure_ascii=False))
