"""JSON values that keep how they were written, and the styles in which whole texts are written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, Final, TypeAlias

import msgspec

DEEPEST: Final = 60
"""Levels of nesting; deeper values are left alone."""


class Number(str):
    """A number or NaN as it was spelled."""

    __slots__ = ()


class Pairs(list[tuple[str, Any]]):
    """An object: its keys in order, a key said twice too."""

    __slots__ = ()


Value: TypeAlias = Any
"""None, bool, str, Number, list or Pairs."""

_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=Pairs, parse_float=Number, parse_int=Number, parse_constant=Number, strict=True
)


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a JSON text is written: with `indent` a value a line; `end` and `start` are what stands around it."""

    indent: str | None = None
    comma: str = ","
    colon: str = ":"
    ascii: bool = False
    slash: bool = False
    html: bool = False
    lines: bool = False
    start: str = ""
    end: str = ""

    def write(self, value: Value) -> str:
        """The text of a value; `lines` writes a list as one value a line."""
        quote = self.quote
        if self.lines:
            return self.start + "\n".join(_written(one, self, quote, 0) for one in value) + self.end
        return f"{self.start}{_written(value, self, quote, 0)}{self.end}"

    @property
    def quote(self) -> Callable[[str], str]:
        """How strings are written."""
        quote = encode_basestring_ascii if self.ascii else encode_basestring
        more = [("/", "\\/")] * self.slash + [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")] * self.html
        if not more:
            return quote

        def quoted(said: str) -> str:
            said = quote(said)
            for sign, escape in more:
                said = said.replace(sign, escape)
            return said

        return quoted


def read(text: str) -> Value:
    """The value of a JSON text; raises ValueError or RecursionError."""
    return _DECODER.decode(text)


def read_at(text: str, start: int) -> tuple[Value, int]:
    """The value that begins at `start`, and where it ends; raises ValueError or RecursionError."""
    return _DECODER.raw_decode(text, start)


def compact(value: Value) -> str:
    """A value without white space between its parts."""
    return _written(value, _COMPACT, encode_basestring, 0)


def _written(value: Value, style: Style, quote: Callable[[str], str], depth: int) -> str:
    if type(value) is str:
        return quote(value)
    if type(value) is Number:
        return str(value)
    if value is None or value is True or value is False:
        return "null" if value is None else "true" if value else "false"
    if depth > DEEPEST:
        raise RecursionError
    is_object = type(value) is Pairs
    opening, closing = "{}" if is_object else "[]"
    if not value:
        return opening + closing
    if is_object:
        parts = [f"{quote(key)}{style.colon}{_written(one, style, quote, depth + 1)}" for key, one in value]
    else:
        parts = [_written(one, style, quote, depth + 1) for one in value]
    if style.indent is None:
        return f"{opening}{style.comma.join(parts)}{closing}"
    margin = "\n" + style.indent * depth
    return f"{opening}{margin}{style.indent}{f',{margin}{style.indent}'.join(parts)}{margin}{closing}"


_COMPACT: Final = Style()
_FIRST: Final = re.compile(r"(?P<start>\s*)[\[{](?:\n(?P<indent>[ \t]+))?")
_COLON: Final = re.compile(r'"(?:[^"\\]|\\.)*"(\s*:\s*)')
_COMMA: Final = re.compile(r"[\w\"\]}](,[ ]?)[\[{\"\w-]")


def style_of(text: str) -> Style | None:
    """The style that the first signs of a JSON text show; whether all of it keeps to it is for the caller to prove."""
    first = _FIRST.match(text)
    if not first:
        return None
    colon = _COLON.search(text, first.end("start"), first.end("start") + 2_000)
    comma = _COMMA.search(text, first.end("start"), first.end("start") + 20_000)
    return Style(
        indent=first["indent"],
        comma="," if first["indent"] or not comma else comma[1],
        colon=colon[1] if colon else ":",
        ascii=text.isascii() and "\\u" in text,
        slash="\\/" in text,
        html="\\u003c" in text or "\\u0026" in text,  # as Go writes them
        start=first["start"],
        end=text[len(text.rstrip()) :],
    )
