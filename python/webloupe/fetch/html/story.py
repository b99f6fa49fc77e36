"""The text of a page that is drawn by script, from the JSON-LD it carries for search engines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from turbohtml import Document

from . import tags

# A drawn page with less markdown than this says nothing; a story shorter than this is a teaser.
EMPTY_CHARS = 200
MIN_BODY_CHARS = 200


def sources(document: Document) -> list[str]:
    """The JSON-LD scripts that hold an article's text."""
    scripts = [script for script in tags.each(document, "script") if script.attr("type") == "application/ld+json"]
    return [text for script in scripts if "articleBody" in (text := script.text)]


def markdown(scripts: list[str]) -> str:
    """Headline and body of the first article in the scripts; "" when there is none."""
    for script in scripts:
        try:
            data = json.loads(script, strict=False)
        except (ValueError, RecursionError):
            continue
        for thing in _things(data):
            body = thing.get("articleBody")
            if isinstance(body, str) and len(body) >= MIN_BODY_CHARS:
                headline = thing.get("headline")
                return f"# {headline}\n\n{body.strip()}" if isinstance(headline, str) and headline else body.strip()
    return ""


def _things(data: Any) -> Iterator[dict[str, Any]]:
    waiting = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            yield item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
