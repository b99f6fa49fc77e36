"""What is wanted of a compression, made sound by those who ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..types import ContentKind, Method
from .ruleset import USUAL, RuleSet

TARGET_CHARS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a text is to be shortened, and how far.

    Of `target_tokens`, `target_chars` and `ratio` (the share of the tokens that stays, above 0 and at most 1) the
    tightest counts; without any, extract and instruct aim at `usual_chars`. `kind` is what the text is known to be;
    None is found out; `notes` say what was adjusted. `threshold` is the likeness from which pieces are merged. `embed`
    and `model` are a name or a callable, `schema` is a JSON schema. `force` passes the gate.
    """

    method: Method = "auto"
    task: str = ""
    target_tokens: int | None = None
    target_chars: int | None = None
    ratio: float | None = None
    kind: ContentKind | None = None
    rules: RuleSet = USUAL
    keywords: tuple[str, ...] = ()
    embed: Any = None
    cluster: str | None = None
    preset: str | None = None
    threshold: float | None = None
    template: str | None = None
    schema: Mapping[str, Any] | None = None
    model: Any = None
    force: bool = False
    usual_chars: int = TARGET_CHARS
    notes: tuple[str, ...] = ()

    @property
    def has_target(self) -> bool:
        """Whether the caller said how long the text may be."""
        return (self.target_tokens, self.target_chars, self.ratio) != (None, None, None)

    def budget(self, chars: int, tokens: int) -> int:
        """The tokens that a text of so many characters and tokens may come to."""
        a_char = tokens / max(1, chars)
        limits = [
            self.target_tokens,
            None if self.target_chars is None else int(self.target_chars * a_char),
            None if self.ratio is None else int(self.ratio * tokens),
        ]
        told = [limit for limit in limits if limit is not None]
        return max(1, min(told, default=int(self.usual_chars * a_char)))
