"""The JSON-RPC half of a stateless hosted MCP server: what Exa's and Parallel's have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .exchange import Ask, Reply, json_reply

# What Exa's hosted server lists when it refuses a newer revision (2026-08).
PROTOCOLS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07")


def answer_rpc(
    ask: Ask,
    *,
    server: Mapping[str, str],
    tools: Sequence[Mapping[str, Any]],
    call: Callable[[str, dict[str, Any], Any], Reply],
    frame: Callable[[dict[str, Any]], Reply],
) -> Reply:
    """One POST. `call(name, arguments, id)` answers one of the tools; `frame` wraps a JSON-RPC message for the wire."""
    refused = _refusal(ask)
    if refused:
        return refused
    try:
        message = json.loads(ask.body)
    except ValueError:
        return rpc_error(400, -32700, "Parse error")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return rpc_error(400, -32600, "Invalid Request")
    if "id" not in message:  # a notification is accepted and not answered
        return Reply(b"", "application/json", 202)
    params = message.get("params", {})
    if not isinstance(params, dict) or not isinstance(params.get("arguments", {}), dict):
        return rpc_error(400, -32602, "Invalid params")
    name = params.get("name")
    if message.get("method") == "tools/call" and name in [tool["name"] for tool in tools]:
        return call(str(name), params.get("arguments", {}), message["id"])
    return frame({**_answer(message, params, server, tools), "jsonrpc": "2.0", "id": message["id"]})


def _refusal(ask: Ask) -> Reply | None:
    if ask.method != "POST":
        return rpc_error(405, -32000, "Method not allowed.")
    accept = ask.headers.get("accept", "")
    if "application/json" not in accept or "text/event-stream" not in accept:
        told = "Not Acceptable: Client must accept both application/json and text/event-stream"
        return rpc_error(406, -32000, told)
    asked = ask.headers.get("mcp-protocol-version", PROTOCOLS[0])
    if asked not in PROTOCOLS:
        told = f"Bad Request: Unsupported protocol version: {asked} (supported: {', '.join(PROTOCOLS)})"
        return rpc_error(400, -32000, told)
    return None


def _answer(
    message: Mapping[str, Any], params: Mapping[str, Any], server: Mapping[str, str], tools: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    match message.get("method"):
        case "initialize":
            asked = params.get("protocolVersion")
            version = asked if asked in PROTOCOLS else PROTOCOLS[0]
            return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": dict(server)}}
        case "ping":
            return {"result": {}}
        case "tools/list":
            return {"result": {"tools": [dict(tool) for tool in tools]}}
        case "tools/call":
            return {"result": tool_error(f"MCP error -32602: Tool {params.get('name')} not found")}
    return {"error": {"code": -32601, "message": "Method not found"}}


def tool_error(text: str) -> dict[str, Any]:
    """A tool result that says it failed: HTTP 200 all the same."""
    return {"content": [{"type": "text", "text": text}], "isError": True}


def rpc_error(status: int, code: int, message: str, headers: Mapping[str, str] | None = None) -> Reply:
    """A failure of the transport: a JSON-RPC error without an id."""
    return json_reply({"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": None}, status, headers)
