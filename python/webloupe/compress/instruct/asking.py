"""What is asked of a model and what it answers, whoever carries the question there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

Messages: TypeAlias = Sequence[Mapping[str, str]]
Schema: TypeAlias = Mapping[str, Any]


class Question(NamedTuple):
    """Messages in the order of a chat, the JSON schema of the answer, and the tokens it may have."""

    messages: Messages
    schema: Schema
    max_tokens: int


class Said(NamedTuple):
    """A model's answer. `is_cut` tells that it ended at the limit of tokens; counts are None where nobody counted."""

    text: str
    is_cut: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None


Ask: TypeAlias = Callable[[Question], Awaitable[Said]]
"""Asks the model. Raises ModelError or TimedOut when there is no answer."""
