"""How a text is shortened: the options of a compression, and of a fetch that has one."""

from __future__ import annotations

from typing import get_args

from ..allowed import FILE, choice
from ..settings import CLUSTERINGS, EMBEDDINGS, METHODS, PRESETS, RATIO, TARGET_CHARS, TARGET_TOKENS
from ..types import Kind
from .rows import BIND, TEXT, Option

_HOW = choice(*METHODS)


def method_option(flag: str, keyword: str, usual: str, bare: object = None) -> Option:
    """The option that names a method."""
    return Option((flag,), keyword, f"shorten: {_HOW.text} ({usual})", _HOW, "WORD", bare=bare)


def shortening() -> tuple[Option, ...]:
    """What is kept, how much of it, and by which means."""
    kinds = choice(*get_args(Kind))
    embeds, ways, presets = choice(*EMBEDDINGS), choice(*CLUSTERINGS), choice(*PRESETS)
    return (
        Option(("--task",), "task", "what the text is read for: a question, or what to look for", TEXT, "TEXT"),
        Option(("--target",), "target_tokens", "tokens to keep at most", TARGET_TOKENS, "N", clamp="lenient"),
        Option(("--target-chars",), "target_chars", "characters to keep, about", TARGET_CHARS, "N", clamp="lenient"),
        Option(("--ratio",), "ratio", "share of the tokens to keep, such as 0.3", RATIO, "R"),
        Option(("--keywords",), "keywords", "words that count for more, with commas between them", TEXT, "WORDS"),
        Option(("--force",), "force", "shorten whatever kind of text it is", bare=True),
        Option(("--kind",), "kind", f"what the text is: {kinds.text}", kinds, "WORD"),
        Option(("--rules",), "rules", "a JSON or TOML file with rules of level 1", FILE, "FILE"),
        Option(("--template",), "template", "structure that a model fills: facts, outline, events, …", TEXT, "NAME"),
        Option(("--schema",), "schema", "your own structure: a file with a JSON schema", FILE, "FILE"),
        Option(("--model",), "model", "the model to ask, in place of llm.model", TEXT, "NAME"),
        Option(("--embed",), "embed", f"what tells like from unlike: {embeds.text} (lexical)", embeds, "NAME"),
        Option(("--cluster",), "cluster", f"how like passages are gathered: {ways.text} (leader)", ways, "NAME"),
        Option(("--preset",), "preset", f"both by name: {presets.text}", presets, "NAME"),
    )


def compress() -> tuple[Option, ...]:
    """How a text is shortened, and how it is shown."""
    return (
        method_option("--method", "method", "auto"),
        *shortening(),
        BIND,
        Option(("--json",), "json", "print text, segments, trace and losses as JSON", bare=True, face="cli"),
    )
