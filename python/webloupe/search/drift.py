"""A hosted tool that changed its arguments is followed: our call is fitted to the schema its server lists. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, Final

import msgspec

from ..wire import Answer, Request, mcp_result, mcp_text, reply, rpc
from .state import Tool

MEMORY_S: Final = 86_400.0
"""How long a schema that was read is trusted: a day, after which the backend's own arguments are tried again."""

BEGINNING_CHARS: Final = 100
"""How much of a long query a tool must take: one that takes less wants something else there."""

COMPLAINT_CHARS: Final = 2_000
MAX_TOOLS: Final = 100
NAME_CHARS: Final = 100
SCHEMA_BYTES: Final = 100_000
"""What is looked at of a listing: hosted servers list up to some dozens of tools, with schemas of 1-10 kB."""

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
    r".{0,40}\b(tool|argument|parameter|propert|field|input|(?<!api )key|value)"
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
        return (
            error.get("code") in (-32601, -32602)
            or _COMPLAINT.search(str(error.get("message", ""))[:COMPLAINT_CHARS]) is not None
        )
    result = said.get("result")
    if not isinstance(result, dict) or not result.get("isError"):
        return False
    return _COMPLAINT.search(mcp_text(result)[:COMPLAINT_CHARS]) is not None


def called(request: Request) -> str:
    """The tool that a request calls; "" for one that calls none: a backend may have more than one way to be asked."""
    params = request.json.get("params") if isinstance(request.json, dict) else None
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else ""


def listing(request: Request) -> Request:
    """The call that asks the same server for its tools."""
    return replace(request, json=rpc("tools/list", {}))


def tools_of(answer: Answer, now: float) -> list[Tool]:
    """The tools that an answer lists; ValueError, LookupError or TypeError when it lists none.

    One that cannot be written down again (half a character, nesting without end) or is very large is passed over.
    """
    listed = mcp_result(answer)["tools"][:MAX_TOOLS]
    tools = [
        Tool(at=now, name=tool["name"], schema=tool.get("inputSchema") or {})
        for tool in listed
        if isinstance(tool, dict) and isinstance(tool.get("name"), str)
    ]
    return [tool for tool in tools if len(tool.name) <= NAME_CHARS and _is_sound(tool)]


def _is_sound(tool: Tool) -> bool:
    try:
        return len(msgspec.json.encode(tool)) <= SCHEMA_BYTES
    except (ValueError, RecursionError):
        return False


def choose(request: Request, tools: Sequence[Tool], meaning: Mapping[str, Sequence[str]]) -> Tool | None:
    """The tool that `request` means: of its name, else the one most alike that searches and that the call can fit."""
    wanted = request.json["params"]["name"]
    for tool in tools:
        if tool.name == wanted:
            return tool if fitted(request, tool, meaning) else None
    alike = [tool for tool in tools if "search" in tool.name.lower() and fitted(request, tool, meaning)]
    return max(alike, key=lambda tool: SequenceMatcher(None, wanted, tool.name).ratio(), default=None)


def fitted(request: Request, tool: Tool, meaning: Mapping[str, Sequence[str]]) -> Request | None:
    """The same call as `tool` takes it; None when a required argument has no value, or the query no place in any.

    `meaning` maps our arguments to other names that mean the same.
    """
    ours: Mapping[str, Any] = request.json["params"]["arguments"]
    properties = tool.schema.get("properties")
    if not isinstance(properties, dict):
        return None
    required = tool.schema.get("required") or []
    needed = {*required, *_place_for_words(properties, ours, meaning)}
    values = {
        name: _value(name, schema if isinstance(schema, dict) else {}, ours, meaning, needed=name in needed)
        for name, schema in properties.items()
    }
    arguments = {name: value for name, value in values.items() if value is not None}
    if not arguments.keys() >= set(required) or not _holds_query(ours, arguments):
        return None
    params = {**request.json["params"], "name": tool.name, "arguments": arguments}
    return replace(request, json={**request.json, "params": params})


def _place_for_words(
    properties: Mapping[str, Any], ours: Mapping[str, Any], meaning: Mapping[str, Sequence[str]]
) -> Sequence[str]:
    """The optional argument that takes the words where none has kept a name of ours; none where one has."""
    texts = [known for known in ours if known in _TEXT]
    if any(name in (known, *meaning.get(known, ())) for name in properties for known in texts):
        return ()
    return [name for name in _TEXT if name in properties][:1]


def _value(
    name: str, schema: Mapping[str, Any], ours: Mapping[str, Any], meaning: Mapping[str, Sequence[str]], *, needed: bool
) -> Any:
    """What the argument `name` gets: ours of that name or meaning, a constant, its default; None for nothing."""
    same = next((known for known in ours if name in (known, *meaning.get(known, ()))), None)
    if same is not None:
        return _shaped(ours[same], schema)
    if not needed:
        # An optional count keeps its worth; other optional arguments are not ours to guess.
        return _shaped(_first(ours, _COUNT), schema) if name in _COUNT else None
    for names in (_TEXT, _COUNT):
        if name in names:
            return _shaped(_first(ours, names), schema)
    choices = schema.get("enum")
    only = choices if isinstance(choices, list) and len(choices) == 1 else []
    named = [schema[word] for word in ("const", "default") if word in schema] + only
    # What the schema itself forbids is no value of it.
    return next((value for value in named if _shaped(value, schema) == value), None)


def _first(ours: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((ours[name] for name in names if name in ours), None)


def _shaped(value: Any, schema: Mapping[str, Any]) -> Any:
    """`value` as the schema wants it; None when it cannot be."""
    made, choices = _of_type(value, schema), [schema["const"]] if "const" in schema else schema.get("enum")
    return made if not isinstance(choices, list) or made in choices else None


def _of_type(value: Any, schema: Mapping[str, Any]) -> Any:
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
        longest = schema.get("maxLength")
        return str(value)[:longest] if isinstance(longest, int) else str(value)
    if "integer" in kinds or "number" in kinds:
        return _as_number(value, schema)
    return value if kind is None else None


def _as_list(value: Any, items: Any) -> Any:
    parts = value if isinstance(value, list) else [value]
    made = [_shaped(part, items if isinstance(items, dict) else {}) for part in parts]
    return None if None in made else made


def _as_number(value: Any, schema: Mapping[str, Any]) -> int | float | None:
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    low, high = schema.get("minimum"), schema.get("maximum")
    number: int | float = max(value, low) if isinstance(low, int | float) else value
    return min(number, high) if isinstance(high, int | float) else number


def _holds_query(ours: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether the words that are searched for arrive in one of the arguments, whole or with a long beginning."""
    words = _as_line(_first(ours, _TEXT))
    lines = [_as_line(value) for value in arguments.values()]
    return bool(words) and any(
        words in line or (len(line) >= BEGINNING_CHARS and words.startswith(line)) for line in lines
    )


def _as_line(value: Any) -> str:
    parts = value if isinstance(value, list) else [value]
    return " ".join(part for part in parts if isinstance(part, str))
