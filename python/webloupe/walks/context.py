"""What a named context knows, kept in the store between kernels: items on a shelf of their own, one file each.

Each item is a file, so that two kernels that add at once lose nothing; how often and how well each was used is one
more file, of which the last writer's stands.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from ..errors import BadInput, ConfigError
from ..types import ContextItem, Packed, TreeNode, Wire
from .rooms import Rooms, opened

if TYPE_CHECKING:
    from ..types import Authority

_TURNS: Final = "turns"


class Turns(Wire, frozen=True, kw_only=True):
    """By item what its passages scored when they were packed last, and how often it was packed."""

    scores: dict[str, float] = msgspec.field(default_factory=dict)
    used: dict[str, int] = msgspec.field(default_factory=dict)


class Kept(Wire, frozen=True, kw_only=True):
    """An item, and its turn: the time in ns at which it came first."""

    item: ContextItem
    turn: int


class AsyncContext:
    """Items under a name: pages, results, notes, messages. What a query does not need stays and wakes up by another."""

    def __init__(self, rooms: Rooms, name: str) -> None:
        if not isinstance(name, str) or not name.strip():
            raise BadInput("A context needs a name.", 'Example: webloupe.Context("tides").')
        self.name = name.strip()
        self._rooms = rooms
        self._last = 0
        self._shelf = f"contexts/{hashlib.sha256(self.name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"

    async def add(
        self, *items: Any, authority: Authority | None = None, task_weight: float | None = None
    ) -> list[ContextItem]:
        """Keep items: results, pages, texts, mappings with a text, messages with a role. What is known stays as it is,
        but for `authority` and `task_weight` (0 to 10), which are for all of them.

        Words of people and models that have no time are of now. BadInput for what is no item.
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

    async def tree(self, query: str = "", *, budget_tokens: int | None = None) -> TreeNode:
        """Site, page, section, passage: what is known, each with the short of what stands below it, for the query.

        Within a budget the query is routed down it: the branches that say most of it are opened, and narrowed where
        they are too large; `outline` of the tree has no more tokens.
        """
        await opened("compress.context.routing")
        from ..compress.context.routing import routed
        from ..compress.context.tree import tree

        if budget_tokens is not None and (not isinstance(budget_tokens, int) or budget_tokens < 1):
            raise BadInput(f"A budget cannot be {budget_tokens!r} tokens.", "It is a whole number, such as 4000.")
        known = await self.items()

        def made() -> TreeNode:
            whole = tree(known, task=query)
            return whole if budget_tokens is None else routed(whole, query, budget_tokens)

        return await asyncio.to_thread(made)

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

    async def _added(self, given: Sequence[Any], **more: Any) -> list[ContextItem]:
        await opened("compress.context.items")
        from ..compress.context import items

        if more.get("authority") is not None:
            items.authority(more["authority"])
        if more.get("task_weight") is not None:
            items.task_weight(more["task_weight"])
        changes = {name: value for name, value in more.items() if value is not None}
        found = items.items_of(given)
        return await asyncio.to_thread(lambda: [self._keep(item, changes) for item in found])

    def _keep(self, item: ContextItem, changes: Mapping[str, Any]) -> ContextItem:
        """Write an item; one that is known keeps its turn and all that is not changed."""
        store = self._rooms.store
        known = store.kept(self._shelf, item.id, Kept)
        new = replace(known.item if known else _dated(item), **changes)
        if item.pinned:
            new = replace(new, pinned=True)
        if known and new == known.item:
            return new
        self._last = max(time.time_ns(), self._last + 1)
        if store.keep(self._shelf, item.id, Kept(item=new, turn=known.turn if known else self._last)) is None:
            problem = store.take_problem() or "the store cannot be written"
            raise ConfigError(f"An item cannot be kept: {problem}.", "`webloupe paths` tells where the store lies.")
        return new

    def _read(self) -> list[ContextItem]:
        store = self._rooms.store
        turns = store.kept(self._shelf, _TURNS, Turns) or Turns()
        found = (store.kept(self._shelf, key, Kept) for key in store.keys(self._shelf) if key != _TURNS)
        in_turn = sorted(filter(None, found), key=lambda one: (one.turn, one.item.id))
        return [
            replace(one.item, score=turns.scores.get(one.item.id), used=turns.used.get(one.item.id, 0))
            for one in in_turn
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


def _dated(item: ContextItem) -> ContextItem:
    """The words of people and models are as old as they are known; when a page was written its site must say."""
    return item if item.at is not None or item.authority == "web" else replace(item, at=time.time())


async def packed(items: Iterable[Any] | Any, **given: Any) -> Packed:
    """`pack` in a thread, for callers with a loop."""
    await opened("compress.context.packing")
    from ..compress.context.packing import pack

    return await asyncio.to_thread(lambda: pack(items, **given))
