"""What a named context knows, kept in the store between kernels: items on a shelf of their own, one file each.

Each item is a file, so that two kernels that add at once lose nothing; how often and how well each was used is one
more file, of which the last writer's stands.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from ..errors import BadInput
from ..types import ContextItem, Packed, TreeNode, Wire
from .rooms import Rooms, opened

if TYPE_CHECKING:
    from ..types import Authority

_TURNS: Final = "turns"


class Turns(Wire, frozen=True, kw_only=True):
    """By item what its passages scored when they were packed last, and how often it was packed."""

    scores: dict[str, float] = msgspec.field(default_factory=dict)
    used: dict[str, int] = msgspec.field(default_factory=dict)


class AsyncContext:
    """Items under a name: pages, results, notes, messages. What a query does not need stays and wakes up by another."""

    def __init__(self, rooms: Rooms, name: str) -> None:
        if not isinstance(name, str) or not name.strip():
            raise BadInput("A context needs a name.", 'Example: webloupe.Context("tides").')
        self.name = name.strip()
        self._rooms = rooms
        self._shelf = f"contexts/{hashlib.sha256(self.name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"

    async def add(
        self, *items: Any, authority: Authority | None = None, task_weight: float | None = None
    ) -> list[ContextItem]:
        """Keep items: results, pages, texts, mappings with a text, messages with a role. What is known already is once.

        `authority` and `task_weight` are for all of them. BadInput for what is no item.
        """
        return await self._added(items, authority=authority, task_weight=task_weight)

    async def pin(self, *items: Any) -> list[ContextItem]:
        """Keep items that are always packed: core facts such as prices, terms, what was decided."""
        return await self._added(items, pinned=True)

    async def query(
        self,
        query: str,
        *,
        budget_tokens: int,
        top_k: int | None = None,
        weights: Mapping[str, float] | None = None,
        now: float | None = None,
        embed: Any = None,
    ) -> Packed:
        """What the query needs of all that is known, as `pack`; the scores of this turn are kept."""
        await opened("compress.context.packing")
        from ..compress.context.packing import pack

        known = await self.items()

        def packed() -> Packed:
            done = pack(
                known, query=query, budget_tokens=budget_tokens, top_k=top_k, weights=weights, now=now, embed=embed
            )
            self._keep_turn(done)
            return done

        return await asyncio.to_thread(packed)

    async def tree(self, task: str = "") -> TreeNode:
        """Site, page, section, passage: what is known, each with the short of what stands below it."""
        await opened("compress.context.tree")
        from ..compress.context.tree import tree

        known = await self.items()
        return await asyncio.to_thread(tree, known, task=task)

    async def forget(self, *which: str) -> int:
        """Take out the items with these ids, sources or titles; without any, all. How many there were."""
        known = await self.items()
        gone = [item for item in known if not which or {item.id, item.source, item.title} & set(which)]

        def take() -> None:
            for item in gone:
                self._rooms.store.forget(self._shelf, item.id)

        await asyncio.to_thread(take)
        return len(gone)

    async def items(self) -> list[ContextItem]:
        """All that is known, in the order it was added, with the scores of the last turn."""
        return await asyncio.to_thread(self._read)

    async def _added(self, items: Sequence[Any], **more: Any) -> list[ContextItem]:
        await opened("compress.context.items")
        from ..compress.context.items import items_of

        changes = {name: value for name, value in more.items() if value is not None}
        found = [replace(item, **changes) for item in items_of(list(items))]

        def keep() -> None:
            for item in found:
                self._rooms.store.keep(self._shelf, item.id, item)

        await asyncio.to_thread(keep)
        return found

    def _read(self) -> list[ContextItem]:
        store = self._rooms.store
        turns = store.kept(self._shelf, _TURNS, Turns) or Turns()
        kept = (store.kept(self._shelf, key, ContextItem) for key in store.keys(self._shelf) if key != _TURNS)
        return [
            replace(item, score=turns.scores.get(item.id), used=turns.used.get(item.id, 0)) for item in kept if item
        ]

    def _keep_turn(self, done: Packed) -> None:
        before = self._rooms.store.kept(self._shelf, _TURNS, Turns) or Turns()
        scores: dict[str, float] = {}
        for piece in done.pieces:
            scores[piece.item] = max(piece.score, scores.get(piece.item, 0.0))
        used = dict(before.used)
        for name in dict.fromkeys(piece.item for piece in done.pieces if piece.state in ("in", "pinned")):
            used[name] = used.get(name, 0) + 1
        self._rooms.store.keep(self._shelf, _TURNS, Turns(scores=scores, used=used))


async def packed(items: Iterable[Any] | Any, **given: Any) -> Packed:
    """`pack` in a thread, for callers with a loop."""
    await opened("compress.context.packing")
    from ..compress.context.packing import pack

    return await asyncio.to_thread(lambda: pack(items, **given))
