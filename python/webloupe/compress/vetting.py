"""The vetoes while groups form: which pieces a group takes, and a record of each that was kept apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from .veto import Objection, Told, objection

FULL: Final = 200  # pieces of different text in a group; each newcomer is held against all of them


class KeptApart(NamedTuple):
    """Two rows that are alike and yet must not be merged."""

    pair: tuple[int, int]
    objection: Objection


class Vetting:
    """The texts of all rows, read when they are first compared."""

    def __init__(self, texts: Sequence[str], object_to: Callable[[Told, Told], Objection | None] = objection) -> None:
        self._told = [Told(text) for text in texts]
        self._object = object_to
        self._names: Sequence[int] = range(len(texts))
        self.kept_apart: list[KeptApart] = []

    def of(self, rows: Sequence[int]) -> Vetting:
        """The same for a space of these rows alone: numbered from 0, recorded here."""
        part = Vetting((), self._object)
        part._told, part.kept_apart = self._told, self.kept_apart
        part._names = [self._names[row] for row in rows]
        return part

    def allows(self, row: int, members: Sequence[int]) -> bool:
        """Whether nothing speaks against this row in a group of these; what does is recorded."""
        if len(members) >= FULL:
            return False
        mine = self._names[row]
        for member in members:
            theirs = self._names[member]
            if found := self._object(self._told[mine], self._told[theirs]):
                self.kept_apart.append(KeptApart((min(mine, theirs), max(mine, theirs)), found))
                return False
        return True

    def split(self, groups: Sequence[Sequence[int]]) -> list[list[int]]:
        """Groups that were formed without asking, parted so that each takes all its pieces."""
        parted: list[list[int]] = []
        for group in groups:
            parts: list[list[int]] = []
            for row in group:
                home = next((part for part in parts if self.allows(row, part)), None)
                if home is None:
                    parts.append([row])
                else:
                    home.append(row)
            parted += parts
        return parted
