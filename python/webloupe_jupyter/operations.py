"""What can be asked of webloupe by name: one table for the kernel's comm and for the server.

Each operation turns arguments into a shape by way of a session. Whoever asks decides where errors go: `failure`
makes data of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypeAlias, cast

from webloupe import __version__
from webloupe.errors import BadInput, RateLimited, WebloupeError
from webloupe.inventory import inventory
from webloupe.printed import usage_csv
from webloupe.session import AsyncSession
from webloupe.types import Attempt, ErrorInfo, FetchResult, SearchResponse, UsageSummary, Wire
from webloupe.usage.stats import MAX_DAYS

from . import drawn
from .arguments import (
    Arguments,
    CompressArguments,
    DiffArguments,
    NoArguments,
    PageArguments,
    SearchArguments,
    UsageArguments,
    brief,
    given_of,
    nearest,
    read,
)
from .drawn.failures import harmless
from .restoring import restored, with_restored
from .shapes import (
    Answered,
    ConfigRowShape,
    ConfigShape,
    DiffShape,
    FileShape,
    HealthShape,
    LeftShape,
    Live,
    Operation,
    PageShape,
    QuotaShape,
    SourceShape,
)
from .text import one_line

Progress: TypeAlias = Callable[[str], None]
Deed: TypeAlias = Callable[[AsyncSession, Any, Progress], Awaitable[Wire]]

_ANY_AGE_S = 1e12  # a page in the store is taken however old it is
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Row:
    """One operation: the type of its arguments, the type of its answer, and how it is done."""

    arguments: type[Arguments]
    answer: type[Wire]
    do: Deed


async def run(session: AsyncSession, operation: str, args: object, progress: Progress = lambda _: None) -> Wire:
    """The shape that answers `operation`; `progress` is told each step in words, on the running loop.

    BadInput for an unknown operation or argument and for a wrong type; else what the session raises.
    """
    if operation not in OPERATIONS:
        raise BadInput(f"No operation is called {brief(operation)}.", nearest(str(operation), OPERATIONS))
    name = cast(Operation, operation)
    row = OPERATIONS[name]
    return await row.do(session, read(name, row.arguments, args), progress)


def failure(error: BaseException) -> ErrorInfo:
    """An error as data. What is no failure of ours to foresee is logged and told as the bug that it is."""
    if isinstance(error, WebloupeError):
        return harmless(error.info)
    if isinstance(error, asyncio.CancelledError):
        return ErrorInfo(code="cancelled", message="The call was cancelled.", hint="Run it again.")
    _log.error("a bug in webloupe", exc_info=error)
    return ErrorInfo(
        code="bug",
        message=f"webloupe has a bug: {type(error).__name__}.",
        hint="The log of the kernel or server has the details; please report them.",
    )


def too_many() -> RateLimited:
    """The refusal of a call beside as many as one may have under way."""
    return RateLimited("Too many calls at once.", "Wait for some to end.", retry_after_s=1.0)


async def live_of(session: AsyncSession, data: SearchResponse | FetchResult) -> Live:
    """What travels only now: duration, cache, rests, and what the backends asked last said is left."""
    left = await _left(session, data.attempts)
    if isinstance(data, FetchResult):
        return Live(elapsed_ms=data.elapsed_ms, cached=data.cached, age_s=_since(data.fetched_at), left=left)
    since_s = _since(data.asked_at)
    return Live(
        elapsed_ms=data.elapsed_ms,
        cached=data.cached,
        age_s=since_s if data.cached else None,
        left=left,
        tries=drawn.live_tries(data, since_s),
        tables=drawn.tables(data, with_times=True),
    )


def _since(ts: float) -> float:
    """Seconds since a Unix time."""
    return max(0.0, datetime.now().timestamp() - ts)


async def _left(session: AsyncSession, attempts: Sequence[Attempt]) -> tuple[LeftShape, ...]:
    asked = {attempt.backend for attempt in attempts if attempt.remaining is not None}
    if not asked:
        return ()
    try:
        summary = await session.usage(days=1)
    except WebloupeError:  # a log that cannot be read must not spoil an answer
        return ()
    return tuple(drawn.left(status) for status in summary.left if status.backend in asked)


# --- one function an operation ---------------------------------------------------------------------------------------


async def _search(session: AsyncSession, args: SearchArguments, progress: Progress) -> Answered:
    # One line, as a magic's: what was asked is then what the magic line repeats.
    query = " ".join(args.query.split())
    keywords = given_of(args, without=["query"])
    response = await session.search(query, **keywords, progress=progress)
    shape = drawn.results(response, keywords)
    return Answered(drawn=drawn.drawn(shape), live=await live_of(session, response))


async def _fetch(session: AsyncSession, args: PageArguments, progress: Progress) -> Answered:
    keywords = given_of(args, without=["url"])
    result = await session.fetch(args.url, **keywords, progress=progress)
    shape = await asyncio.to_thread(drawn.page, result, keywords)
    return Answered(drawn=drawn.drawn(shape), live=await live_of(session, result))


async def _stored(session: AsyncSession, args: PageArguments, progress: Progress) -> FetchResult:
    """The page as it was fetched before; asked for anew only where the store has it no longer."""
    keywords = given_of(args, without=["url", "refresh", "max_age_s", "id", "restored"])
    return await session.fetch(args.url, **keywords, max_age_s=_ANY_AGE_S, progress=progress)


async def _diff(session: AsyncSession, args: DiffArguments, progress: Progress) -> DiffShape:
    result = await _stored(session, args, progress)
    compression = result.compression or await session.compress(result.full, method="rules", kind=result.kind.kind)
    compression = await asyncio.to_thread(restored, compression, args.restored)
    return await asyncio.to_thread(drawn.whole_diff, compression, args.restored)


async def _restore(session: AsyncSession, args: DiffArguments, progress: Progress) -> PageShape:
    """From the store, as the page was shortened before: a model would not do it twice in one way."""
    if args.compress == "instruct":
        raise BadInput("Only the kernel that has a model's text can give pieces back.", "Run the cell again.")
    keywords = given_of(args, without=["url", "id", "restored"])
    result = await _stored(session, args, progress)
    result = await asyncio.to_thread(with_restored, result, args.restored, session.config, keywords)
    return await asyncio.to_thread(drawn.whole_page, result, keywords, restored=args.restored)


async def _source(session: AsyncSession, args: PageArguments, progress: Progress) -> SourceShape:
    return drawn.source(await _stored(session, args, progress))


async def _compress(session: AsyncSession, args: CompressArguments, _progress: Progress) -> DiffShape:
    return drawn.whole_diff(await session.compress(args.text, **given_of(args, without=["text"])))


async def _usage(session: AsyncSession, args: UsageArguments, _progress: Progress) -> Answered:
    began = asyncio.get_running_loop().time()
    summary = await _counted(session, args)
    given: dict[str, Any] = {"days": args.days, **given_of(args, without=["days", "backends"])}
    if args.backends is not None and len(args.backends) == 1:
        given |= {"backend": args.backends[0]}
    shape = await asyncio.to_thread(drawn.usage, summary, given, taken=datetime.now())
    elapsed_ms = round(1000 * (asyncio.get_running_loop().time() - began), 1)
    left = tuple(map(drawn.left, summary.left))
    return Answered(drawn=drawn.drawn(shape), live=Live(elapsed_ms=elapsed_ms, cached=False, age_s=None, left=left))


async def _usage_csv(session: AsyncSession, args: UsageArguments, _progress: Progress) -> FileShape:
    text = usage_csv(await _counted(session, args))
    return FileShape(name=f"webloupe-usage-{date.today()}.csv", media_type="text/csv", text=f"{text}\n")


async def _counted(session: AsyncSession, args: UsageArguments) -> UsageSummary:
    if not 1 <= args.days <= MAX_DAYS:
        raise BadInput(f"days cannot be {brief(args.days)}.", f"Ask for 1 to {MAX_DAYS:,} days.")
    return drawn.only(await session.usage(args.days, by=args.by), args.backends)


async def _quota(session: AsyncSession, _args: NoArguments, _progress: Progress) -> QuotaShape:
    # Yesterday too: at midnight nothing is read yet of today, and windows do not end there.
    summary = await session.usage(2)
    return drawn.quota(summary.windows, datetime.now().astimezone())


async def _health(session: AsyncSession, _args: NoArguments, _progress: Progress) -> HealthShape:
    config = session.config
    return HealthShape(version=__version__, home=str(config.home), offline=config.offline, backends=config.backends)


async def _config(session: AsyncSession, _args: NoArguments, _progress: Progress) -> ConfigShape:
    config = session.config
    rows = await asyncio.to_thread(config.rows)  # asks the system's keyring for origins
    known = await asyncio.to_thread(lambda: list(inventory(config)))
    return ConfigShape(
        rows=tuple(ConfigRowShape(name=row.name, value=row.value, origin=row.origin) for row in rows),
        askable=tuple(one_line(row.backend) for row in known if not row.lacks),
        warnings=config.warnings,
    )


OPERATIONS: Final[Mapping[Operation, Row]] = {
    "search": Row(SearchArguments, Answered, _search),
    "fetch": Row(PageArguments, Answered, _fetch),
    "diff": Row(DiffArguments, DiffShape, _diff),
    "restore": Row(DiffArguments, PageShape, _restore),
    "source": Row(PageArguments, SourceShape, _source),
    "compress": Row(CompressArguments, DiffShape, _compress),
    "usage": Row(UsageArguments, Answered, _usage),
    "usage_csv": Row(UsageArguments, FileShape, _usage_csv),
    "quota": Row(NoArguments, QuotaShape, _quota),
    "health": Row(NoArguments, HealthShape, _health),
    "config": Row(NoArguments, ConfigShape, _config),
}
