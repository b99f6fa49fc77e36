"""The demo's Exa: the hosted MCP endpoint, SSE framed, text blocks for results; with `?tools=` the advanced tool.

Wire facts: exa-labs/exa-mcp-server (api/mcp.ts, src/tools/webSearch.ts, 2026-08) and dated probes of the hosted
server by others (2026-09: `objective` required, additional properties refused, the limit as `_meta`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from .corpus import Corpus, Found
from .exa_advanced import ADVANCED, ADVANCED_TOOL, advanced_mistake, advanced_text
from .exchange import Ask, Reply, text_reply
from .mcp import answer_rpc, rpc_error, tool_error
from .modes import Modes, foreign_failure

NOTHING_FOUND = "No search results found. Please try a different query."
_LIMIT = "You've hit Exa's free MCP rate limit. (This is the demo's Exa; wait or set its mode to ok.)"
_RETRY_AFTER_S = 7  # a burst limit passes after seconds
_PLAIN_TOOL: Mapping[str, Any] = {
    "name": "web_search_exa",
    "description": "Search the demo web and read highlights of its pages.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "objective": {"type": "string", "maxLength": 4096},
            "numResults": {"type": "number"},
        },
        "required": ["query", "objective"],
        "additionalProperties": False,
    },
}


def answer_exa(ask: Ask, corpus: Corpus, modes: Modes) -> Reply:
    """One request to the endpoint; a key is accepted and changes nothing, unless it holds the word "invalid"."""
    if ask.headers.get("user-agent", "").startswith("Python-urllib"):
        # The hosted server stands behind a filter that refuses urllib's own name.
        return text_reply("<!DOCTYPE html><title>Attention Required!</title><p>Blocked.</p>", status=403)
    wanted = ask.query.get("tools", _PLAIN_TOOL["name"]).split(",")
    return answer_rpc(
        ask,
        server={"name": "exa-search-server", "version": "3.4.1"},
        tools=[tool for tool in (_PLAIN_TOOL, ADVANCED_TOOL) if tool["name"] in wanted],
        call=lambda name, arguments, number: _call(ask, name, arguments, number, corpus, modes),
        frame=_sse,
    )


def _sse(message: dict[str, Any]) -> Reply:
    event = f"event: message\ndata: {json.dumps(message, ensure_ascii=False)}\n\n"
    return Reply([event.encode()], "text/event-stream", headers={"Cache-Control": "no-cache, no-transform"})


def _result(number: Any, result: dict[str, Any]) -> Reply:
    return _sse({"result": result, "jsonrpc": "2.0", "id": number})


def _call(ask: Ask, tool: str, arguments: dict[str, Any], number: Any, corpus: Corpus, modes: Modes) -> Reply:
    mode = modes.take("exa")
    if mode not in ("ok", "empty"):
        return _fail(mode, ask, number)
    mistake = advanced_mistake(arguments) if tool == ADVANCED else _mistake(arguments)
    if mistake:
        return _result(number, tool_error(f"MCP error -32602: Input validation error: {mistake}"))
    if "invalid" in ask.headers.get("x-api-key", "") + ask.headers.get("authorization", ""):
        return _result(number, tool_error(f"{tool} error (401): Invalid API key\nTimestamp: {_now()}"))
    if tool == ADVANCED:
        text = advanced_text(arguments, corpus if mode == "ok" else None)
        return _result(number, {"content": [{"type": "text", "text": text}]})
    limit = min(max(arguments.get("numResults", 10), 1), 100)
    found = corpus.search(arguments["query"], limit) if mode == "ok" else []
    if not found:
        return _result(number, {"content": [{"type": "text", "text": NOTHING_FOUND}]})
    text = "\n\n---\n\n".join(_block(hit) for hit in found)
    return _result(number, {"content": [{"type": "text", "text": text, "_meta": {"searchTime": 412.6}}]})


def _mistake(arguments: Mapping[str, Any]) -> str:
    for name in ("query", "objective"):
        if not isinstance(arguments.get(name), str):
            return f"Invalid arguments for tool web_search_exa: {name} must be a string and is required"
    unknown = sorted(set(arguments) - {"query", "objective", "numResults"})
    if unknown:
        return f"Invalid arguments for tool web_search_exa: Unrecognized key(s) in object: {', '.join(unknown)}"
    if len(arguments["objective"]) > 4096:
        return "Invalid arguments for tool web_search_exa: objective must have at most 4096 characters"
    if type(arguments.get("numResults", 10)) is not int:
        return "Invalid arguments for tool web_search_exa: numResults must be a whole number"
    return ""


def _block(hit: Found) -> str:
    published = f"{hit.published}T00:00:00.000Z" if hit.published else "N/A"
    head = f"Title: {hit.title or 'N/A'}\nURL: {hit.url}\nPublished: {published}\nAuthor: {hit.author or 'N/A'}"
    return f"{head}\nHighlights:\n" + "\n...\n".join(hit.highlights) if hit.highlights else head


def _fail(mode: str, ask: Ask, number: Any) -> Reply:
    match mode:
        case "429":
            # The zeros are the source's own: they hide which limit was hit.
            reset = str(int((time.time() + _RETRY_AFTER_S) * 1000))
            names = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After")
            return rpc_error(429, -32000, _LIMIT, dict(zip(names, ("0", "0", reset, str(_RETRY_AFTER_S)), strict=True)))
        case "limit_meta":
            limited = {"_meta": {"ai.exa/rateLimited": True}, "content": [{"type": "text", "text": _LIMIT}]}
            return _result(number, limited)
        case "limit_iserror":
            return _result(number, tool_error(_LIMIT))
        case "iserror":
            return _result(number, tool_error("web_search_exa error: web_search_exa timed out after 60s"))
        case "5xx":
            return rpc_error(500, -32603, "Internal server error")
        case "garbage":
            return Reply(b'event: message\ndata: {"result":{"content":[{"type":"te\n\n', "text/event-stream")
    return foreign_failure(mode, ask)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
