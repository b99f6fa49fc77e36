"""Compression put together: gate, the levels in their order, a trace that adds up, segments for the whole.

Rules (level 1), what is told twice (level 2), then a choice of sentences or a model's structure (level 2). Lossless
stands alone. A model is asked outside, between `begun` and `instructed`: nothing here knows a network.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Final

from .change import Change
from .dedupe import deduplicate
from .embed import embedder
from .extract import extract
from .gate import CHOOSING, LOSSY, Verdict, gains, judge
from .instruct.run import Instructed
from .kept import of_last_texts
from .level_one import clean
from .lossless import lossless
from .priority import priority
from .segments import Edit, apply
from .shortened import Shortened, shortened
from .wish import Wish
from .work import Work

USUAL: Final = Wish()
_LOSSLESS_LEVEL: Final = 0  # it is none of the three, and none goes with it
_LEVEL_TWO: Final = 2
LEXICAL: Final = "lexical"
_TRIES: Final = 4  # to meet a number of characters by a number of tokens


def compress(text: str, wish: Wish = USUAL) -> Shortened:
    """`text` shortened as wished, with every change told: joined `before` of the segments is `text` itself.

    What the gate refuses comes back as it is, with the reason. Token figures are of o200k_base; those of the trace
    add up to `tokens_before` and `tokens_after`. Not for instruct, which asks a model between `begun` and
    `instructed`.
    """
    return done(*begun(text, wish), wish)


def done(work: Work, verdict: Verdict, wish: Wish) -> Shortened:
    """The rest of the way, where no model is asked."""
    if verdict.method == "lossless":
        began = perf_counter()
        work.take(_LOSSLESS_LEVEL, "lossless", lossless(work.text, wish.kind.kind if wish.kind else None), began)
    if verdict.method == "extract":
        began = perf_counter()
        work.take(_LEVEL_TWO, "extract", _chosen(work.text, verdict.budget, wish), began)
        if not gains(work.tokens_before, work.tokens, wish):
            return untouched(work.raw, wish, "Less than a tenth of the text could be left out: returned as it is.")
    return shortened(work, verdict.method, wish, refused=verdict.refused)


def _chosen(text: str, budget: int, wish: Wish) -> Change:
    """The sentences that are kept: within the tokens, and within the characters where the caller named them."""
    provider = None if wish.embed in (None, LEXICAL) else embedder(wish.embed)
    factors = _factors(text, wish.rules)
    for _ in range(_TRIES):
        change = extract(
            text,
            task=wish.task,
            budget_tokens=budget,
            keywords=wish.keywords,
            embed=provider,
            priority=factors,
            strict=wish.has_target,
        )
        chars = len(apply(text, change.edits))
        if wish.target_chars is None or chars <= wish.target_chars:
            break
        budget = max(1, int(0.97 * budget * wish.target_chars / chars))
    return change


_factors = of_last_texts(priority)


def begun(text: str, wish: Wish) -> tuple[Work, Verdict]:
    """What the gate says of `text`, and the text with those steps done that come before a choice."""
    work = Work(text)
    verdict = judge(text, work.tokens, wish)
    work.notes += [*wish.notes, *filter(None, [verdict.note])]
    if verdict.method in CHOOSING:
        notes = work.notes
        work = _once(text, wish) if isinstance(wish.embed, str | None) else _said_once(text, wish)
        work.notes = [*notes, *work.notes]
    elif verdict.method in LOSSY:
        clean(work, wish.rules)
    return work, verdict


def _once(text: str, wish: Wish) -> Work:
    """The text cleaned and without what it says twice; of the last texts that is remembered, for further tasks."""
    usual = Wish(rules=wish.rules, threshold=wish.threshold, embed=wish.embed, cluster=wish.cluster, preset=wish.preset)
    return _remembered(text, usual).copy()


@of_last_texts
def _remembered(text: str, wish: Wish) -> Work:
    return _said_once(text, wish)


def _said_once(text: str, wish: Wish) -> Work:
    work = Work(text)
    clean(work, wish.rules)
    began = perf_counter()
    change = deduplicate(
        work.text,
        threshold=wish.threshold,
        embed=wish.embed or LEXICAL,
        cluster=wish.cluster,
        preset=wish.preset,
    )
    work.take(_LEVEL_TWO, "said twice", change, began)
    return work


def instructed(work: Work, verdict: Verdict, wish: Wish, answer: Instructed, began: float, model: str) -> Shortened:
    """What a model made of the text of `work`; the input as it was where it made nothing of it, or nothing shorter."""
    if answer.failed:
        hint = "method extract needs no model"
        reason, told = f"{answer.failed}; {hint}.", tuple(work.notes)
        return untouched(work.raw, wish, reason, notes=told, model=model, invented=answer.invented)
    edits: list[Edit] = []
    reasons: list[str] = []
    at = 0
    for piece in answer.pieces:
        if piece.reason and piece.before:
            edits.append(Edit(at, at + len(piece.before), piece.after))
            reasons.append(piece.reason)
        at += len(piece.before)
    work.take(_LEVEL_TWO, "instruct", Change(edits, reasons, tuple(answer.touched), tuple(answer.notes)), began)
    if not gains(work.tokens_before, work.tokens, wish):
        return untouched(work.raw, wish, "The model's answer is no shorter than the text.", model=model)
    if work.tokens > verdict.budget:
        work.notes.append(f"The answer is longer than the {verdict.budget:,} tokens aimed at, and is kept whole.")
    return shortened(work, "instruct", wish, model=model, invented=answer.invented)


def untouched(
    text: str,
    wish: Wish,
    reason: str,
    *,
    notes: tuple[str, ...] = (),
    model: str = "",
    invented: Mapping[str, tuple[str, ...]] | None = None,
) -> Shortened:
    """`text` as it is, with the reason why it is not shortened, and what a model made up in vain."""
    work = Work(text)
    work.notes += notes
    return shortened(work, "none", wish, refused=reason, model=model, invented=invented)
