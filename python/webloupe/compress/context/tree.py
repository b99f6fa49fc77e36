"""The tree of what is known: site, page, section, passage, each with the short of what stands below it.

A query is routed down it: at each node to the children that say most of what it asks for, until passages are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from ...tokens import count_tokens
from ...types import ContextItem, Level, TreeNode
from ..extract import extract
from ..lexical import Lexicon
from ..segments import apply
from .passages import Passage, passages

SUMMARY_TOKENS: Final = 60  # a sentence or two for each node
BRANCHES: Final = 3  # a query goes down at most so many children of a node


def tree(items: Iterable[ContextItem], *, task: str = "") -> TreeNode:
    """The tree of all items, sites and pages in the order they came. With a task each summary is what it needs."""
    by_site: dict[str, list[ContextItem]] = {}
    for item in items:
        by_site.setdefault(urlsplit(item.source).hostname or item.source or "note", []).append(item)
    sites = [_node("site", name, [_page(item, task) for item in held], task) for name, held in by_site.items()]
    return _node("all", "", sites, task)


def routed(root: TreeNode, query: str, budget_tokens: int) -> list[TreeNode]:
    """The nodes that answer a query within the budget: branches expanded as far as it allows, else their summaries.

    The best branch is expanded first and, while it is too large, only its own best branches, down to passages.
    """
    chosen: list[TreeNode] = []
    left = _descend(root, query, budget_tokens, chosen)
    return chosen if left < budget_tokens or not root.children else [root]


def narrowed(node: TreeNode, query: str, budget_tokens: int) -> str:
    """What a query needs of a branch that is too large, in so many tokens: of each child its share, down to passages.

    The question becomes narrower on the way, by the title of each branch.
    """
    if node.tokens <= budget_tokens:
        return full_text(node)
    if not node.children:
        change = extract(node.text, task=query, budget_tokens=budget_tokens)
        return apply(node.text, change.edits).strip()
    best = _best(node.children, query)[:BRANCHES]
    share = budget_tokens // max(1, len(best))
    if share < SUMMARY_TOKENS:
        best, share = best[:1], budget_tokens
    narrower = [narrowed(child, f"{query} {child.title}".strip(), share) for child in _in_order(node.children, best)]
    return "\n\n".join(filter(None, narrower))


def full_text(node: TreeNode) -> str:
    """All passages under a node, in order."""
    return node.text if not node.children else "\n\n".join(map(full_text, node.children))


def _descend(node: TreeNode, query: str, left: int, chosen: list[TreeNode]) -> int:
    """Choose nodes under `node` that fit; what is left of the budget."""
    for child in _best(node.children, query)[:BRANCHES]:
        if child.tokens <= left:
            chosen.append(child)
            left -= child.tokens
        elif child.children:
            before = left
            left = _descend(child, query, left, chosen)
            summary = count_tokens(child.text)
            if left == before and summary <= left:
                chosen.append(child)
                left -= summary
    return left


def _best(children: Sequence[TreeNode], query: str) -> list[TreeNode]:
    """The children that say most of what is asked first; of equals those that come first."""
    if len(children) < 2 or not query.strip():
        return list(children)
    scores = Lexicon([f"{child.title}\n{full_text(child)}" for child in children]).scores(query)
    return [
        child
        for _, _, child in sorted(
            (-float(score), place, child) for place, (score, child) in enumerate(zip(scores, children, strict=True))
        )
    ]


def _in_order(children: Sequence[TreeNode], chosen: Sequence[TreeNode]) -> list[TreeNode]:
    wanted = {id(child) for child in chosen}
    return [child for child in children if id(child) in wanted]


# --- how it is made ---------------------------------------------------------------------------------------------------


def _page(item: ContextItem, task: str) -> TreeNode:
    found = passages(item)
    sections = [
        _section(heading, list(held), task) for heading, held in groupby(found, key=lambda passage: passage.heading)
    ]
    return _node("page", item.title or item.source or "note", sections, task, item=item.id)


def _section(heading: str, held: Sequence[Passage], task: str) -> TreeNode:
    leaves = [
        TreeNode(level="passage", title=heading, text=one.text, tokens=one.tokens, item=one.item.id, start=one.start)
        for one in held
    ]
    return _node("section", heading, leaves, task, item=held[0].item.id, start=held[0].start)


def _node(
    level: Level, title: str, children: Sequence[TreeNode], task: str, *, item: str = "", start: int = 0
) -> TreeNode:
    """A node over `children`; its summary is made of theirs, so that each text is read once."""
    below = "\n\n".join(child.text for child in children)
    narrower = f"{task} {title}".strip() if task else ""
    text = below
    if count_tokens(below) > SUMMARY_TOKENS:
        text = apply(below, extract(below, task=narrower, budget_tokens=SUMMARY_TOKENS).edits).strip()
    return TreeNode(
        level=level,
        title=title,
        text=text,
        tokens=sum(child.tokens for child in children),
        item=item,
        start=start,
        children=tuple(children),
    )
