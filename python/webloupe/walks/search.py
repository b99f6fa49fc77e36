"""The walk of a search: memory, caps, the ring, an answer in sentences, the ledger."""

from __future__ import annotations

import asyncio
import time
from datetime import date
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..caller import current
from ..errors import ModelError, Offline
from ..keys import Secret
from ..types import SearchResponse
from .rooms import Progress, Rooms, opened

if TYPE_CHECKING:
    from ..asked import SearchKeywords, SearchWish
    from ..search.memo import Asked
    from ..usage.accounts import Claim

SOONEST_S = 0.3
"""Nobody is asked beside a backend before so long: a wait that people do not notice is not worth a second call."""

NO_MODEL = (
    "No answer: no backend asked here gives one. Ask tavily, or set `WEBLOUPE_LLM_BASE_URL` and `WEBLOUPE_LLM_MODEL`."
)


async def search(rooms: Rooms, query: str, given: SearchKeywords, tell: Progress) -> SearchResponse:
    """One search; equal ones at the same time are one."""
    await opened("asked", "search.ring", "search.memo", "usage.accounts", "tokens")
    from .. import asked
    from ..search.memo import Asked

    wish = asked.search(rooms.config, query, given, today=date.today())
    question = Asked(
        query=wish.query,
        backend=_reachable(rooms, wish.backend),
        ring=rooms.config.backends,
        fuse=wish.fuse,
        unsupported=wish.unsupported,
    )
    # Those who would wait longer, or less long, do not share a deadline.
    key = f"{question.key}-{wish.timeout_s}{'-fresh' if wish.refresh else ''}"
    told = _OwnProgress(tell)
    response, joined = await rooms.searches.run(key, lambda: _searched(rooms, wish, question, told))
    if told.error:
        raise told.error
    if joined:
        await asyncio.to_thread(_book, rooms, question.key, response, memo=True)
    problem = rooms.accounts.take_problem()
    return replace(response, notes=wish.notes + response.notes + ((problem,) if problem else ()))


class _OwnProgress:
    """Tells a caller the steps. What its callback raises is for that caller alone: others may wait for this search."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell
        self.error: Exception | None = None

    def __call__(self, step: str) -> None:
        """Tell one step, unless telling failed before."""
        if self.error:
            return
        try:
            self._tell(step)
        except Exception as error:
            self.error = error


async def _searched(rooms: Rooms, wish: SearchWish, question: Asked, tell: Progress) -> SearchResponse:
    """The answer from memory where it may answer, else as the ring gives it now."""
    known = None if wish.refresh else await asyncio.to_thread(_remembered, rooms, question.key)
    if known is not None:  # an empty answer is false, and an answer
        return known
    with rooms.accounts.claim(current()) as claim:
        await asyncio.to_thread(rooms.accounts.check, current(), claim)
        response = await _asked(rooms, wish, question, tell)
        return await asyncio.to_thread(_counted, rooms, question, response, claim)


async def _asked(rooms: Rooms, wish: SearchWish, question: Asked, tell: Progress) -> SearchResponse:
    """What the ring answers now; and a model, where an answer is wanted and no backend gave one."""
    if wish.hedge and not rooms.usual_s:
        rooms.usual_s |= await asyncio.to_thread(_usual_s, rooms)
    response = await rooms.ring.search(
        wish.query,
        backend=question.backend,
        timeout_s=wish.timeout_s,
        hedge=wish.hedge,
        fuse=wish.fuse,
        unsupported=wish.unsupported,
        progress=tell,
    )
    if wish.query.answer and response.results and response.answer is None:
        return await _with_answer(rooms, response, tell)
    return response


def _reachable(rooms: Rooms, backend: str) -> str:
    """The backend that can be asked: offline, the store stands in for the ring."""
    if not rooms.config.offline or backend == "local":
        return backend
    if backend in ("auto", "all"):
        return "local"
    raise Offline(f"Offline: {backend} was not asked.", "`webloupe config` shows where offline is set.")


def _usual_s(rooms: Rooms) -> dict[str, float]:
    """How long each backend takes at most in 19 of 20 calls, from the log of a week."""
    from .usage import usage

    return {one.backend: max(one.p95_ms / 1000, SOONEST_S) for one in usage(rooms, 7).backends if one.p95_ms}


async def _with_answer(rooms: Rooms, response: SearchResponse, tell: Progress) -> SearchResponse:
    """The response with the configured model's answer; without one, a note says why."""
    from ..llm import Model
    from ..search.answers import ANSWER_TOKENS, cited, messages

    config = rooms.config
    if not (config.llm_base_url and config.llm_model):
        return _noted(response, NO_MODEL)
    model = Model(config.llm_base_url, config.llm_model, config.keys.get("llm", Secret("")))
    tell(f"asking {model.name} for an answer")
    asking = messages(response.query, response.results)
    try:
        text = await model.complete(
            rooms.backend_http, asking, timeout_s=config.search_timeout_s, max_tokens=ANSWER_TOKENS
        )
    except ModelError as error:
        return _noted(response, f"No answer: {error.message}")
    answer = await asyncio.to_thread(cited, text, response.results, source=model.name)
    return replace(response, answer=answer)


# --- memory and ledger ------------------------------------------------------------------------------------------------


def _remembered(rooms: Rooms, key: str) -> SearchResponse | None:
    """The answer in memory, where it is young enough; it costs nothing and the usage log does not see it."""
    from ..search import memo

    if not rooms.config.memo_s:
        return None
    known = rooms.store.kept(memo.SHELF, key, SearchResponse)
    if known is None or not memo.is_fresh(known, time.time(), rooms.config.memo_s):
        return None
    _book(rooms, key, known, memo=True)
    return replace(known, cached=True)


def _counted(rooms: Rooms, question: Asked, response: SearchResponse, claim: Claim) -> SearchResponse:
    """The response with its tokens, kept in memory and entered into the ledger."""
    from ..search import memo
    from ..tokens import count_tokens

    counted = replace(response, tokens=count_tokens(response.to_json()))
    if rooms.config.memo_s and memo.is_worth_keeping(counted, question):
        rooms.store.keep(memo.SHELF, question.key, counted)
        rooms.store.sweep_once(memo.SHELF, older_than=time.time() - memo.KEPT_S)
    _book(rooms, question.key, counted, claim=claim)
    return counted


def _book(rooms: Rooms, key: str, response: SearchResponse, *, memo: bool = False, claim: Claim | None = None) -> None:
    from ..usage.accounts import cost_usd

    usd = None if memo else cost_usd(response.attempts)
    rooms.accounts.book(current(), "search", key, tokens=response.tokens, usd=usd, memo=memo, claim=claim)


def _noted(response: SearchResponse, note: str) -> SearchResponse:
    return replace(response, notes=(*response.notes, note))
