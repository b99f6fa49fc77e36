"""A hosted tool that changed its arguments is followed: our call is fitted to the schema its server lists. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, Final

from ..wire import Answer, Request, mcp_result, mcp_text, reply, rpc
from .state import Tool

MEMORY_S: Final = 86_400.0
"""How long a schema that was read is trusted: a day, after which the backend's own arguments are tried again."""

_TEXT: Final = (
    "query", "q", "search_query", "searchQuery", "search_queries", "queries", "question", "objective", "keywords",
    "prompt", "text", "input", "search", "term", "terms", "goal", "intent",
)  # fmt: skip
_COUNT: Final = (
    "numResults", "num_results", "max_results", "maxResults", "limit", "count", "top_k", "topK", "n", "num", "size",
    "result_count", "results",
)  # fmt: skip
_COMPLAINT: Final = re.compile(
    r"-3260[12]\b|\b(unknown|invalid|missing|unexpected|unrecogni[sz]ed|unsupported|required|additional)\b"
    r".{0,40}\b(tool|argument|parameter|propert|field|input|key|value)"
    r"|\b(argument|parameter|propert\w*|field|input)\b.{0,60}"
    r"\b(required|missing|unknown|invalid|not allowed|unexpected)"
    r"|\btool\b.{0,60}\bnot found\b|validation error|field required|extra inputs",
    re.IGNORECASE | re.DOTALL,
)


def is_about_arguments(answer: Answer) -> bool:
    """Whether a tool's server complains of the call itself: its name or its arguments."""
    try:
        said = reply(answer)
    except ValueError:
        return False
    error = said.get("error")
    if isinstance(error, dict):
        return error.get("code") in (-32601, -32602) or _COMPLAINT.search(str(error.get("message", ""))) is not None
    result = said.get("result")
    if not isinstance(result, dict) or not result.get("isError"):
        return False
    return _COMPLAINT.search(mcp_text(result)[:2_000]) is not None


def listing(request: Request) -> Request:
    """The call that asks the same server for its tools."""
    return replace(request, json=rpc("tools/list", {}))


def tools_of(answer: Answer, now: float) -> list[Tool]:
    """The tools that an answer lists; ValueError, LookupError or TypeError when it lists none."""
    listed = mcp_result(answer)["tools"]
    return [
        Tool(at=now, name=tool["name"], schema=tool.get("inputSchema") or {})
        for tool in listed
        if isinstance(tool, dict) and isinstance(tool.get("name"), str)
    ]


def choose(request: Request, tools: Sequence[Tool], meaning: Mapping[str, Sequence[str]]) -> Tool | None:
    """The tool that `request` means: of its name, else the one most alike that searches and that the call can fit."""
    wanted = request.json["params"]["name"]
    for tool in tools:
        if tool.name == wanted:
            return tool if fitted(request, tool, meaning) else None
    alike = [tool for tool in tools if "search" in tool.name.lower() and fitted(request, tool, meaning)]
    return max(alike, key=lambda tool: SequenceMatcher(None, wanted, tool.name).ratio(), default=None)


def fitted(request: Request, tool: Tool, meaning: Mapping[str, Sequence[str]]) -> Request | None:
    """The same call as `tool` takes it; None when a required argument has no value, or the query no place.

    `meaning` maps our arguments to other names that mean the same.
    """
    ours: Mapping[str, Any] = request.json["params"]["arguments"]
    properties = tool.schema.get("properties")
    if not isinstance(properties, dict):
        return None
    required = tool.schema.get("required") or []
    arguments: dict[str, Any] = {}
    for name, schema in properties.items():
        value = _value(name, schema if isinstance(schema, dict) else {}, ours, meaning, needed=name in required)
        if value is not None:
            arguments[name] = value
        elif name in required:
            return None
    if not _holds_query(ours, arguments):
        return None
    params = {**request.json["params"], "name": tool.name, "arguments": arguments}
    return replace(request, json={**request.json, "params": params})


def _value(
    name: str, schema: Mapping[str, Any], ours: Mapping[str, Any], meaning: Mapping[str, Sequence[str]], *, needed: bool
) -> Any:
    """What the argument `name` gets: ours of that name or meaning, a constant, its default; None for nothing."""
    same = next((known for known in ours if name == known or name in meaning.get(known, ())), None)
    if same is not None:
        return _shaped(ours[same], schema)
    if not needed:
        # An optional count keeps its worth; other optional arguments are not ours to guess.
        return _shaped(_first(ours, _COUNT), schema) if name in _COUNT else None
    for names in (_TEXT, _COUNT):
        if name in names:
            return _shaped(_first(ours, names), schema)
    if "const" in schema:
        return schema["const"]
    if "default" in schema:
        return schema["default"]
    choices = schema.get("enum")
    return choices[0] if isinstance(choices, list) and len(choices) == 1 else None


def _first(ours: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((ours[name] for name in names if name in ours), None)


def _shaped(value: Any, schema: Mapping[str, Any]) -> Any:
    """`value` as the schema wants it; None when it cannot be."""
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, list) and "type" not in schema:
        shapes = [option for option in options if isinstance(option, dict) and option.get("type") != "null"]
        return next((made for shape in shapes if (made := _shaped(value, shape)) is not None), None)
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "array" in kinds:
        return _as_list(value, schema.get("items"))
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    if "string" in kinds and value is not None:
        return _as_text(str(value), schema)
    if "integer" in kinds or "number" in kinds:
        return _as_number(value, schema)
    return value if kind is None else None


def _as_list(value: Any, items: Any) -> Any:
    parts = value if isinstance(value, list) else [value]
    made = [_shaped(part, items if isinstance(items, dict) else {}) for part in parts]
    return None if None in made else made


def _as_text(value: str, schema: Mapping[str, Any]) -> str | None:
    longest = schema.get("maxLength")
    text = value[:longest] if isinstance(longest, int) else value
    choices = schema.get("enum")
    return text if not isinstance(choices, list) or text in choices else None


def _as_number(value: Any, schema: Mapping[str, Any]) -> int | float | None:
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    low, high = schema.get("minimum"), schema.get("maximum")
    number: int | float = max(value, low) if isinstance(low, int | float) else value
    return min(number, high) if isinstance(high, int | float) else number


def _holds_query(ours: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether the words that are searched for arrive: in one of the arguments, whole or as its cut."""
    words = _as_line(_first(ours, _TEXT))
    return any(line and (line == words or words in line or line in words) for line in map(_as_line, arguments.values()))


def _as_line(value: Any) -> str:
    parts = value if isinstance(value, list) else [value]
    return " ".join(part for part in parts if isinstance(part, str))
