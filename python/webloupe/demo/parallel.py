"""The demo's Parallel: the hosted search MCP, plain JSON, ten results of raw page text.

Wire facts: parallel-web's documentation (2026-05), the fields of parallel_web 1.3.7, and dated probes by others
(2026-06: the tool's schema, the 401 body). The body of its 429 is published nowhere: ours is the 401's shape with
gRPC's code for an exhausted resource.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .corpus import Corpus, Found
from .exchange import Ask, Reply, json_reply
from .mcp import answer_rpc, rpc_error, tool_error
from .modes import Modes, foreign_failure

_RESULTS = 10  # fixed: the tool has no count
_EXCERPT_CHARS = 2_500  # all excerpts of a call come to about 25,000
_TOOL: Mapping[str, Any] = {
    "name": "web_search",
    "description": "Search the demo web and return excerpts of its pages.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "objective": {"type": "string"},
            "search_queries": {"type": "array", "items": {"type": "string"}},
            "session_id": {"type": "string", "maxLength": 100},
            "model_name": {"type": "string"},
        },
        "required": ["objective", "search_queries"],
    },
}


def answer_parallel(ask: Ask, corpus: Corpus, modes: Modes) -> Reply:
    """One request to the endpoint. A Bearer that is empty or holds the word "invalid" is a bad key."""
    authorization = ask.headers.get("authorization")
    key = ask.headers.get("x-api-key", "") if authorization is None else authorization.removeprefix("Bearer").strip()
    if "invalid" in key or (authorization is not None and not key):
        return json_reply({"code": 16, "message": "Invalid API key (C.1)"}, 401)
    return answer_rpc(
        ask,
        server={"name": "Parallel Search MCP", "version": "1.27.0"},
        tools=[_TOOL],
        call=lambda _, arguments, number: _call(ask, arguments, number, corpus, modes),
        frame=json_reply,
    )


def _result(number: Any, result: dict[str, Any]) -> Reply:
    return json_reply({"jsonrpc": "2.0", "id": number, "result": result})


def _call(ask: Ask, arguments: dict[str, Any], number: Any, corpus: Corpus, modes: Modes) -> Reply:
    mode = modes.take("parallel")
    if mode not in ("ok", "empty"):
        return _fail(mode, ask, number)
    mistake = _mistake(arguments)
    if mistake:
        return _result(number, tool_error(f"MCP error -32602: Input validation error: {mistake}"))
    found = corpus.search(" ".join(arguments["search_queries"]), _RESULTS) if mode == "ok" else []
    payload = {
        "search_id": "search_demo",
        "results": [_row(hit) for hit in found],
        "warnings": None,
        "usage": [{"name": "sku_search", "count": 1}],
        "session_id": arguments.get("session_id", "session_demo"),
    }
    text = json.dumps(payload, indent=2, ensure_ascii=False)
    return _result(number, {"content": [{"type": "text", "text": text}], "isError": False})


def _mistake(arguments: Mapping[str, Any]) -> str:
    queries = arguments.get("search_queries")
    if not isinstance(arguments.get("objective"), str):
        return "'objective' is a required property"
    if not isinstance(queries, list) or not queries or not all(isinstance(query, str) for query in queries):
        return "'search_queries' is a required property, a list of strings"
    session = arguments.get("session_id", "")
    if not isinstance(session, str) or len(session) > 100:
        return "'session_id' must be a string of at most 100 characters"
    return ""


def _row(hit: Found) -> dict[str, Any]:
    # Raw page text: menus and footers come first and crowd a short budget, as they do in reality.
    excerpt = hit.whole if len(hit.whole) <= _EXCERPT_CHARS else hit.whole[: _EXCERPT_CHARS - 1] + "…"
    return {
        "url": hit.url,
        "title": hit.title or None,
        "publish_date": hit.published or None,
        "excerpts": [excerpt] if excerpt else [],
    }


def _fail(mode: str, ask: Ask, number: Any) -> Reply:
    match mode:
        case "429":
            return json_reply({"code": 8, "message": "Rate limit exceeded"}, 429, {"Retry-After": "30"})
        case "iserror":
            return _result(number, tool_error("Error executing tool web_search: upstream search failed"))
        case "5xx":
            return rpc_error(502, -32603, "Bad gateway")
        case "garbage":
            return Reply(b'{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","te', "application/json")
    return foreign_failure(mode, ask)
