"""Compression put together: rules in the order of their table, tokens counted after each, segments for the whole."""

from __future__ import annotations

import difflib
from time import perf_counter
from typing import Final, get_args

import msgspec

from ..errors import BadInput
from ..tokens import count_tokens
from ..types import Compression, Method, TraceRow
from .rules import RULES, Rule
from .segments import Edit, Piece, apply, in_order, merged, revise
from .veil import veiled

_LEVEL: Final = 1  # rules are the first of the three levels


def compress(text: str, *, method: Method = "rules") -> Compression:
    """`text` shortened by `method`, with every change told: joined `before` of the segments is `text` itself.

    `none` keeps everything; `rules` cleans without touching code or tables. Token figures are of o200k_base; those
    of the trace add up to `tokens_before` and `tokens_after`. Raises BadInput for an unknown method.
    """
    if method == "none":
        return _kept(text)
    if method == "rules":
        return _by_rules(text)
    known = get_args(Method)
    near = difflib.get_close_matches(str(method), known, n=1, cutoff=0.0)[0]
    raise BadInput(f'Unknown compression method "{method}".', f'Nearest match: "{near}" (known: {", ".join(known)}).')


def untouched(text: str, reason: str) -> Compression:
    """`text` as it is, with the reason why it is not shortened."""
    return msgspec.structs.replace(_kept(text), refused=reason)


def _kept(text: str) -> Compression:
    tokens = count_tokens(text)
    segments = merged([Piece(text, text, "")])
    return Compression(method="none", text=text, tokens_before=tokens, tokens_after=tokens, segments=segments)


def _by_rules(text: str) -> Compression:
    work = _Work(text)
    trace = tuple(work.run(rule) for rule in RULES)
    return Compression(
        method="rules",
        text=work.text,
        tokens_before=trace[0].tokens_in,
        tokens_after=work.tokens,
        segments=merged(work.pieces),
        trace=trace,
    )


class _Work:
    """A text on its way through the rules: as it is now, the same with code veiled, and how it came from the input."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = count_tokens(text)
        self.pieces = [Piece(text, text, "")]
        self._veiled, self._veil = veiled(text)

    def run(self, rule: Rule) -> TraceRow:
        """Make the edits of one rule and tell what it did."""
        began, before = perf_counter(), self.tokens
        edits = in_order(edit for edit in rule.edits(self._veiled) if not self._touches_code(edit))
        if edits:
            self.pieces = revise(self.pieces, edits, rule.name)
            self.text, self._veiled = apply(self.text, edits), apply(self._veiled, edits)
            self.tokens = count_tokens(self.text)
        return TraceRow(
            level=_LEVEL,
            name=rule.name,
            tokens_in=before,
            tokens_out=self.tokens,
            elapsed_ms=(perf_counter() - began) * 1000,
            pieces=len(edits),
        )

    def _touches_code(self, edit: Edit) -> bool:
        return self._veiled.find(self._veil, edit.start, edit.end) >= 0
