"""The one place that puts steps in order: search, fetch, compress, usage."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Unpack

import msgspec

from . import config as configuration
from .caller import current
from .errors import ModelError, Offline, WebloupeError
from .keys import Secret
from .together import Together
from .types import (
    By,
    Compression,
    Engine,
    Face,
    Failed,
    FetchResult,
    Format,
    Main,
    Method,
    SearchResponse,
    UsageSummary,
)

if TYPE_CHECKING:
    from .asked import FetchKeywords, PageWish, SearchKeywords, SearchWish
    from .fetch.document import Document, ReadOptions
    from .http import Http
    from .search.memo import Asked
    from .search.ring import Ring
    from .store import Store, Visit
    from .types import Attempt
    from .usage.accounts import Accounts
    from .usage.log import UsageLog

T = TypeVar("T")
Progress: TypeAlias = Callable[[str], None]

NO_MODEL = (
    "No answer: no backend asked here gives one. Ask tavily, or set `WEBLOUPE_LLM_BASE_URL` and `WEBLOUPE_LLM_MODEL`."
)

UNCHANGED = "The server says that the page has not changed: the stored copy is shown."

AT_ONCE = 8
"""Searches or pages of one batch under way together: enough to hide waiting, few enough to be polite."""


WRITTEN_FOR_PEOPLE = frozenset(
    {"text/html", "application/xhtml+xml", "text/markdown", "text/x-markdown", "text/plain", "application/pdf"}
)
"""Media types whose text the rules may clean; all others hold data."""


class AsyncSession:
    """Everything webloupe does, for callers with an event loop. One session serves one loop.

    `config` None reads the process's own settings. `face` tells who calls: it words the notices. A program that
    serves others decides two things more: whether the proxy and certificate variables count (`trust_env`), and
    which ports of this machine are its own and stay shut (`own_ports`).
    """

    def __init__(
        self,
        config: configuration.Config | None = None,
        *,
        face: Face = "python",
        trust_env: bool = True,
        own_ports: frozenset[int] = frozenset(),
    ) -> None:
        self.config = config if config is not None else configuration.load()
        self.face = face
        self._trust_env = trust_env
        self._own_ports = own_ports
        self._searches: Together[SearchResponse] = Together()
        self._usual_s: dict[str, float] = {}  # each backend's p95, for those who hedge

    async def search(
        self, query: str, *, progress: Progress | None = None, **given: Unpack[SearchKeywords]
    ) -> SearchResponse:
        """Ranked results from the ring, never page text; `given` are the keywords of `SearchKeywords`.

        An answer of the last minutes (`search.memo_s`) is given again unless `refresh` is set; equal searches at the
        same time are one. Offline, the pages in the store are searched. `progress` is told each step in words, on the
        session's loop.
        BadInput on an empty query, an unknown backend or a filter that cannot be meant; Offline when a backend on the
        web is named and the network is switched off; QuotaSpent at a cap; AllBackendsFailed with every cause when
        none answered within `timeout_s`.
        """
        await _opened("asked", "search.ring", "search.memo", "usage.accounts", "tokens")
        from . import asked
        from .search.memo import Asked

        wish = asked.search(self.config, query, given, today=date.today())
        backend = self._reachable(wish.backend)
        question = Asked(
            query=wish.query,
            backend=backend,
            ring=self.config.backends,
            fuse=wish.fuse,
            unsupported=wish.unsupported,
        )
        key = f"{question.key}-fresh" if wish.refresh else question.key
        response, joined = await self._searches.run(key, lambda: self._searched(wish, question, progress or _unheard))
        if joined:
            await asyncio.to_thread(self._book_search, question.key, response, memo=True)
        return msgspec.structs.replace(response, notes=wish.notes + response.notes)

    async def search_many(self, queries: Iterable[str], **same: Unpack[SearchKeywords]) -> list[SearchResponse]:
        """One response a query, in the order given; they run together. The first failure is raised."""
        return await _together(partial(self.search, query, **same) for query in queries)

    async def fetch(
        self,
        url: str,
        *,
        format: Format = "markdown",
        budget_chars: int | None = None,
        start: int = 0,
        main: bool | Main | None = None,
        engine: Engine | None = None,
        compress: Method = "none",
        timeout_s: float | None = None,
        max_age_s: float | None = None,
        max_bytes: int | None = None,
        refresh: bool = False,
        offline: bool = False,
        progress: Progress | None = None,
    ) -> FetchResult:
        """One page within a budget; its whole text is in `.full` and in the store. None stands for the setting.

        `start` reads on from a character of the stored text. A page in the store is taken while it is younger
        than `max_age_s`, at any age with `start` or `offline`, never with `refresh`. A status of 400 or more raises
        a FetchError whose `.result` holds what came. `progress` is told each step in words, on the session's loop.
        """
        tell = progress or _unheard
        began = time.monotonic()
        await _opened("asked", "fetch.visit", "fetch.status", "fetch.conversion", "usage.accounts", "tokens")
        from . import asked
        from .fetch import page, status

        given: FetchKeywords = {
            "format": format,
            "budget_chars": budget_chars,
            "start": start,
            "main": main,
            "engine": engine,
            "compress": compress,
            "timeout_s": timeout_s,
            "max_age_s": max_age_s,
            "max_bytes": max_bytes,
            "refresh": refresh,
            "offline": offline,
        }
        wish = asked.page(self.config, self.face, url, given)
        found = await self._found(wish, tell)
        tell(f"reading {found.visit.kept_bytes:,} bytes")
        document, how = await self._document(found, wish, began)
        result = await asyncio.to_thread(
            page.build,
            found.visit,
            document,
            wish.asked,
            stored_path=await asyncio.to_thread(self._kept_copy, found.visit, document, wish.asked.options),
            compression=await self._compressed(document, compress),
            attempts=found.attempts,
            notes=wish.notes + found.notes + how + self._store_notes(),
            cached=found.cached,
            elapsed_ms=_ms_since(began),
        )
        await asyncio.to_thread(self._book_page, result)
        if error := status.error_of(found.visit, result):
            raise error
        return result

    async def fetch_many(self, urls: Iterable[str], **same: Unpack[FetchKeywords]) -> list[FetchResult | Failed]:
        """Several pages together, in the order given; a page that fails is a `Failed` in its place."""

        async def one(url: str) -> FetchResult | Failed:
            try:
                return await self.fetch(url, **same)
            except WebloupeError as error:
                return Failed(url=str(url), error=error.info)

        return await _together(partial(one, url) for url in urls)

    async def compress(self, text: str, *, method: Method = "rules") -> Compression:
        """The text shortened by `method`, with segments that give the whole of it back."""
        await _opened("compress.pipeline")
        from .compress.pipeline import compress

        return await asyncio.to_thread(compress, text, method=method)

    async def usage(self, days: int = 7, *, backend: str | None = None, by: By = "day") -> UsageSummary:
        """Searches a local day (or hour, or none) and backend over the last `days` days, from this machine's log.

        With quota windows and whose pool they are, how long each backend takes, and what the ledger's answers came to.
        BadInput unless `days` is 1–3,660 and `by` one of day, backend, hour.
        """

        def read() -> UsageSummary:
            from .usage.ledger import Ledger
            from .usage.stats import Tally

            tally = Tally(days=days, now=datetime.now(), backend=backend, by=by)
            skipped = 0
            for records, bad in self._log.blocks():
                tally.add(records)
                skipped += bad
            return tally.summary(skipped=skipped, own=Ledger(self.config.home).sums(tally.since_ts))

        return await asyncio.to_thread(read)

    async def aclose(self) -> None:
        """Close the connections, end idle converters. The session can be used again; it then opens new ones."""
        if f"{__package__}.fetch.conversion" in sys.modules:
            from .fetch import conversion

            conversion.close()
        if "_ring" in self.__dict__:
            await self._ring.aclose()
        for name in ("_http", "_backend_http"):
            if name in self.__dict__:  # a room that was never opened stays shut
                await self.__dict__[name].aclose()

    # --- a search's way ----------------------------------------------------------------------------------------------

    async def _searched(self, wish: SearchWish, question: Asked, tell: Progress) -> SearchResponse:
        """The answer from memory where it may answer, else as the ring gives it now."""
        known = None if wish.refresh else await asyncio.to_thread(self._remembered, question.key)
        if known is not None:  # an empty answer is false, and an answer
            return known
        await asyncio.to_thread(self._accounts.check, current())
        if wish.hedge and not self._usual_s:
            usage = await self.usage(7)
            self._usual_s |= {one.backend: one.p95_ms / 1000 for one in usage.backends if one.p95_ms}
        response = await self._ring.search(
            wish.query,
            backend=question.backend,
            timeout_s=wish.timeout_s,
            hedge=wish.hedge,
            fuse=wish.fuse,
            unsupported=wish.unsupported,
            progress=tell,
        )
        if wish.query.answer and response.results and response.answer is None:
            response = await self._with_answer(response, tell)
        return await asyncio.to_thread(self._counted, question.key, response)

    async def _with_answer(self, response: SearchResponse, tell: Progress) -> SearchResponse:
        """The response with the configured model's answer; without one, a note says why."""
        from .llm import Model
        from .search.answers import ANSWER_TOKENS, cited, messages

        if not (self.config.llm_base_url and self.config.llm_model):
            return _noted(response, NO_MODEL)
        model = Model(self.config.llm_base_url, self.config.llm_model, self.config.keys.get("llm", Secret("")))
        tell(f"asking {model.name} for an answer")
        try:
            text = await model.complete(
                self._backend_http,
                messages(response.query, response.results),
                timeout_s=self.config.search_timeout_s,
                max_tokens=ANSWER_TOKENS,
            )
        except ModelError as error:
            return _noted(response, f"No answer: {error.message}")
        return msgspec.structs.replace(response, answer=cited(text, response.results, source=model.name))

    def _reachable(self, backend: str) -> str:
        """The backend that can be asked: offline, the store stands in for the ring."""
        if not self.config.offline or backend == "local":
            return backend
        if backend in ("auto", "all"):
            return "local"
        raise Offline(f"Offline: {backend} was not asked.", "`webloupe config` shows where offline is set.")

    def _remembered(self, key: str) -> SearchResponse | None:
        """The answer in memory, where it is young enough; it costs nothing and the usage log does not see it."""
        from .search import memo

        if not self.config.memo_s:
            return None
        known = self._store.kept(memo.SHELF, key, SearchResponse)
        if known is None or not memo.is_fresh(known, time.time(), self.config.memo_s):
            return None
        self._book_search(key, known, memo=True)
        return msgspec.structs.replace(known, cached=True)

    def _counted(self, key: str, response: SearchResponse) -> SearchResponse:
        """The response with its tokens, kept in memory and entered into the ledger."""
        from .search import memo
        from .tokens import count_tokens

        counted = msgspec.structs.replace(response, tokens=count_tokens(response.to_json()))
        if self.config.memo_s and memo.is_worth_keeping(counted):
            self._store.keep(memo.SHELF, key, counted)
        self._book_search(key, counted)
        return counted

    def _book_search(self, key: str, response: SearchResponse, *, memo: bool = False) -> None:
        from .usage.accounts import cost_usd

        usd = None if memo else cost_usd(response.attempts)
        self._accounts.book(current(), "search", key, tokens=response.tokens, usd=usd, memo=memo)

    def _page_text(self, url: str) -> str | None:
        """The text of a stored page, None when there is none."""
        from .fetch.document import Document, ReadOptions
        from .fetch.page import document_key

        visit = self._store.visit(url)
        document = self._store.document(document_key(visit, ReadOptions()), Document) if visit else None
        return document.text if document and not document.blocked else None

    # --- a page's way ------------------------------------------------------------------------------------------------

    async def _found(self, wish: PageWish, tell: Progress) -> _Found:
        """The page from the store where the wish allows, else as its server answers now."""
        from .fetch import conversion, revisit
        from .fetch.page import visit_of
        from .fetch.visit import visit

        stored = await asyncio.to_thread(self._stored, wish) if wish.stored else None
        if stored and _is_young(stored.visit, wish.max_age_s):
            return stored
        if wish.offline:
            raise Offline(f"Offline, and the store has no copy of {wish.url}", "Fetch it once with the network on.")
        await asyncio.to_thread(self._accounts.check, current())
        await conversion.get_ready()  # it starts while the page is on its way
        asked = revisit.conditions(stored.visit) if stored else {}
        seen = await visit(
            self._http, wish.url, timeout_s=wish.timeout_s, max_bytes=wish.max_bytes, headers=asked, progress=tell
        )
        if stored and revisit.is_unchanged(seen.answer, asked):
            again = revisit.renewed(stored.visit, seen.answer, fetched_at=time.time())
            await asyncio.to_thread(self._store.keep_visit, again, stored.body)
            return _Found(again, stored.body, seen.attempts, cached=True, notes=(UNCHANGED,))
        return _Found(visit_of(wish.url, seen.answer, fetched_at=time.time()), seen.answer.body, seen.attempts)

    def _stored(self, wish: PageWish) -> _Found | None:
        """The stored visit of a page with its bytes; None unless both are whole and long enough."""
        visit = self._store.visit(wish.url)
        if visit is None or (visit.over_cap and visit.kept_bytes < wish.min_bytes):
            return None
        body = self._store.raw(visit.raw_hash)
        return None if body is None else _Found(visit, body, cached=True)

    async def _document(self, found: _Found, wish: PageWish, began: float) -> tuple[Document, tuple[str, ...]]:
        """The page's text, from the store where it was read before, and notes on how it was made.

        Only pages are kept: an error or a robot check must not answer for the page the next time.
        """
        from .fetch.conversion import document_of
        from .fetch.document import Document
        from .fetch.page import document_key

        key = document_key(found.visit, wish.asked.options)
        if found.cached and (known := await asyncio.to_thread(self._store.document, key, Document)):
            return known, ()
        document, notes = await document_of(
            found.visit, found.body, wish.asked.options, began=began, timeout_s=wish.timeout_s
        )

        def keep() -> None:
            if not found.cached:
                self._store.keep_visit(found.visit, found.body)
            self._store.keep_document(key, document)

        if _is_page(found.visit, document):
            await asyncio.to_thread(keep)
        return document, notes

    def _kept_copy(self, visit: Visit, document: Document, options: ReadOptions) -> str | None:
        """Writes the readable copy of a page; its path, None where there is none."""
        from .store import options_suffix

        if not _is_page(visit, document):
            return None
        copy = self._store.keep_copy(visit.url, document.text, suffix=options_suffix(options))
        return str(copy) if copy else None

    async def _compressed(self, document: Document, method: Method) -> Compression | None:
        """The whole text shortened. Data stays as it is: what looks like page furniture in it is its content."""
        if method == "none":
            return None
        if document.media_type in WRITTEN_FOR_PEOPLE:
            return await self.compress(document.text, method=method)
        await _opened("compress.pipeline")
        from .compress.pipeline import untouched

        return await asyncio.to_thread(untouched, document.text, f"{document.media_type} is data and kept as it is.")

    def _book_page(self, page: FetchResult) -> None:
        """Enter a page into the ledger: the tokens that were shown beside those of the whole page."""
        from .tokens import count_tokens

        shown = page.total_tokens if page.text == page.full else count_tokens(page.text)
        self._accounts.book(
            current(), "fetch", page.page_hash[:32], tokens=shown, memo=page.cached, full_tokens=page.total_tokens
        )

    def _store_notes(self) -> tuple[str, ...]:
        problem = self._store.take_problem()
        return (problem,) if problem else ()

    # --- rooms, opened at first use ----------------------------------------------------------------------------------

    @cached_property
    def _http(self) -> Http:
        return self._client(())

    @cached_property
    def _backend_http(self) -> Http:
        """The client for backends. An endpoint that the user named may be private; pages may not follow it there."""
        from .addresses import split_url

        urls = [*self.config.endpoints.values(), *filter(None, [self.config.llm_base_url])]
        if not urls:
            return self._http
        targets = [split_url(url) for url in urls]
        named = [f"[{one.host}]:{one.port}" if ":" in one.host else f"{one.host}:{one.port}" for one in targets]
        return self._client(named)

    def _client(self, named: Iterable[str]) -> Http:
        from .http import Http

        opened = (*self.config.allow_private, *named)
        return Http(allow_private=opened, own_ports=self._own_ports, trust_env=self._trust_env)

    @cached_property
    def _ring(self) -> Ring:
        from .search.ring import Ring
        from .search.state import State

        return Ring(
            self._backend_http,
            backends=self.config.backends,
            endpoints=self.config.endpoints,
            keys=self.config.keys,
            tiers=self.config.tiers,
            prices=self.config.prices,
            state=State(self._store),
            home=self.config.home,
            page_text=self._page_text,
            slow_after_s=self._usual_s.get,
            # Each command is a process of its own; they must not all begin with the same backend.
            first=os.getpid() if self.face == "cli" else 0,
            log=lambda record: self._log.append(msgspec.structs.replace(record, face=self.face)),
        )

    @cached_property
    def _accounts(self) -> Accounts:
        from .usage.accounts import Accounts

        return Accounts(self.config.home, self.config.limits, self.face)

    @cached_property
    def _store(self) -> Store:
        from .store import Store

        return Store(self.config.home)

    @cached_property
    def _log(self) -> UsageLog:
        from .usage.log import UsageLog

        return UsageLog(self.config.home)


@dataclass(frozen=True, slots=True)
class _Found:
    """An answer with its bytes: from the store, or fresh with the attempts that led to it."""

    visit: Visit
    body: bytes
    attempts: tuple[Attempt, ...] = ()
    cached: bool = False
    notes: tuple[str, ...] = ()


def _noted(response: SearchResponse, note: str) -> SearchResponse:
    return msgspec.structs.replace(response, notes=(*response.notes, note))


def _is_young(visit: Visit, max_age_s: float | None) -> bool:
    """Whether a stored page may be taken as it is; None takes any age. A clock that was set back tells no age."""
    return max_age_s is None or 0 <= time.time() - visit.fetched_at <= max_age_s


def _is_page(visit: Visit, document: Document) -> bool:
    """Whether this is what was asked for, not an error or a robot check in its place."""
    return visit.status < 400 and not document.blocked


async def _opened(*rooms: str) -> None:
    """Import rooms in a thread: the first time takes up to 0.3 s, in which the loop must not stand still."""
    if any(f"{__package__}.{room}" not in sys.modules for room in rooms):
        await asyncio.to_thread(lambda: [import_module(f".{room}", __package__) for room in rooms])


async def _together(calls: Iterable[Callable[[], Coroutine[Any, Any, T]]]) -> list[T]:
    """The results in order, `AT_ONCE` under way. The first failure cancels the rest and is raised as itself."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with turn:
            return await call()

    tasks = [asyncio.ensure_future(in_turn(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _unheard(_: str) -> None:
    """Where progress goes that nobody asked for."""


def _ms_since(began: float) -> float:
    return round(1000 * (time.monotonic() - began), 1)
