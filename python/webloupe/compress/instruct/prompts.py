"""The words that a model is asked in: plain files, chosen by the model's name.

A file begins with `models:` and a pattern of names, and may say `schema: no` for servers that cannot be told a JSON
schema and `system: no` for models that know no system message. Below `---` is what the model is told, in which $task,
$structure, $example and $language stand for what is asked; below `--- text` what goes with the text itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from ...errors import ConfigError
from .asking import Messages, Schema

_HEAD = re.compile(r"(?P<head>.*?)^---$\n(?P<system>.*?)^--- text$\n(?P<text>.*)\Z", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One file of words; `models` is a pattern that the name of a model must hold."""

    name: str
    models: re.Pattern[str]
    told: Template
    text: Template
    with_schema: bool = True
    with_system: bool = True


def read(name: str, content: str) -> Prompt:
    """A prompt from the content of its file. ConfigError, with what is missing, when it is none."""
    found = _HEAD.match(content)
    if found is None:
        raise ConfigError(f"{name} is no prompt.", "It has `models: …`, `---`, words, `--- text`, words with $text.")
    head = dict(line.split(":", 1) for line in found["head"].splitlines() if ":" in line and line[0] != "#")
    try:
        models = re.compile(head["models"].strip(), re.IGNORECASE)
        prompt = Prompt(
            name,
            models,
            Template(found["system"].strip()),
            Template(found["text"].strip()),
            with_schema=head.get("schema", "yes").strip() != "no",
            with_system=head.get("system", "yes").strip() != "no",
        )
    except (KeyError, re.error) as error:
        raise ConfigError(f"{name}: its pattern of models is none ({error}).", "Example: models: qwen|glm") from None
    if not (prompt.told.is_valid() and prompt.text.is_valid()) or "text" not in prompt.text.get_identifiers():
        raise ConfigError(f"{name}: it does not say where the text goes.", "Below `--- text` stands $text.")
    return prompt


@cache
def ours() -> tuple[Prompt, ...]:
    """The prompts that come with webloupe, the most special first."""
    folder = files(__package__).joinpath("prompts")
    found = sorted((entry.name, entry.read_text("utf-8")) for entry in folder.iterdir() if entry.name.endswith(".txt"))
    prompts = [read(name, content) for name, content in found]
    return tuple(sorted(prompts, key=lambda prompt: prompt.models.pattern == "."))


def prompt_for(model: str, own: Iterable[Prompt] = ()) -> Prompt:
    """The first of the caller's own prompts, else of ours, whose pattern the model's name holds."""
    return next(prompt for prompt in (*own, *ours()) if prompt.models.search(model))


def messages(prompt: Prompt, *, task: str, about: str, schema: Schema, text: str) -> Messages:
    """What a model is told about one part. The text stands in a frame that it cannot forge: its mark is made of it."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    words = {
        "task": task or "Keep what a reader of the text needs.",
        "structure": f"{about}. As JSON of this schema: {json.dumps(schema, ensure_ascii=False)}",
        "example": json.dumps(_example(schema), ensure_ascii=False),
    }
    told = prompt.told.safe_substitute(words)
    asked = prompt.text.safe_substitute(words | {"text": f"<source {mark}>\n{text}\n</source {mark}>"})
    if prompt.with_system:
        return [{"role": "system", "content": told}, {"role": "user", "content": asked}]
    return [{"role": "user", "content": f"{told}\n\n{asked}"}]


def again(before: Messages, said: str, fault: str) -> Messages:
    """The second and last try, after an answer that was none."""
    return [
        *before,
        {"role": "assistant", "content": said[:4_000] or "(nothing)"},
        {
            "role": "user",
            "content": f"That was {fault}. Answer again: one JSON object in the structure asked for, only it.",
        },
    ]


def _example(schema: Schema) -> Any:
    """The shape of an answer, for models that understand one better than a schema."""
    kind = schema.get("type")
    if kind == "object":
        return {name: _example(of) for name, of in schema.get("properties", {}).items()}
    if kind == "array":
        return [_example(schema.get("items", {}))]
    return {"integer": 0, "number": 0, "boolean": False}.get(str(kind), "…")
