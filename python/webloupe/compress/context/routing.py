"""A query routed down a tree: branches that say most of what it asks are opened, as far as a budget allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from ...tokens import count_tokens
from ...types import TreeNode
from ..lexical import Lexicon
from .tree import shortened

BRANCHES: Final = 3  # of a node a query goes down at most so many
LEAST: Final = 24  # tokens below which a passage is not narrowed: less says nothing
_EACH: Final = 256  # tokens of a passage: with less a branch is not worth a share of its own
_GAP: Final = 2  # tokens of the gaps around a text


class _Branch(NamedTuple):
    place: int
    node: TreeNode
    score: float


class _Routing:
    """A query, and by the identity of each node what the best passage below it says of the query."""

    def __init__(self, root: TreeNode, query: str) -> None:
        self.query = query
        self.scores: dict[int, float] = {}
        leaves = list(_leaves(root, ""))
        texts = [f"{path}\n{leaf.text}" for path, leaf in leaves]
        told = Lexicon(texts).scores(query) if query.strip() else [1.0] * len(texts)
        self._by_leaf = {id(leaf): float(score) for (_, leaf), score in zip(leaves, told, strict=True)}
        self._note(root)

    def _note(self, node: TreeNode) -> float:
        best = max(map(self._note, node.children), default=self._by_leaf.get(id(node), 0.0))
        self.scores[id(node)] = best
        return best

    def branches(self, node: TreeNode, room: int) -> tuple[list[_Branch], list[_Branch]]:
        """The children to open within so many tokens, and the others that say anything of the query; best first."""
        told = (_Branch(place, child, self.scores[id(child)]) for place, child in enumerate(node.children))
        ranked = sorted((one for one in told if one.score > 0), key=lambda one: (-one.score, one.place))
        count = max(1, min(BRANCHES, room // _EACH))
        return ranked[:count], ranked[count:]


def _leaves(node: TreeNode, path: str) -> Iterator[tuple[str, TreeNode]]:
    """The passages below a node, each with the titles on the way to it."""
    path = f"{path} {node.title}".strip()
    if not node.children:
        yield path, node
    for child in node.children:
        yield from _leaves(child, path)


def routed(root: TreeNode, query: str, budget_tokens: int) -> TreeNode:
    """The tree with what a query needs opened: its `outline` has at most `budget_tokens` tokens.

    A branch that fits is whole. One that is too large is opened in turn, its best children first, each with a share
    by what it says of the query, down to passages; there the text is narrowed to the query, which has become narrower
    by the titles on the way. Branches that are not opened keep their summary, where there is room. A node's `tokens`
    stay those of all that is below it in the whole tree.
    """
    routing, room = _Routing(root, query), budget_tokens
    while room > 0:
        found = _opened(root, routing, query, room) or replace(root, text="", children=())
        over = count_tokens(outline(found)) - budget_tokens
        if over <= 0:
            return found
        room -= over + _GAP
    return replace(root, text="", children=())


def outline(node: TreeNode) -> str:
    """The text of a tree: titles as headings over their passages, or over the summary of a branch that is shut."""
    return "\n\n".join(filter(None, _lines(node, 0)))


def _lines(node: TreeNode, depth: int) -> list[str]:
    if node.level == "passage" or not node.children:
        return [_title(node, depth), node.text] if node.level != "passage" else [node.text]
    return [_title(node, depth), *(line for child in node.children for line in _lines(child, depth + 1))]


def _title(node: TreeNode, depth: int) -> str:
    """The heading of a node; a section's text has its own."""
    return f"{'#' * depth} {' '.join(node.title.split())}" if depth and node.title and node.level != "section" else ""


def _opened(node: TreeNode, routing: _Routing, query: str, room: int) -> TreeNode | None:
    """The node with what fits into so many tokens; None where nothing does. The query is narrower at each level."""
    if node.tokens <= room and _cost(node) <= room:
        return node
    if not node.children:
        text = shortened(node.text, query, room) if room >= LEAST else ""
        return replace(node, text=text) if text else None
    left = room - count_tokens(_title(node, 1)) - _GAP
    kept: dict[int, TreeNode] = {}
    best, others = routing.branches(node, left)
    total = sum(one.score for one in best)
    for one in best:
        share = round(left * one.score / total)
        total -= one.score
        child = _opened(one.node, routing, f"{query} {one.node.title}".strip(), share)
        if child is not None:
            kept[one.place] = child
            left -= _cost(child)
    for one in others:
        shut = _shut(one.node, left)
        if shut is not None:
            kept[one.place] = shut
            left -= _cost(shut)
    return replace(node, children=tuple(kept[place] for place in sorted(kept))) if kept else _shut(node, room)


def _shut(node: TreeNode, room: int) -> TreeNode | None:
    """The node with its summary alone, where that fits; a passage is no summary."""
    shut = replace(node, children=())
    return shut if node.children and _cost(shut) <= room else None


def _cost(node: TreeNode) -> int:
    """Tokens of a branch as it is shown."""
    return count_tokens("\n\n".join(filter(None, _lines(node, 1)))) + _GAP
