"""The structures that can be asked for by name, and the fields of an answer."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ...errors import BadInput
from .asking import Schema


class Template(NamedTuple):
    """A structure: what it is for, and the JSON schema of it."""

    about: str
    schema: Schema


def _list(of: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


_TEXT: Final = {"type": "string"}
_TEXTS: Final = _list(_TEXT)

TEMPLATES: Final[Mapping[str, Template]] = {
    "facts": Template("the facts that the task asks for, one short sentence each", _object(facts=_TEXTS)),
    "outline": Template(
        "the headings of the text, each with the points made under it",
        _object(outline=_list(_object(heading=_TEXT, points=_TEXTS))),
    ),
    "events": Template(
        "what happened: when, who, what", _object(events=_list(_object(when=_TEXT, who=_TEXT, what=_TEXT)))
    ),
    "relations": Template(
        "who or what stands in which relation to whom or what",
        _object(relations=_list(_object(subject=_TEXT, relation=_TEXT, object=_TEXT))),
    ),
    "opinions": Template(
        "who holds which opinion about what, in whose own words",
        _object(opinions=_list(_object(who=_TEXT, about=_TEXT, position=_TEXT, words=_TEXT))),
    ),
    "arguments": Template(
        "each claim with the reasons for it and the objections against it",
        _object(arguments=_list(_object(claim=_TEXT, reasons=_TEXTS, objections=_TEXTS))),
    ),
    "api": Template(
        "each function or endpoint with its parameters, what it returns, and its limits",
        _object(functions=_list(_object(name=_TEXT, parameters=_TEXTS, returns=_TEXT, limits=_TEXTS))),
    ),
    "table": Template(
        "a table of what the task asks for: names of columns, rows of cells",
        _object(columns=_TEXTS, rows=_list(_TEXTS)),
    ),
    "requirements": Template(
        "functions; inputs and constraints; rules and logic; success and failure",
        _object(functions=_TEXTS, inputs_and_constraints=_TEXTS, rules_and_logic=_TEXTS, success_and_failure=_TEXTS),
    ),
}
USUAL: Final = "facts"


def template(name: str) -> Template:
    """The template of that name. BadInput, with the nearest, when there is none."""
    if name in TEMPLATES:
        return TEMPLATES[name]
    near = difflib.get_close_matches(name, TEMPLATES, n=1, cutoff=0.0)[0]
    raise BadInput(f'There is no template "{name}".', f'Nearest match: "{near}" (known: {", ".join(TEMPLATES)}).')


def check_schema(schema: Schema) -> None:
    """BadInput unless `schema` is a JSON schema of an object."""
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), Mapping):
        raise BadInput("The schema is none of an object.", 'It begins {"type": "object", "properties": {…}}.')
