"""The walk of a text that a model puts into a structure."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec

from ..addresses import split_url
from ..caller import current
from ..compress import pipeline
from ..compress.instruct import run
from ..compress.instruct.asking import Ask, Question, Said
from ..compress.instruct.prompts import Prompt, prompt_for, read
from ..compress.instruct.run import Instructed
from ..compress.shortened import Shortened
from ..compress.wish import Wish
from ..errors import ModelUnavailable, TimedOut, WebloupeError
from ..files import read_plain
from ..keys import Secret
from ..types import Wire
from .rooms import Progress, Rooms

SHELF: Final = "instructed"
VERSION: Final = "1"  # of what is asked and how an answer is checked: another one asks anew
_KEPT_S: Final = 30 * 86_400
_PROMPT_BYTES: Final = 100_000
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


class Kept(Wire, frozen=True, kw_only=True):
    """An answer on its shelf."""

    answer: Instructed


class _Asked(NamedTuple):
    """Who is asked: the name that chooses the prompt, the name that people are told, and the way there.

    A function of the caller's may answer otherwise the next time, so it is asked each time.
    """

    name: str
    shown: str
    ask: Ask
    is_remembered: bool


async def instruct(rooms: Rooms, text: str, wish: Wish, tell: Progress) -> Shortened:
    """The text put into the structure that the wish names; as it was, with the reason, where no model does it."""
    prompts = await asyncio.to_thread(_own_prompts, rooms)
    order = run.Order(task=wish.task, model="", template=wish.template, schema=wish.schema, prompts=prompts)
    run.checked_order(order)
    work, verdict = await asyncio.to_thread(pipeline.begun, text, wish)
    if verdict.method != "instruct":
        return await asyncio.to_thread(pipeline.done, work, verdict, wish)
    until = time.monotonic() + rooms.config.llm_timeout_s
    try:
        asked = _asked(rooms, wish, until)
    except WebloupeError as error:
        return await asyncio.to_thread(pipeline.untouched, text, wish, f"{error.message} {error.hint}")
    order = replace(order, model=asked.name, budget_tokens=verdict.budget)
    began = time.perf_counter()
    tell(f"asking {asked.shown}")
    answer = await _answer(rooms, work.text, order, asked, until, tell)
    return await asyncio.to_thread(pipeline.instructed, work, verdict, wish, answer, began, asked.shown)


async def _answer(rooms: Rooms, text: str, order: run.Order, asked: _Asked, until: float, tell: Progress) -> Instructed:
    """The model's answer, the one in the store where the same was asked before."""
    key = _key(text, order, asked)
    if asked.is_remembered and (known := await asyncio.to_thread(rooms.store.kept, SHELF, key, Kept)):
        return replace(known.answer, notes=[*known.answer.notes, f"The answer of {asked.shown} is from memory."])
    with rooms.accounts.claim(current()) as claim:
        try:
            await asyncio.to_thread(rooms.accounts.check, current(), claim)
        except WebloupeError as error:  # a cap
            return Instructed(failed=error.message)
        answer = await run.instruct(text, order, asked.ask, left_s=lambda: until - time.monotonic(), tell=tell)
        tokens = answer.tokens_in + answer.tokens_out
        await asyncio.to_thread(rooms.accounts.book, current(), "compress", key, tokens=tokens, claim=claim)
    if asked.is_remembered and answer.failed is None and all(piece.reason for piece in answer.pieces):
        with suppress(UnicodeError):  # half a surrogate pair cannot be written
            await asyncio.to_thread(rooms.store.keep, SHELF, key, Kept(answer=answer))
            rooms.store.sweep_once(SHELF, older_than=time.time() - _KEPT_S)
    if tokens:
        answer.notes.append(f"{asked.shown} read {answer.tokens_in:,} tokens and wrote {answer.tokens_out:,}.")
    return answer


def _key(text: str, order: run.Order, asked: _Asked) -> str:
    prompt = prompt_for(order.model, order.prompts)
    schema = msgspec.json.encode(order.schema).decode() if order.schema else ""
    parts = (VERSION, asked.shown, order.task, order.template, schema, order.budget_tokens, str(prompt), text)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def _own_prompts(rooms: Rooms) -> tuple[Prompt, ...]:
    """The prompts of the user's, from `prompts/*.txt` in the home folder, by name."""
    found = []
    with suppress(OSError):
        for path in sorted((rooms.config.home / "prompts").glob("*.txt")):
            found.append(read(path.name, read_plain(path, _PROMPT_BYTES).decode("utf-8", "replace")))
    return tuple(found)


# --- who is asked -----------------------------------------------------------------------------------------------------


def _asked(rooms: Rooms, wish: Wish, until: float) -> _Asked:
    """The model of the wish, else the one in the settings. ModelUnavailable where there is none."""
    if callable(wish.model):
        name = getattr(wish.model, "__name__", type(wish.model).__name__)
        return _Asked(name, name, _by_call(wish.model, until), is_remembered=False)
    from ..llm import Model

    config = rooms.config
    name = wish.model or config.llm_model
    if not (config.llm_base_url and name):
        raise ModelUnavailable(
            "No language model is set up.", "Set llm.base_url and llm.model, or take extract, which needs none."
        )
    if config.offline and split_url(config.llm_base_url).host not in _LOCAL:
        raise ModelUnavailable("Offline, and the model is on another machine.", "Extract needs none.")
    model = Model(config.llm_base_url, name, config.keys.get("llm", Secret("")))
    return _Asked(name, model.shown, _by_http(rooms, model, until), is_remembered=True)


def _by_http(rooms: Rooms, model: Any, until: float) -> Ask:
    async def ask(question: Question) -> Said:
        reply = await model.ask(
            rooms.backend_http,
            question.messages,
            timeout_s=until - time.monotonic(),
            max_tokens=question.max_tokens,
            schema=question.schema,
        )
        return Said(*reply)

    return ask


def _by_call(call: Callable[..., Any], until: float) -> Ask:
    """A function of the caller's, `(messages, schema)` to text, awaited or run in a thread."""

    async def ask(question: Question) -> Said:
        try:
            async with asyncio.timeout(max(0.001, until - time.monotonic())):
                if inspect.iscoroutinefunction(call):
                    text = await call(question.messages, question.schema)
                else:
                    text = await asyncio.to_thread(call, question.messages, question.schema)
        except TimeoutError:
            raise TimedOut("there was no time left", "Allow more time, or a faster model.") from None
        except WebloupeError:
            raise
        except Exception as error:  # the caller's own code
            raise ModelUnavailable(f"it failed: {type(error).__name__}: {error}", "Extract needs no model.") from error
        return Said(str(text))

    return ask
