"""A packed context: what may go into it, what went in and what stayed out, and the tree of what it knows."""

from __future__ import annotations

from typing import Literal, TypeAlias

from .base import Wire

Authority: TypeAlias = Literal["system", "user", "web", "derived"]
Level: TypeAlias = Literal["all", "site", "page", "section", "passage"]
PieceState: TypeAlias = Literal["in", "out", "pinned", "merged"]


class ContextItem(Wire, frozen=True, kw_only=True):
    """Something that may be packed: a page, a section, a result, a note, a message of a chat, an earlier summary.

    `id` is made of the text and where it is from, so that the same item is known again. `source` is an address, or a
    name such as "note" or "assistant"; `at` is a Unix time in seconds, None where nobody knows; `task_weight` raises
    what the work at hand is about (1 for all else). `score` is the last one, `used` how often it was packed.
    """

    id: str
    text: str
    source: str = ""
    title: str = ""
    at: float | None = None
    authority: Authority = "web"
    task_weight: float = 1.0
    pinned: bool = False
    score: float | None = None
    used: int = 0


class PackedPiece(Wire, frozen=True, kw_only=True):
    """A passage of an item (its `id`), from `start` of the item's text on, and what decided about it.

    `factors` are relevance, recency, authority and task, each 0 to 1 (task may be more), `score` is their weighted
    product. `reason` says why it is in, out, or merged into another.
    """

    item: str
    source: int
    text: str
    start: int
    tokens: int
    state: PieceState
    score: float
    factors: dict[str, float]
    reason: str = ""


class PackedSource(Wire, frozen=True, kw_only=True):
    """What `[number]` in a packed text stands for."""

    number: int
    title: str
    source: str
    at: float | None = None


class Packed(Wire, frozen=True, kw_only=True):
    """A text of at most `budget_tokens`, made of the passages that a query needs most; what is out stays where it was.

    `pinned` are the ids of the items that are always in. `weights` are those the scores were made with.
    """

    query: str
    text: str
    tokens: int
    budget_tokens: int
    pieces: tuple[PackedPiece, ...]
    pinned: tuple[str, ...] = ()
    sources: tuple[PackedSource, ...] = ()
    weights: dict[str, float]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


class TreeNode(Wire, frozen=True, kw_only=True):
    """A node of a summary tree: a site, a page, a section or a passage, with the short of what stands below it.

    `tokens` are those of all passages under it; a passage has its whole text and no children.
    """

    level: Level
    title: str
    text: str
    tokens: int
    item: str = ""
    start: int = 0
    children: tuple[TreeNode, ...] = ()
