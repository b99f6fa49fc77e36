"""Write `extension/src/api/types.gen.ts` from the Python shapes: `python extension/generate_types.py`.

A test fails when the committed file differs from what this would write.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

import webloupe.types
import webloupe_jupyter.shapes as shapes

TARGET = Path(__file__).parent / "src" / "api" / "types.gen.ts"
SOURCES = ("webloupe.types", "webloupe_jupyter.shapes")
_SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
# What the views get: everything reachable from these.
ROOTS = (
    shapes.Answered,
    shapes.Progress,
    shapes.DiffShape,
    shapes.SourceShape,
    shapes.HealthShape,
    shapes.FileShape,
    shapes.QuotaShape,
    shapes.ConfigShape,
    webloupe.types.ErrorInfo,
)


def generate() -> str:
    """The whole file as text."""
    wanted: dict[str, type] = {}
    for root in ROOTS:
        _collect(root, wanted)
    head = f"// Generated from {' and '.join(SOURCES)} by extension/generate_types.py; do not edit.\n"
    constants = [
        f"export const MIME_TYPE = '{shapes.MIME_TYPE}';",
        f"export const COMM_TARGET = '{shapes.COMM_TARGET}';",
        f"export const SHAPE_VERSION = {shapes.SHAPE_VERSION};",
        f"export type Operation = {_typescript(shapes.Operation)};",
        f"export const SEARCH_WORDS = {_words(shapes.SEARCH_WORDS)};",
    ]
    return "\n".join([head, *constants, "", *(_interface(wanted[name]) for name in sorted(wanted))])


def _collect(shape: Any, wanted: dict[str, type]) -> None:
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        if shape.__name__ in wanted:
            return
        wanted[shape.__name__] = shape
        for hint in typing.get_type_hints(shape).values():
            _collect(hint, wanted)
    for part in get_args(shape) if get_origin(shape) is not Literal else ():
        _collect(part, wanted)


def _words(known: Mapping[str, Any]) -> str:
    """Which words each name may have, as a literal."""
    lists = (f"{name}: [{', '.join(repr(word) for word in get_args(words))}]" for name, words in known.items())
    return f"{{ {', '.join(lists)} }}"


def _interface(shape: type) -> str:
    config = shape.__struct_config__  # type: ignore[attr-defined]
    hints = typing.get_type_hints(shape)
    tag = [f"  {config.tag_field}: '{config.tag}';"] if config.tag_field else []
    fields = [f"  {name}: {_typescript(hints[name])};" for name in shape.__struct_fields__]  # type: ignore[attr-defined]
    doc = " ".join((shape.__doc__ or "").split())
    return "\n".join([f"/** {doc} */", f"export interface {shape.__name__} {{", *tag, *fields, "}", ""])


def _typescript(hint: Any) -> str:
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{word}'" for word in parts)
    if origin is tuple:
        inner = _typescript(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_typescript(parts[1])}>"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_typescript(part) for part in parts)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8", newline="\n")
    print(f"wrote {TARGET}")  # noqa: T201
