"""What a tool may be given: each parameter once, for the schema and for making an agent's arguments sound.

A model fills arguments in by guess. What can be meant is taken: a number out of its range is moved into it, a number
as text is read, a word in other letters is known. What cannot be meant is answered with what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Literal, TypeAlias

Type: TypeAlias = Literal["string", "integer", "number", "boolean", "strings", "strings or text", "true, false or auto"]

_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: `words` are all it may be, `least` and `most` bound a number; without a default it is required."""

    name: str
    type: Type
    about: str
    default: Any = None
    required: bool = False
    words: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    most_items: int | None = None

    def schema(self) -> dict[str, Any]:
        """This parameter in JSON Schema."""
        told: dict[str, Any] = {"description": self.about}
        if self.type == "true, false or auto":
            told["enum"] = [True, False, "auto"]
        elif self.type == "strings":
            told |= {"type": "array", "items": {"type": "string"}}
            if self.most_items:
                told["maxItems"] = self.most_items
        else:
            told["type"] = self.type
        if self.words:
            told["enum"] = list(self.words)
        bounds = {"minimum": self.least, "maximum": self.most}
        told |= {name: bound for name, bound in bounds.items() if bound is not None}
        if self.default is not None:
            told["default"] = self.default
        return told


class Wrong(Exception):
    """Arguments that cannot be meant: what is wrong, and what would be right."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """All parameters as the JSON Schema of an object."""
    return {
        "type": "object",
        "properties": {one.name: one.schema() for one in parameters},
        "required": [one.name for one in parameters if one.required],
        "additionalProperties": False,
    }


def sound(parameters: Sequence[Parameter], given: Mapping[Any, Any]) -> tuple[dict[str, Any], list[str]]:
    """The arguments as they are meant, and what was adjusted. Raises Wrong for what cannot be."""
    known = [one.name for one in parameters]
    notes = [_unknown(str(name), known) for name in given if name not in known]
    values: dict[str, Any] = {}
    for one in parameters:
        value = given.get(one.name)
        if value is None:
            if one.required:
                raise Wrong(f"{one.name} is missing.", f"{one.about} ({_example(one)})")
            values[one.name] = one.default
            continue
        values[one.name], note = _meant(one, value)
        notes += [note] if note else []
    return values, notes


def _unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.6)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"There is no argument {name[:_SHOWN]}: it was not used.{meant}"


def _meant(one: Parameter, value: Any) -> tuple[Any, str]:
    """A value as it is meant, and a note where it was changed."""
    if one.type in ("integer", "number"):
        return _number(one, value)
    if one.type == "strings":
        return _strings(one, value), ""
    if one.type in ("boolean", "true, false or auto"):
        return _switch(one, value), ""
    if not isinstance(value, str) or (one.required and not value.strip()):
        raise Wrong(f"{one.name} cannot be {_shown(value)}.", f"{one.about} ({_example(one)})")
    return _word(one, value) if one.words else (value, "")


def _word(one: Parameter, value: str) -> tuple[str, str]:
    word = value.strip().lower()
    if word in one.words:
        return word, ""
    near = get_close_matches(word, one.words, n=1, cutoff=0.6)
    if not near:
        raise Wrong(f"{one.name} cannot be {_shown(value)}.", f"Allowed: {', '.join(one.words)}.")
    return near[0], f"{one.name} {_shown(value)} was taken as {near[0]}."


def _number(one: Parameter, value: Any) -> tuple[float | int, str]:
    try:
        if isinstance(value, bool):
            raise ValueError
        number = float(value)
        if number != number:  # NaN
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        taken = "it was left out" if one.default is None else f"{one.default:,} was taken"
        return one.default, f"{one.name} cannot be {_shown(value)}: {taken}."
    least, most = (number if bound is None else bound for bound in (one.least, one.most))
    inside = min(max(number, least), most)
    meant = int(inside) if one.type == "integer" else inside
    return meant, "" if meant == number else f"{one.name} {_shown(value)} was taken as {meant:,}."


def _strings(one: Parameter, value: Any) -> list[str]:
    many = [value] if isinstance(value, str) else value
    if not isinstance(many, list | tuple) or not many or not all(isinstance(item, str) for item in many):
        raise Wrong(f"{one.name} cannot be {_shown(value)}.", f"{one.about} ({_example(one)})")
    return list(many)


def _switch(one: Parameter, value: Any) -> Any:
    word = str(value).strip().lower()
    meant = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}.get(word)
    if meant is not None:
        return meant
    if word == "auto" and one.type == "true, false or auto":
        return word
    raise Wrong(f"{one.name} cannot be {_shown(value)}.", f"Allowed: {_example(one)}.")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _example(one: Parameter) -> str:
    if one.words:
        return f"one of {', '.join(one.words)}"
    examples = {"string": "a text", "strings": "a list of texts", "boolean": "true or false"}
    return examples.get(one.type, "true, false or auto")
