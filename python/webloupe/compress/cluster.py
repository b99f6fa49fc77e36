"""How pieces that are alike come together: a table of small functions over one space. No group holds a vetoed pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from ..errors import BadInput
from .embed.extras import package
from .likeness import Space
from .vetting import Vetting

Rows: TypeAlias = list[list[int]]
Cluster: TypeAlias = Callable[[Space, float, Vetting], Rows]

SEED: Final = 42
MOST_COMPARED: Final = 5_000  # pieces: both methods keep a table of all pairs, 200 MB at that size
_TRIES: Final = 20  # leaders that a piece is held against before it leads a group of its own


def leader(space: Space, threshold: float, vetting: Vetting) -> Rows:
    """Each piece joins the most alike leader whose group takes it, or leads a group. Any size; the default."""
    groups: dict[int, list[int]] = {}
    for row in range(len(space)):
        for near in space.leaders_near(row)[:_TRIES]:
            if vetting.allows(row, groups[near.row]):
                groups[near.row].append(row)
                break
        else:
            groups[row] = [row]
            space.lead(row)
    return list(groups.values())


def hierarchical(space: Space, threshold: float, vetting: Vetting) -> Rows:
    """Average linkage up to the threshold (scikit-learn). At most `MOST_COMPARED` pieces."""
    _refuse_many("hierarchical", len(space))
    method = package("sklearn.cluster", "cluster").AgglomerativeClustering(
        n_clusters=None, distance_threshold=1 - threshold, metric="precomputed", linkage="average"
    )
    return vetting.split(_labelled(method.fit_predict(_distances(space))))


def dbscan(space: Space, threshold: float, vetting: Vetting) -> Rows:
    """Chains of pieces that are each alike the next (scikit-learn). At most `MOST_COMPARED` pieces."""
    _refuse_many("dbscan", len(space))
    method = package("sklearn.cluster", "cluster").DBSCAN(eps=1 - threshold, min_samples=1, metric="precomputed")
    return vetting.split(_labelled(method.fit_predict(_distances(space))))


def kmeans(space: Space, threshold: float, vetting: Vetting) -> Rows:
    """A tenth as many clusters as pieces, at least 2 (scikit-learn); in each, what is alike comes together.

    K-Means puts every piece somewhere, so that being in one cluster says little: pieces of one cluster still need the
    threshold. Time grows with the square of the number of pieces.
    """
    count = max(2, len(space) // 10)
    method = package("sklearn.cluster", "cluster").KMeans(n_clusters=count, random_state=SEED, n_init=1)
    groups: Rows = []
    for rows in _labelled(method.fit_predict(space.matrix())):
        parts = leader(space.take(rows), threshold, vetting.of(rows))
        groups += ([rows[place] for place in part] for part in parts)
    return sorted(groups)


CLUSTERS: Final[Mapping[str, Cluster]] = {
    "leader": leader,
    "hierarchical": hierarchical,
    "dbscan": dbscan,
    "kmeans": kmeans,
}


def cluster(name: str) -> Cluster:
    """The method of this name; BadInput for another."""
    if name in CLUSTERS:
        return CLUSTERS[name]
    near = get_close_matches(name, CLUSTERS, n=1, cutoff=0.0)[0]
    raise BadInput(f'Unknown clustering "{name}".', f'Nearest match: "{near}" (known: {", ".join(CLUSTERS)}).')


def _refuse_many(name: str, count: int) -> None:
    if count > MOST_COMPARED:
        raise BadInput(
            f"{name} compares all pairs: {count:,} pieces are more than {MOST_COMPARED:,}.",
            'Use cluster="leader", which takes any number.',
        )


def _distances(space: Space) -> Any:
    import numpy as np

    matrix = space.matrix()
    table = matrix @ matrix.T
    products = table.toarray() if hasattr(table, "toarray") else table
    distances = np.clip(1 - products, 0, 2)
    np.fill_diagonal(distances, 0)
    return distances


def _labelled(labels: Sequence[int]) -> Rows:
    """Rows by label, in the order of their first rows."""
    groups: dict[int, list[int]] = {}
    for row, label in enumerate(labels):
        groups.setdefault(int(label), []).append(row)
    return list(groups.values())
