"""The tree of what is known: site, page, section, passage, each with the short of what stands below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from ...tokens import count_tokens
from ...types import ContextItem, Level, TreeNode
from ..extract import extract
from ..segments import apply
from .passages import Passage, passages

SUMMARY_TOKENS: Final = 60  # a sentence or two for each node


def tree(items: Iterable[ContextItem], *, task: str = "") -> TreeNode:
    """The tree of all items, sites and pages in the order they came. With a task each summary is what it needs."""
    by_site: dict[str, list[ContextItem]] = {}
    for item in items:
        by_site.setdefault(_site(item.source), []).append(item)
    sites = [_node("site", name, [_page(item, task) for item in held], task) for name, held in by_site.items()]
    return _node("all", "", sites, task)


def shortened(text: str, task: str, budget_tokens: int) -> str:
    """What a task needs of a text, in at most so many tokens; "" where nothing of it fits."""
    short = apply(text, extract(text, task=task, budget_tokens=budget_tokens).edits).strip()
    return short if count_tokens(short) <= budget_tokens else ""


def _site(source: str) -> str:
    try:
        return urlsplit(source).hostname or source or "note"
    except ValueError:
        return source


def _page(item: ContextItem, task: str) -> TreeNode:
    by_heading = groupby(passages(item), key=lambda passage: passage.heading)
    sections = [_section(heading, list(held), task) for heading, held in by_heading]
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
    below = "\n\n".join(child.text for child in children if child.text)
    return TreeNode(
        level=level,
        title=title,
        text=_summary(below, f"{task} {title}".strip() if task else ""),
        tokens=sum(child.tokens for child in children),
        item=item,
        start=start,
        children=tuple(children),
    )


def _summary(below: str, task: str) -> str:
    """A sentence or two. Where even the best is longer than that, its first words."""
    if count_tokens(below) <= SUMMARY_TOKENS:
        return below
    if short := shortened(below, task, SUMMARY_TOKENS):
        return short
    words = below.split()
    line = " ".join(words)[: 2 * SUMMARY_TOKENS]
    return f"{line}…"
