"""What a page says of itself in JSON-LD, the scripts that it carries for search engines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from turbohtml import Element

# A page describes itself in a few scripts; more, or longer ones, are catalogues.
MAX_SCRIPTS, MAX_CHARS = 20, 1_000_000


def texts(scripts: Sequence[Element]) -> list[str]:
    """What stands in those of a page's scripts that are JSON-LD, unparsed, in order."""
    found = [script for script in scripts if script.attr("type") == "application/ld+json"]
    return [text for script in found[:MAX_SCRIPTS] if len(text := script.text) <= MAX_CHARS]


def things(script: str) -> Iterator[dict[str, Any]]:
    """Every object of a script, outer ones first; none when it is no JSON."""
    try:
        waiting = [json.loads(script, strict=False)]
    except (ValueError, RecursionError):
        return
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            yield item
            waiting.extend(reversed(item.values()))
        elif isinstance(item, list):
            waiting.extend(reversed(item))
