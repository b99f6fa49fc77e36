"""What a model answered, made to fit the structure that was asked for. What does not fit is left out and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .asking import Schema

PLACEHOLDERS = ("…", "...")
"""What the form shows for a text; a small model may leave it standing."""
MAX_ITEMS = 2_000
"""Of one list; a model that writes more goes in circles."""


def fitted(value: Any, schema: Schema, odd: list[str], path: str = "") -> Any:
    """`value` with the fields that `schema` names; texts where texts are wanted. `odd` gets the names of what is not.

    Missing fields are empty ones of their type, so that an answer always has all.
    """
    kind = schema.get("type")
    if kind == "object":
        return _object(value, schema, odd, path)
    if kind == "array":
        items = value if isinstance(value, list) else [] if value in (None, "", {}) else [value]
        told = [fitted(item, schema.get("items", {}), odd, path) for item in items[:MAX_ITEMS]]
        return [item for item in told if item not in ("", [], None)]
    if kind in ("integer", "number") and isinstance(value, int | float):
        return value
    if kind == "boolean" and isinstance(value, bool):
        return value
    if kind == "string":
        return _text(value)
    return _text(value) if value is not None and kind not in ("integer", "number", "boolean") else None


def merged(answers: list[Any], schema: Schema) -> Any:
    """Answers about parts of a text as one: lists joined without repeats, of single values the first that is one."""
    kind = schema.get("type")
    if kind == "object":
        fields: Mapping[str, Schema] = schema.get("properties", {})
        told = [answer for answer in answers if isinstance(answer, Mapping)]
        return {name: merged([answer.get(name) for answer in told], of) for name, of in fields.items()}
    if kind == "array":
        joined: list[Any] = []
        for answer in answers:
            joined += [item for item in answer or [] if item not in joined]
        return joined
    return next((answer for answer in answers if answer not in (None, "")), "" if kind == "string" else None)


def _object(value: Any, schema: Schema, odd: list[str], path: str) -> dict[str, Any]:
    fields: Mapping[str, Schema] = schema.get("properties", {})
    given = value if isinstance(value, Mapping) else {}
    if not isinstance(value, Mapping) and value not in (None, ""):
        first = next((name for name, of in fields.items() if of.get("type") == "string"), None)
        given = {first: value} if first else {}
    odd += [f"{path}{name}" for name in given if name not in fields]
    return {name: fitted(given.get(name), of, odd, f"{path}{name}.") for name, of in fields.items()}


def _text(value: Any) -> str:
    if isinstance(value, str):
        text = " ".join(value.split())
        return "" if text in PLACEHOLDERS else text
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, list):
        return "; ".join(filter(None, map(_text, value)))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {text}" for name, of in value.items() if (text := _text(of)))
    return ""
