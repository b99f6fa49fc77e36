"""The title and lead of a page belong to its main content, wherever its densest block begins."""

from __future__ import annotations

from turbohtml import Element, Node

from . import measure, tables, tags

LEADS = ("p",)
# Parts of a table say nothing without it.
TABLE_PARTS = ("tbody", "thead", "tfoot", "tr")
# A story is made of paragraphs, an index of lists, tables and cards.
STORY_SHARE = 0.5
# More than this before the block is text of its own, which selection has judged.
MAX_LEAD_CHARS = 600


def whole(root: Element) -> Element:
    """`root`, or the table of data that it is a part of."""
    while (table := root.closest("table")) is not None and table != root:
        if root.tag not in TABLE_PARTS and tables.is_layout(table):
            break
        root = table
    return root


def headed(outer: Element, inner: Element) -> Element:
    """`inner` with the title and lead that stand before it in `outer`, where it is no story that explains itself.

    A story's title is the page's, which conversion gives beside the text.
    """
    title = tags.first(outer, "h1")
    if title is None or inner.closest("h1") is not None or tags.first(inner, "h1") is not None or _is_story(inner):
        lead = []
    else:
        lead = _lead(title, inner)
    if not lead and inner.tag != "table":
        return inner
    # A table needs something round it too: repairs look at what is under the root.
    holder = Element("div")
    inner.replace_with(holder)
    holder.extend([*lead, inner])
    return holder


def _is_story(inner: Element) -> bool:
    return measure.prose(inner) > STORY_SHARE * measure.size(inner)


def _lead(title: Element, inner: Element) -> list[Node]:
    """The title and the paragraphs between it and `inner`; none when it comes later."""
    around = set(_chain(inner))
    if title in around:
        return []
    lead: list[Node] = [title]
    branch = title
    while True:
        for sibling in branch.next_siblings:
            if sibling in around:
                return lead
            if isinstance(sibling, Element) and _is_lead(sibling):
                lead.append(sibling)
        parent = branch.parent
        if not isinstance(parent, Element) or parent in around:
            return []
        branch = parent


def _chain(element: Element) -> list[Node]:
    chain: list[Node] = []
    node: Node | None = element
    while node is not None:
        chain.append(node)
        node = node.parent
    return chain


def _is_lead(element: Element) -> bool:
    if element.tag not in LEADS:
        return False
    chars = measure.size(element)
    return 0 < chars <= MAX_LEAD_CHARS and not measure.is_linked(element, chars)
