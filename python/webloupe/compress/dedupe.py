"""What a text says twice in nearly the same words goes, as a step of compression.

Paragraphs that are alike are compared first, then chunks of 256 to 512 tokens. Of those that are alike the sentences go
that the one kept says too, so that what only the other says stays. Headings, code, tables, lists of links
and numbered clauses are never touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..tokens import count_each
from ..types import Groups, TracedPiece
from .change import Change
from .chunks import chunks
from .groups import Embed, Way, alike, group_similar, way
from .segments import Edit
from .units import Unit, units
from .veto import objection

REASON: Final = "said elsewhere"
_LEAST_CHARS: Final = 40  # below this a repeat is a label, and says something where it stands; a CJK sign counts two
_SHOWN: Final = 200


class _Piece(NamedTuple):
    """A run of units, `first` to before `end`, and what it says."""

    first: int
    end: int
    text: str


def deduplicate(
    text: str,
    *,
    threshold: float | None = None,
    embed: Embed = "lexical",
    cluster: str | None = None,
    preset: str | None = None,
    representative: str | None = None,
) -> Change:
    """The edits that leave each thing said once; what a veto kept apart is in `touched` as `kept_apart`.

    The keywords are those of `group_similar`, but the piece that comes first stands for its group unless a
    representative or a preset is named.
    """
    how = way(preset, cluster, representative or (None if preset else "first"))
    work = _Work(text, threshold, embed)
    work.drop_said(list(work.paragraphs()), how)
    work.drop_said(list(work.chunks()), how)
    edits = sorted(work.edits)
    return Change(edits, [REASON] * len(edits), tuple(sorted(work.touched, key=lambda piece: piece.start)))


class _Work:
    """The units of a text, and which of them are gone."""

    def __init__(self, text: str, threshold: float | None, embed: Embed) -> None:
        self.text = text
        self.units = units(text)
        self.gone: set[int] = set()
        self.edits: list[Edit] = []
        self.touched: list[TracedPiece] = []
        self._threshold, self._embed = threshold, embed

    def drop_said(self, pieces: Sequence[_Piece], how: Way) -> None:
        """Of pieces that are alike, drop what the one that stands for them says."""
        found = alike([piece.text for piece in pieces], self._threshold, self._embed, how)
        for here, kept in _merged(found):
            self._drop_what_is_said(pieces[here], pieces[kept])

    def _is_paragraph(self, piece: _Piece) -> bool:
        return _together(self.units[piece.first], self.units[piece.end - 1])

    def _drop_what_is_said(self, piece: _Piece, kept: _Piece) -> None:
        """Sentences that both say; the whole paragraph where all of its sentences that tell enough are such."""
        ours, theirs = list(self._sentences(kept)), list(self._sentences(piece))
        texts = [one.text for one in (*ours, *theirs)]
        found = group_similar(texts, threshold=self._threshold, embed=self._embed, representative="first")
        self._tell_vetoes([*ours, *theirs], found)
        border = len(ours)
        said = {here - border: first for here, first in _merged(found) if first < border <= here}
        if len(said) == len(theirs) and self._is_paragraph(piece) and objection(piece.text, kept.text) is None:
            self._drop(piece, kept)
        else:
            for here, first in said.items():
                self._drop(theirs[here], ours[first])

    def _drop(self, piece: _Piece, kept: _Piece) -> None:
        start, end = self.units[piece.first].start, self._end(piece)
        self.gone.update(range(piece.first, piece.end))
        self.edits.append(Edit(start, end))
        self.touched.append(
            TracedPiece(
                action="merged",
                text=piece.text[:_SHOWN],
                start=start,
                reason=REASON,
                score=_score(piece.text, kept.text),
                partner=kept.text[:_SHOWN],
            )
        )

    def _end(self, piece: _Piece) -> int:
        """Where it ends: with the blank lines after it where nothing of its paragraph is left before it."""
        last, after = self.units[piece.end - 1], self.units[piece.end : piece.end + 1]
        before = piece.first
        while before and _together(self.units[before - 1], last) and before - 1 in self.gone:
            before -= 1
        is_whole = not before or not _together(self.units[before - 1], last)
        return after[0].end if after and after[0].kind == "blank" and is_whole else last.end

    def _tell_vetoes(self, pieces: Sequence[_Piece], found: Groups) -> None:
        for veto in found.vetoes:
            one, other = (pieces[index] for index in veto.pair)
            self.touched.append(
                TracedPiece(
                    action="kept_apart",
                    text=other.text[:_SHOWN],
                    start=self.units[other.first].start,
                    reason=f"{veto.reason}: {veto.cue}",
                    score=_score(one.text, other.text),
                    partner=one.text[:_SHOWN],
                )
            )

    def paragraphs(self) -> Iterator[_Piece]:
        """The paragraphs that are made of sentences alone and say enough."""
        first = 0
        for number, unit in enumerate([*self.units, None]):
            if unit and number > first and _together(self.units[first], unit):
                continue
            if number > first and self.units[first].kind == "sentence":
                yield from self._telling(first, number)
            first = number

    def chunks(self) -> Iterator[_Piece]:
        tokens = count_each([self.text[unit.start : unit.end] for unit in self.units])
        for chunk in chunks(self.units, tokens):
            left = [number for number in range(chunk.first, chunk.end) if self._is_left(number)]
            said = "".join(self.text[self.units[number].start : self.units[number].end] for number in left)
            if _width(said) >= _LEAST_CHARS and len(left) > 1:
                yield _Piece(chunk.first, chunk.end, said)

    def _sentences(self, piece: _Piece) -> Iterator[_Piece]:
        for number in range(piece.first, piece.end):
            if self._is_left(number):
                yield from self._telling(number, number + 1)

    def _is_left(self, number: int) -> bool:
        return self.units[number].kind == "sentence" and number not in self.gone

    def _telling(self, first: int, end: int) -> Iterator[_Piece]:
        said = self.text[self.units[first].start : self.units[end - 1].end].strip()
        if _width(said) >= _LEAST_CHARS:
            yield _Piece(first, end, said)


def _together(one: Unit, other: Unit) -> bool:
    return one.paragraph == other.paragraph and one.kind == other.kind == "sentence"


def _merged(found: Groups) -> Iterator[tuple[int, int]]:
    """Each piece that goes, and the one that stands for it."""
    for group, kept in zip(found.groups, found.representatives, strict=True):
        yield from ((index, kept) for index in group if index != kept)


def _width(text: str) -> int:
    return len(text) + sum(sign >= "\u2e80" for sign in text)


def _score(one: str, other: str) -> float:
    """How alike two pieces are by their words."""
    from .embed.lexical import Lexical
    from .likeness import space

    return round(float(space(Lexical().embed([one, other]), 0.1).likeness([0], [1])[0, 0]), 3)
