"""Which piece stands for its group: a table of small functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeAlias

from ..errors import BadInput
from .likeness import Space

Metadata: TypeAlias = Sequence[Mapping[str, Any]]


class Group(NamedTuple):
    """The pieces of a group (indexes in order), the row of each in the space, and what is known of all pieces.

    `chosen` are the rows of representatives of other groups so far.
    """

    pieces: Sequence[int]
    rows: Sequence[int]
    space: Space
    metadata: Metadata
    chosen: Sequence[int]


Representative: TypeAlias = Callable[[Group], int]


def centre(group: Group) -> int:
    """The piece most like all others of its group; the first of equals."""
    return max(zip(_means(group), _backwards(group), group.pieces, strict=True))[-1]


def first(group: Group) -> int:
    """The piece that comes first."""
    return min(group.pieces)


def diverse(group: Group) -> int:
    """The piece least like the representatives chosen before; the centre where there are none."""
    if not group.chosen:
        return centre(group)
    nearest = group.space.likeness(group.rows, group.chosen).max(axis=1)
    return max(zip((round(-float(score), 6) for score in nearest), _backwards(group), group.pieces, strict=True))[-1]


def authority(group: Group) -> int:
    """The piece whose metadata has the highest `authority` (a number; none counts as 0); the centre of equals."""
    return _best(group, lambda row: (_number(row.get("authority")),))


def freshness(group: Group) -> int:
    """The piece whose metadata has the latest `date` (a date, an ISO text or seconds); the centre of equals."""
    return _best(group, lambda row: (_moment(row.get("date")),))


def by_metadata(group: Group) -> int:
    """By authority, then by freshness; the centre of equals."""
    return _best(group, lambda row: (_number(row.get("authority")), _moment(row.get("date"))))


REPRESENTATIVES: Final[Mapping[str, Representative]] = {
    "centre": centre,
    "diverse": diverse,
    "metadata": by_metadata,
    "authority": authority,
    "freshness": freshness,
    "first": first,
}


def representative(name: str) -> Representative:
    """The choice of this name; BadInput for another."""
    if name in REPRESENTATIVES:
        return REPRESENTATIVES[name]
    near = get_close_matches(name, REPRESENTATIVES, n=1, cutoff=0.0)[0]
    known = ", ".join(REPRESENTATIVES)
    raise BadInput(f'Unknown representative "{name}".', f'Nearest match: "{near}" (known: {known}).')


def _means(group: Group) -> list[float]:
    distinct = sorted(set(group.rows))
    table = group.space.likeness(distinct, distinct)
    weights = [group.rows.count(row) for row in distinct]
    means = dict(zip(distinct, (table @ weights).tolist(), strict=True))
    return [round(means[row], 4) for row in group.rows]  # rounded: the order of a sum must not decide


def _backwards(group: Group) -> list[int]:
    return [-piece for piece in group.pieces]


def _best(group: Group, key: Callable[[Mapping[str, Any]], tuple[float, ...]]) -> int:
    known = [key(group.metadata[piece]) if group.metadata else () for piece in group.pieces]
    return max(zip(known, _means(group), _backwards(group), group.pieces, strict=True))[-1]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value == value else 0.0


def _moment(value: object) -> float:
    """Seconds; minus infinity where there is no date."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return float("-inf")
    if isinstance(value, datetime):
        return value.toordinal() * 86_400.0 + value.hour * 3_600 + value.minute * 60 + value.second
    if isinstance(value, date):
        return value.toordinal() * 86_400.0
    return _number(value) if isinstance(value, int | float) else float("-inf")
