"""Text that a page draws by script, from the JSON-LD it carries for search engines: stories, product descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable

import turbohtml
from turbohtml import Element, Text

from . import linked_data, page_type
from .spaces import collapse

# A drawn page with less markdown than this says nothing; a story shorter than this is a teaser.
EMPTY_CHARS = 200
MIN_BODY_CHARS = 200
# A longer description is the product's text, a shorter one a line for search results.
DESCRIPTION_CHARS, MAX_DESCRIPTION_CHARS = 200, 20_000
# It is on the page when this share of its runs of words is.
RUN_WORDS, SHOWN_SHARE = 5, 0.3
_WORD = re.compile(r"\w+")


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


def undrawn_description(scripts: Iterable[str], shown: str) -> Element | None:
    """The description of the page's product as a paragraph, when next to nothing of it is in the text shown."""
    for script in scripts:
        for thing in linked_data.things(script) if '"description"' in script else ():
            description = thing.get("description")
            if isinstance(description, str) and len(description) >= DESCRIPTION_CHARS and page_type.is_product(thing):
                text = collapse(turbohtml.parse(description[:MAX_DESCRIPTION_CHARS], positions=False).text)
                return None if _is_shown(text, shown) else Element("p", None, [Text(text)])
    return None


def _is_shown(text: str, shown: str) -> bool:
    words, everything = _WORD.findall(text.lower()), " ".join(_WORD.findall(shown.lower()))
    runs = [" ".join(words[at : at + RUN_WORDS]) for at in range(0, len(words), RUN_WORDS)]
    return sum(run in everything for run in runs) > SHOWN_SHARE * len(runs)
