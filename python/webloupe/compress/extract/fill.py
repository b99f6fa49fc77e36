"""A budget filled with the best units, counted exactly: what is kept, joined, never has more tokens than asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...tokens import count_tokens
from ..segments import Edit, apply
from .readable import needs

if TYPE_CHECKING:
    from ..lexical import Floats
    from .index import Indexed

_ROUNDS: Final = 3  # of filling what exact counting leaves over
_GAP: Final = 1  # the token of a line end before a paragraph
_MISSES: Final = 400  # units in a row that do not fit, after which the budget counts as full


class Filling:
    """The units chosen so far, with those they need."""

    def __init__(self, index: Indexed, score: Floats, budget: int) -> None:
        import numpy as np

        self.kept: set[int] = set()
        self._index, self._budget = index, budget
        self._ranked: list[list[int]] = []  # what came in, with what it needed, best first
        self._paragraphs: set[int] = set()
        # Headings come with what stands under them, and by themselves only where room is left.
        self.order: list[int] = np.lexsort((-score, index.is_heading)).tolist()

    def fill(self) -> None:
        """Take units as they rank while they fit, then count what is joined, and put right what the parts misled."""
        self._take(self._budget)
        for _ in range(_ROUNDS):
            self._shrink()
            room = self._budget - self.tokens()
            if room <= _GAP or not self._take(room):
                break
        self._shrink()

    def tokens(self) -> int:
        """The tokens of what is kept, as joined."""
        return count_tokens(self.text()) if self.kept else 0

    def text(self) -> str:
        """What is kept, joined."""
        return apply(self._index.text, [Edit(start, end) for start, end in dropped(self._index, self.kept)])

    def _take(self, room: int) -> bool:
        """Whether anything fitted into `room` tokens. A repeat of what is kept waits until all else was asked."""
        said = {self._index.words[unit] for unit in self.kept}
        repeats: list[int] = []
        began, misses = room, 0
        for unit in self.order:
            if unit in self.kept:
                continue
            if misses > _MISSES or room <= 0:
                break
            if self._index.costs[unit] > room:
                misses += 1
                continue
            words = self._index.words[unit]
            if words in said and not self._index.is_heading[unit]:
                repeats.append(unit)
                continue
            cost = self._add(unit, room)
            misses = 0 if cost else misses + 1
            room -= cost
            if cost:
                said.add(words)
        for unit in repeats:
            room -= self._add(unit, room)
        return room < began

    def _add(self, unit: int, room: int) -> int:
        """Keep a unit with what it needs, if that fits; what it costs, 0 where it does not."""
        new = [one for one in (*needs(self._index, unit), unit) if one not in self.kept]
        paragraphs = {int(self._index.paragraph[one]) for one in new} - self._paragraphs
        cost = int(sum(self._index.costs[one] for one in new)) + _GAP * len(paragraphs)
        if cost > room:
            return 0
        self.kept.update(new)
        self._paragraphs |= paragraphs
        self._ranked.append(new)
        return max(1, cost)

    def _shrink(self) -> None:
        """Give back the least of what came in until the budget holds."""
        while self._ranked and (over := self.tokens() - self._budget) > 0:
            while self._ranked and over > 0:
                given = self._ranked.pop()
                self.kept.difference_update(given)
                over -= int(sum(self._index.costs[one] for one in given))
        self._paragraphs = {int(self._index.paragraph[one]) for one in self.kept}


def dropped(index: Indexed, kept: set[int]) -> list[tuple[int, int]]:
    """The stretches of the text around the kept units, without the line ends between their paragraphs."""
    units, text = index.units, index.text
    stretches: list[tuple[int, int]] = []
    places = sorted(kept)
    at = 0
    for before, place in zip((None, *places), places, strict=False):
        start = units[place].start
        if before is None or before + 1 == place or units[before].paragraph == units[place].paragraph:
            if before is None or before + 1 != place:
                stretches.append((at, start))
        else:
            gap_start, gap_end = _gap(index, before, place)
            stretches += [(_without_blanks(text, units[before].start, at), gap_start), (gap_end, start)]
        at = units[place].end
    if places and places[-1] + 1 < len(units):
        stretches.append((_without_blanks(text, units[places[-1]].start, at), len(text)))
    elif not places:
        stretches.append((0, len(text)))
    return [(start, end) for start, end in stretches if start < end]


def _gap(index: Indexed, before: int, place: int) -> tuple[int, int]:
    """The first white space between the paragraphs of two units that has a blank line, else the first."""
    units = index.units
    first: tuple[int, int] | None = None
    for at in range(before, place):
        start, end = units[at].end, units[at + 1].start
        if index.text.count("\n", start, end) > 1:
            return start, end
        if start < end and not first:
            first = start, end
    return first or (units[place].start, units[place].start)


def _without_blanks(text: str, start: int, end: int) -> int:
    """`end` moved back over the white space before it."""
    return start + len(text[start:end].rstrip())


def in_order_of(stretches: Sequence[tuple[int, int]], index: Indexed) -> list[tuple[int, int, str]]:
    """The stretches cut at the edges of blocks, each with what it drops: the kind of a block, or ""."""
    cut: list[tuple[int, int, str]] = []
    blocks = iter([unit for unit in index.units if unit.kind == "block"])
    block = next(blocks, None)
    for start, end in stretches:
        while block and block.end <= start:
            block = next(blocks, None)
        while block and block.start < end:
            if start < block.start:
                cut.append((start, block.start, ""))
            cut.append((block.start, block.end, block.block))
            start = block.end
            block = next(blocks, None)
        if start < end:
            cut.append((start, end, ""))
    return cut
