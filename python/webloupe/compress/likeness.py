"""Which pieces are like those that lead a group already, without ever comparing all with all at once.

Rows are asked in order, from 0. `likeness` of two rows is the cosine of their vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from .embed.sparse import Sparse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .embed import Vectors


class Near(NamedTuple):
    """A leader and how like it is, at most 1."""

    row: int
    score: float


class Space(Protocol):
    """Vectors with a threshold: what lies nearer than that is alike."""

    def __len__(self) -> int: ...

    def leaders_near(self, row: int) -> list[Near]:
        """The leaders so far that are alike, the most alike first."""

    def lead(self, row: int) -> None:
        """From now on this row is a leader."""

    def likeness(self, rows: Sequence[int], others: Sequence[int]) -> NDArray[np.float32]:
        """A table of likeness; meant for a few hundred rows."""

    def take(self, rows: Sequence[int]) -> Space:
        """A space of these rows alone, without leaders."""

    def matrix(self) -> Any:
        """The vectors as scikit-learn takes them."""


def space(vectors: Vectors, threshold: float) -> Space:
    """The space of dense or sparse vectors."""
    return SparseSpace(vectors, threshold) if isinstance(vectors, Sparse) else DenseSpace(vectors, threshold)


def _ordered(rows: NDArray[Any], scores: NDArray[np.float32], threshold: float) -> list[Near]:
    import numpy as np

    alike = scores >= threshold
    rows, scores = rows[alike], scores[alike]
    order = np.lexsort((rows, -scores))
    return [Near(int(rows[at]), min(1.0, float(scores[at]))) for at in order]


_BLOCK: Final = 256  # rows that are compared with all leaders in one product


class DenseSpace:
    """Vectors that are rows of numbers, compared a block at a time: memory grows with the number of leaders only."""

    def __init__(self, vectors: NDArray[np.float32], threshold: float) -> None:
        import numpy as np

        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        self._vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors, np.float32), where=lengths > 0)
        self._threshold = threshold - 1e-6  # products of equal vectors end a little under 1
        self._leaders: list[int] = []
        self._first = -_BLOCK
        self._before = 0  # leaders when the block began
        self._to_leaders = self._to_block = np.zeros((0, 0), np.float32)

    def __len__(self) -> int:
        return len(self._vectors)

    def leaders_near(self, row: int) -> list[Near]:
        """The leaders so far that are alike, the most alike first."""
        import numpy as np

        if not self._first <= row < self._first + _BLOCK:
            self._begin_block(row)
        place = row - self._first
        recent = np.array(self._leaders[self._before :], np.int64)
        rows = np.concatenate((self._known, recent))
        scores = np.concatenate((self._to_leaders[place], self._to_block[place, recent - self._first]))
        return _ordered(rows, scores, self._threshold)

    def _begin_block(self, row: int) -> None:
        import numpy as np

        block = self._vectors[row : row + _BLOCK]
        self._first, self._before = row, len(self._leaders)
        self._known = np.array(self._leaders, np.int64)
        self._to_leaders = block @ self._vectors[self._known].T
        self._to_block = block @ block.T

    def lead(self, row: int) -> None:
        """From now on this row is a leader."""
        self._leaders.append(row)

    def likeness(self, rows: Sequence[int], others: Sequence[int]) -> NDArray[np.float32]:
        """A table of likeness."""
        return self._vectors[list(rows)] @ self._vectors[list(others)].T  # type: ignore[no-any-return]

    def take(self, rows: Sequence[int]) -> DenseSpace:
        """A space of these rows alone."""
        return DenseSpace(self._vectors[list(rows)], self._threshold)

    def matrix(self) -> Any:
        """The vectors, each of length 1."""
        return self._vectors


class SparseSpace:
    """Sparse vectors, found by their rarest columns.

    The columns of each row are cut where the rest cannot reach the threshold by itself: two rows that are alike share
    one of those before the cut (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007). Only rows
    that do are compared.
    """

    def __init__(self, vectors: Sparse, threshold: float) -> None:
        import numpy as np

        packed = vectors.packed()
        owners = np.repeat(np.arange(len(packed)), np.diff(packed.starts))
        order = np.lexsort((packed.columns, owners))
        self._vectors = Sparse(packed.starts, packed.columns[order], packed.values[order])
        self._threshold = threshold - 1e-6
        self._postings: dict[int, list[int]] = {}
        self._dense = np.zeros(int(packed.columns.max()) + 1 if len(packed.columns) else 1, np.float32)

    def __len__(self) -> int:
        return len(self._vectors)

    def leaders_near(self, row: int) -> list[Near]:
        """The leaders so far that are alike, the most alike first."""
        import numpy as np

        found: set[int] = set()
        for column in self._telling(row):
            found.update(self._postings.get(column, ()))
        rows = np.fromiter(found, np.int64, len(found))
        return _ordered(rows, self._products(row, rows), self._threshold) if found else []

    def lead(self, row: int) -> None:
        """From now on this row is a leader."""
        for column in self._telling(row):
            self._postings.setdefault(column, []).append(row)

    def likeness(self, rows: Sequence[int], others: Sequence[int]) -> NDArray[np.float32]:
        """A table of likeness."""
        import numpy as np

        targets = np.array(others, np.int64)
        return np.array([self._products(row, targets) for row in rows], np.float32).reshape(len(rows), len(targets))

    def take(self, rows: Sequence[int]) -> SparseSpace:
        """A space of these rows alone."""
        import numpy as np

        slices = [self._vectors.row(row) for row in rows]
        sizes = np.array([at.stop - at.start for at in slices], np.int64)
        columns = np.concatenate([self._vectors.columns[at] for at in slices])
        values = np.concatenate([self._vectors.values[at] for at in slices])
        return SparseSpace(Sparse(np.concatenate(([0], np.cumsum(sizes))), columns, values), self._threshold)

    def matrix(self) -> Any:
        """The vectors as a matrix of scipy."""
        return self._vectors.matrix()

    def _telling(self, row: int) -> list[int]:
        """The rarest columns of a row, without which nothing is alike."""
        import numpy as np

        at = self._vectors.row(row)
        rest = np.cumsum(self._vectors.values[at][::-1] ** 2)
        enough = int(np.searchsorted(rest, self._threshold**2))  # columns at the end that may be left out
        return self._vectors.columns[at][: len(rest) - enough].tolist()  # type: ignore[no-any-return]

    def _products(self, row: int, others: NDArray[np.int64]) -> NDArray[np.float32]:
        import numpy as np

        starts, columns, values = self._vectors
        at = self._vectors.row(row)
        self._dense[columns[at]] = values[at]
        begin, sizes = starts[others], starts[others + 1] - starts[others]
        ends = np.cumsum(sizes)
        flat = np.repeat(begin - (ends - sizes), sizes) + np.arange(int(ends[-1]) if len(ends) else 0)
        sums = np.concatenate(([0.0], np.cumsum(self._dense[columns[flat]] * values[flat], dtype=np.float64)))
        self._dense[columns[at]] = 0.0
        return np.asarray(sums[ends] - sums[ends - sizes], np.float32)
