"""Sparse vectors in numpy: for each row the columns that are not zero, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .extras import package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Sparse(NamedTuple):
    """Row `i` has `values[starts[i]:starts[i + 1]]` in `columns` of the same places; rows have length 1, or are empty.

    Columns are stable names (hashes of terms), so that rows of two calls can be compared.
    """

    starts: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def row(self, number: int) -> slice:
        """Where a row stands in `columns` and `values`."""
        return slice(int(self.starts[number]), int(self.starts[number + 1]))

    def packed(self) -> Sparse:
        """The same with columns numbered from 0, the most used last."""
        import numpy as np

        names, places, counts = np.unique(self.columns, return_inverse=True, return_counts=True)
        order = np.argsort(counts, kind="stable")
        rank = np.empty(len(names), np.int64)
        rank[order] = np.arange(len(names))
        return Sparse(self.starts, rank[places.reshape(-1)], self.values)

    def matrix(self) -> Any:
        """The same as a matrix of scipy, which comes with the extra `cluster`."""
        narrow = self.packed()
        width = int(narrow.columns.max()) + 1 if len(narrow.columns) else 1
        return package("scipy.sparse", "cluster").csr_matrix(
            (narrow.values, narrow.columns, narrow.starts), shape=(len(self), width)
        )


def from_rows(rows: Sequence[Mapping[int, float]]) -> Sparse:
    """Rows as column to weight, each brought to length 1."""
    import numpy as np

    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    starts = np.concatenate(([0], np.cumsum(sizes)))
    total = int(starts[-1])
    columns = np.fromiter((column for row in rows for column in row), np.int64, total)
    values = np.fromiter((weight for row in rows for weight in row.values()), np.float64, total)
    squares = np.concatenate(([0.0], np.cumsum(values**2)))
    lengths = np.sqrt(np.maximum(squares[starts[1:]] - squares[starts[:-1]], 1e-12))
    return Sparse(starts, columns, (values / np.repeat(lengths, sizes)).astype(np.float32))
