"""A text put into a structure by a model, part by part: asked, read, checked, written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import BadModelAnswer, TimedOut, WebloupeError
from ...types import TracedPiece
from ..segments import Piece
from . import fitting, parsing, prompts
from .asking import Ask, Messages, Question, Said, Schema
from .checking import Checker, Inventions
from .parts import Part, parts
from .pieces import Answer, dropped_blocks, pieces, unanswered
from .templates import USUAL, check_schema, template

MIN_ANSWER, MAX_ANSWER = 300, 1_500  # tokens that an answer about one part may have


@dataclass(slots=True)
class Instructed:
    """What came of it: `pieces` join to the text by `before`, to the new one by `after`.

    `failed` says why there is no answer at all, or None. `invented` is what was dropped because the text does not say
    it; `tokens_in` and `tokens_out` are the model's own counts, where it tells them.
    """

    pieces: list[Piece] = field(default_factory=list)
    invented: dict[str, tuple[str, ...]] = field(default_factory=dict)
    touched: list[TracedPiece] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is wanted: a task, and a template's name or the caller's own JSON schema; `model` is the model's name."""

    task: str
    model: str
    template: str | None = None
    schema: Schema | None = None
    budget_tokens: int = MAX_ANSWER
    prompts: tuple[prompts.Prompt, ...] = ()


def checked_order(order: Order) -> tuple[str, Schema]:
    """What the structure is for, and its schema. BadInput where the template or the schema is none."""
    if order.schema is not None:
        check_schema(order.schema)
        return "what the task asks for", order.schema
    chosen = template(order.template or USUAL)
    return chosen.about, chosen.schema


async def instruct(
    text: str, order: Order, ask: Ask, *, left_s: Callable[[], float], tell: Callable[[str], None] = lambda _: None
) -> Instructed:
    """`text` put into the structure by the model behind `ask`. A part without a good answer stays as it is.

    Never raises for the model: what it failed with is in `failed`, and then the text is whole. `left_s` says how much
    time there is; what is not answered by then stays as it is. `tell` is told how far it is.
    """
    about, schema = checked_order(order)
    found = await asyncio.to_thread(parts, text)
    done, invented = Instructed(), Inventions()
    answers: list[Answer] = []
    for number, part in enumerate(found, 1):
        tell(f"{order.model}: part {number:,} of {len(found):,}")
        answers.append(await _about(part, about, schema, order, ask, len(found), left_s, done, invented))
        if answers[-1].failure and not any(one.value for one in answers) and number >= 2:
            answers += [Answer(rest, failure=answers[-1].failure) for rest in found[number:]]
            break  # a model that fails twice at once is not asked a hundred times
    done.invented = {name: tuple(texts) for name, texts in invented.items()}
    if not any(one.value for one in answers):
        done.failed = f"{order.model}: {answers[0].failure if answers else 'the text is empty'}"
        return done
    done.pieces = pieces(answers, schema, own=order.schema is not None)
    done.touched = dropped_blocks(answers, "".join(piece.after for piece in done.pieces))
    done.notes += unanswered(answers)
    return done


async def _about(
    part: Part,
    about: str,
    schema: Schema,
    order: Order,
    ask: Ask,
    count: int,
    left_s: Callable[[], float],
    done: Instructed,
    invented: Inventions,
) -> Answer:
    """One part: asked, once more after an answer that was none, then checked."""
    chosen = prompts.prompt_for(order.model, order.prompts)
    asked = prompts.messages(chosen, task=order.task, about=about, schema=schema, text=part.shown)
    limit = min(MAX_ANSWER, max(MIN_ANSWER, order.budget_tokens // count))
    try:
        value = await _answered(asked, schema, limit, ask, left_s, done)
    except WebloupeError as error:
        return Answer(part, failure=error.message)
    odd: list[str] = []
    fit = fitting.fitted(value, schema, odd)
    if odd:
        done.notes.append(f"Left out, since not asked for: {', '.join(dict.fromkeys(odd[:5]))}.")
    true = await asyncio.to_thread(lambda: Checker(part.raw).checked(fit, invented))
    return Answer(part, true, failure="" if true else "it said nothing that the text says")


async def _answered(
    asked: Messages, schema: Schema, limit: int, ask: Ask, left_s: Callable[[], float], done: Instructed
) -> dict[str, Any]:
    """The JSON that the model answers, within two tries. BadModelAnswer, ModelUnavailable or TimedOut."""
    fault = ""
    for _ in range(2):
        if left_s() <= 0:
            raise TimedOut("there was no time left", "Allow more time, or a faster model.")
        said = await ask(Question(asked, schema, limit))
        done.tokens_in += said.tokens_in or 0
        done.tokens_out += said.tokens_out or 0
        if (value := parsing.parsed(said.text)) is not None and _has_any(value, schema):
            return value
        fault = _fault(said, value)
        if fault == "a refusal":
            break
        asked = prompts.again(asked, said.text, fault)
    raise BadModelAnswer(f"the model's answer was {fault}", "Try another model, or method extract, which needs none.")


def _has_any(value: Mapping[str, Any], schema: Schema) -> bool:
    """Whether an answer has at least one of the fields asked for."""
    return any(name in value for name in schema.get("properties", {}))


def _fault(said: Said, value: Mapping[str, Any] | None) -> str:
    if value is not None:
        return f"JSON with other keys ({', '.join(list(value)[:5])})"
    if not said.text.strip():
        return "empty"
    if parsing.is_refusal(said.text):
        return "a refusal"
    return "cut off before it held anything" if said.is_cut else "no JSON"
