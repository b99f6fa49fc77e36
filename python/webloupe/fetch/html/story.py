"""The text of a page that is drawn by script, from the JSON-LD it carries for search engines."""

from __future__ import annotations

from collections.abc import Iterable

from . import linked_data

# A drawn page with less markdown than this says nothing; a story shorter than this is a teaser.
EMPTY_CHARS = 200
MIN_BODY_CHARS = 200


def markdown(scripts: Iterable[str]) -> str:
    """Headline and body of the first article in the scripts; "" when there is none."""
    for script in scripts:
        if "articleBody" not in script:
            continue
        for thing in linked_data.things(script):
            body = thing.get("articleBody")
            if isinstance(body, str) and len(body) >= MIN_BODY_CHARS:
                headline = thing.get("headline")
                return f"# {headline}\n\n{body.strip()}" if isinstance(headline, str) and headline else body.strip()
    return ""
