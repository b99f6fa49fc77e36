"""Links that share the page: known by the addresses that networks offer for it, whatever a site calls them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from turbohtml import Element

from . import measure, tags

# The addresses at which networks and mail take a link, as they document them.
_SHARES = re.compile(
    r"""(?:https?:)?//(?:[\w-]+\.)*(?:
        facebook\.com/(?:sharer|share\.php|dialog/)|(?:twitter|x)\.com/(?:intent/|share\b|home\?status)
        |linkedin\.com/(?:share|cws/share|sharing)|pinterest\.[a-z.]+/pin/create|reddit\.com/submit|tumblr\.com/(?:share|widgets)
        |whatsapp\.com/send|wa\.me/\?|t\.me/share|telegram\.me/share|vk\.com/share|connect\.ok\.ru/|mix\.com/add|flipboard\.com/bookmarklet
        |getpocket\.com/(?:save|edit)|ycombinator\.com/submitlink|bsky\.app/intent|threads\.net/intent|xing\.com/(?:spi|social_plugins)
        |line\.me/R/|buffer\.com/add|digg\.com/submit|stumbleupon\.com/submit
    )|whatsapp:|mailto:\?""",
    re.X | re.I,
)
ITEMS = ("li", "span", "div", "p")
# A longer link is a sentence that one may pass on; it is part of the text.
MAX_LABEL_CHARS = 40


def find(root: Element) -> Iterator[Element]:
    """Each link under `root` that shares the page, or what holds nothing else."""
    for link in tags.each(root, "a"):
        if _SHARES.match(link.attr("href") or "") and measure.size(link) <= MAX_LABEL_CHARS:
            yield _item(link)


def _item(link: Element) -> Element:
    item = link
    while isinstance(around := item.parent, Element) and around.tag in ITEMS and _is_alone(item):
        item = around
    return item


def _is_alone(item: Element) -> bool:
    """True when nothing but blanks stands beside it."""
    beside = chain(item.previous_siblings, item.next_siblings)
    return not any(isinstance(node, Element) or measure.size(node) for node in beside)
