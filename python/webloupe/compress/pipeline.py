"""Compression put together: gate, the levels in their order, a trace that adds up, segments for the whole."""

from __future__ import annotations

from .gate import judge
from .level_one import clean
from .shortened import Shortened, shortened
from .wish import Wish
from .work import Work

USUAL = Wish()


def compress(text: str, wish: Wish = USUAL) -> Shortened:
    """`text` shortened as wished, with every change told: joined `before` of the segments is `text` itself.

    `rules` cleans without touching code or tables. What the gate refuses comes back as it is, with the reason. Token
    figures are of o200k_base; those of the trace add up to `tokens_before` and `tokens_after`.
    """
    work = Work(text)
    verdict = judge(text, work.tokens, wish)
    if verdict.note:
        work.notes.append(verdict.note)
    if verdict.method == "rules":
        clean(work, wish.rules)
    return shortened(work, verdict.method, wish, refused=verdict.refused)
