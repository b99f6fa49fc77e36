"""The demo's advanced Exa tool: filters, JSON in a text item, what the search would have cost.

Wire facts: exa-labs/exa-mcp-server (src/tools/webSearchAdvanced.ts, src/utils/exaResponseSanitizer.ts, 2026-08).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .corpus import Corpus, Found, narrowed

ADVANCED = "web_search_advanced_exa"
_US_DOLLARS = 0.007  # of a search with contents
_TEXTS = ("query", "type", "category", "startPublishedDate", "endPublishedDate", "userLocation")
_LISTS = ("includeDomains", "excludeDomains")
_NUMBERS = ("numResults", "textMaxCharacters", "highlightsMaxCharacters")
_SWITCHES = ("moderation", "enableHighlights")
ADVANCED_TOOL: Mapping[str, Any] = {
    "name": ADVANCED,
    "description": "Search the demo web with filters.",
    "inputSchema": {
        "type": "object",
        "properties": {
            **{name: {"type": "string"} for name in _TEXTS},
            **{name: {"type": "array", "items": {"type": "string"}} for name in _LISTS},
            **{name: {"type": "number"} for name in _NUMBERS},
            **{name: {"type": "boolean"} for name in _SWITCHES},
        },
        "required": ["query"],
    },
}


def advanced_mistake(arguments: Mapping[str, Any]) -> str:
    """What is wrong with the arguments; "" when nothing is."""
    if "query" not in arguments:
        return f"Invalid arguments for tool {ADVANCED}: query is required"
    kinds: tuple[tuple[tuple[str, ...], type, str], ...] = (
        (_TEXTS, str, "a string"),
        (_LISTS, list, "a list of strings"),
        (_NUMBERS, int, "a whole number"),
        (_SWITCHES, bool, "true or false"),
    )
    for names, kind, told in kinds:
        for name in names:
            if name in arguments and type(arguments[name]) is not kind:
                return f"Invalid arguments for tool {ADVANCED}: {name} must be {told}"
    return ""


def advanced_text(arguments: Mapping[str, Any], corpus: Corpus | None) -> str:
    """The answer as JSON. Without hits it has no list of them, as the hosted server leaves an empty one out."""
    limit = min(max(arguments.get("numResults", 10), 1), 100)
    found = corpus.search(arguments["query"], 100) if corpus else []
    kept = narrowed(
        found,
        hosts=arguments.get("includeDomains", ()),
        not_hosts=arguments.get("excludeDomains", ()),
        since=arguments.get("startPublishedDate", "")[:10],
        until=arguments.get("endPublishedDate", "")[:10],
    )
    rows = [_row(hit, arguments) for hit in kept[:limit]]
    answer = {
        "requestId": "demo",
        "resolvedSearchType": arguments.get("type", "auto"),
        **({"results": rows} if rows else {}),
        "searchTime": 412.6,
        "costDollars": {"total": _US_DOLLARS},
    }
    return json.dumps(answer, ensure_ascii=False)


def _row(hit: Found, arguments: Mapping[str, Any]) -> dict[str, Any]:
    dates = {"publishedDate": f"{hit.published}T00:00:00.000Z"} if hit.published else {}
    # Without a cap the whole page comes.
    row: dict[str, Any] = {"id": hit.url, "url": hit.url, "title": hit.title, **dates, "author": hit.author}
    row["text"] = hit.whole[: arguments.get("textMaxCharacters", len(hit.whole))]
    if arguments.get("enableHighlights"):
        row["highlights"] = list(hit.highlights)
    return row
