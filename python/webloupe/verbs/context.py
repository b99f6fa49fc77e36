"""The options of what packs: a query's budget, how much each factor counts, under which name things are kept."""

from __future__ import annotations

from typing import Final, get_args

from ..allowed import Allowed, choice, number, whole
from ..types import Authority
from .rows import BIND, TEXT, Option, filled

BUDGET_TOKENS: Final = 4_000
CONTEXT: Final = "notebook"
"""The name of the context where none is said."""
_FACTORS: Final = ("relevance", "recency", "authority", "task")


def _weights(raw: object) -> dict[str, float]:
    """`relevance=1,recency=0.3` as a mapping; how far each may go is said where they are used."""
    pairs = [pair.partition("=") for pair in str(raw).split(",") if pair.strip()]
    if not pairs or any(name.strip() not in _FACTORS for name, _, _ in pairs):
        raise ValueError("no weights")
    return {name.strip(): float(value) for name, _, value in pairs}


WEIGHTS = Allowed("weights such as relevance=1,recency=0.3 (of relevance, recency, authority, task; 0 to 10)", _weights)
_TOKENS = whole(1, 10_000_000)
_NAME = Option(("--name",), "name", f"the context's name ({CONTEXT})", Allowed("a name", filled), "NAME")
_BUDGET = Option(("--budget",), "budget_tokens", f"tokens of the packed text ({BUDGET_TOKENS:,})", _TOKENS, "N")


def _choosing() -> tuple[Option, ...]:
    return (
        _BUDGET,
        Option(("--top-k",), "top_k", "passages at most, beside what is pinned", whole(1, 100_000), "N"),
        Option(("--weights",), "weights", "how much each factor counts, such as recency=1,task=2", WEIGHTS, "W"),
        Option(("--embed",), "embed", "what measures relevance: lexical, static, multilingual", TEXT, "NAME"),
    )


def pack() -> tuple[Option, ...]:
    """What a query needs of files and pages."""
    return (
        Option(("--query",), "query", "what the text is packed for", TEXT, "TEXT"),
        *_choosing(),
        Option(("--pin",), "pinned", "a text that is always in (may be repeated)", TEXT, "TEXT", repeat=True),
        Option(("--json",), "json", "print text, pieces, scores and sources as JSON", bare=True),
    )


def add() -> tuple[Option, ...]:
    """Whose word it is, and how much it counts."""
    words = choice(*get_args(Authority))
    return (
        Option(("--authority",), "authority", f"whose word it is: {words.text}", words, "WORD"),
        Option(("--task-weight",), "task_weight", "how much it counts, 0 to 10 (1)", number(0, 10), "W"),
        _NAME,
        BIND,
    )


def query() -> tuple[Option, ...]:
    """How much is packed, and what counts."""
    return (*_choosing(), _NAME, BIND)


def tree() -> tuple[Option, ...]:
    """How far the tree is opened."""
    return (Option(("--budget",), "budget_tokens", "open it as far as so many tokens allow", _TOKENS, "N"), _NAME, BIND)


def named() -> tuple[Option, ...]:
    """Which context."""
    return (_NAME, BIND)
