"""Pages read by hosted readers, one after the other until one has the page.

What comes is bytes like those of any page, markdown `via` the reader, so the store, the formats and the budget know
nothing of it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..errors import AddressRefused, AllReadersFailed, BadInput, Cancelled, Offline, TimedOut, Unreadable, WebloupeError
from ..fields import Quota
from ..http import HONEST_USER_AGENT, Http
from ..keys import Secret
from ..outcomes import Judged, classify, error_text
from ..types import Attempt, ErrorCode, ErrorInfo, Outcome, Tier, UsageRecord
from ..wire import ACCEPT, Answer
from . import challenge
from .cures import check_public, sent
from .hosted import Extract, HostedReader, load
from .visit import Visit

MAX_BYTES = 10_000_000  # 500,000 characters of text, escaped twice in JSON, with room
LEAST_S = 10.0
"""What each reader gets before the next is asked, where time allows: a live page takes them seconds."""

_CAUSE_CHARS = 100
_MEDIA = "text/markdown; charset=utf-8"


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to ask a reader: with its key, or without one."""

    reader: HostedReader
    key: str | None


@dataclass(frozen=True, slots=True)
class _Exchange:
    verdict: Judged[Extract]
    answered: bool = False
    quota: Quota | None = None
    usd: float | None = None


@dataclass(frozen=True)
class HostedReaders:
    """Asks hosted readers. `keys`, `tiers` and `prices` (US$ a keyed call) go by name, `endpoints` by `<name>_fetch`.

    `log` takes a record of each attempt that left the machine, from a thread. `allow_private` are the entries that the
    user opened: what they name is told to nobody.
    """

    http: Http
    keys: Mapping[str, Secret]
    endpoints: Mapping[str, str]
    log: Callable[[UsageRecord], object]
    tiers: Mapping[str, Tier] = field(default_factory=dict)
    prices: Mapping[str, float] = field(default_factory=dict)
    allow_private: Sequence[str] = ()
    session_id: str = field(default_factory=lambda: secrets.token_hex(16))

    async def extract(
        self,
        url: str,
        names: Sequence[str],
        *,
        timeout_s: float,
        progress: Callable[[str], None] = lambda _: None,
    ) -> Visit:
        """The page at `url`, as `parse_url` gives it, by the first of `names` that has it, within `timeout_s`.

        AddressRefused where others must not learn the address, BadInput for a name that is none, AllReadersFailed with
        every cause where none has the page.
        """
        check_public(url, self.allow_private)
        deadline = time.monotonic() + timeout_s
        ways = [way for name in names for way in self._ways(name)]
        asked = {way.reader.name for way in ways}
        attempts = [_without_key(name) for name in names if name not in asked]
        for at, way in enumerate(ways):
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                break
            progress(f"asking {way.reader.name} to read the page")
            attempt, page = await self._attempt(way, url, _share_s(left_s, len(ways) - at))
            attempts.append(attempt)
            if page is not None:
                answer = Answer(200, {"content-type": _MEDIA}, _written(page), url)
                return Visit(answer, tuple(attempts), via=way.reader.name)
        raise _all_failed(url, attempts)

    def _ways(self, name: str) -> Iterator[_Way]:
        """With the key first, and without it when that fails, unless the tier says otherwise."""
        reader = load(name, endpoint=self.endpoints.get(f"{name}_fetch"), session_id=self.session_id)
        secret, tier = self.keys.get(name), self.tiers.get(name, "auto")
        key = (secret.reveal() if secret else "") or None
        keyed = [_Way(reader, key)] if key else []
        keyless = [_Way(reader, None)] if tier != "paid" else []
        yield from keyless + keyed if tier == "free" else keyed + keyless

    async def _attempt(self, way: _Way, url: str, timeout_s: float) -> tuple[Attempt, Extract | None]:
        started = time.monotonic()
        exchange = await self._exchange(way, url, timeout_s)
        verdict = exchange.verdict
        price = self.prices.get(way.reader.name) if way.key and exchange.answered else None
        attempt = Attempt(
            backend=way.reader.name,
            outcome=verdict.outcome,
            elapsed_ms=round(1000 * (time.monotonic() - started), 1),
            error=verdict.error,
            retry_after_s=verdict.error.retry_after_s if verdict.error else None,
            remaining=exchange.quota.remaining if exchange.quota else None,
            keyed=way.key is not None,
            usd=exchange.usd if exchange.usd is not None else price,
        )
        if attempt.outcome != "skipped":
            # In a thread: the log may have to wait for another process that writes it.
            await asyncio.to_thread(self.log, _record(attempt, exchange.quota))
        return attempt, next(iter(verdict.results), None)

    async def _exchange(self, way: _Way, url: str, timeout_s: float) -> _Exchange:
        reader = way.reader
        request = reader.request(sent(url), way.key)
        headers = {"Accept": ACCEPT, "User-Agent": HONEST_USER_AGENT, **request.headers}
        try:
            answer = await self.http.send(replace(request, headers=headers), timeout_s=timeout_s, max_bytes=MAX_BYTES)
        except (Offline, Cancelled):
            raise  # the next one would meet the same
        except WebloupeError as error:
            return _Exchange(_unanswered(way, error, timeout_s))
        verdict = await asyncio.to_thread(_judged, way, answer)
        return _Exchange(verdict, True, reader.reading(answer), reader.cost(answer))


def _share_s(left_s: float, ways: int) -> float:
    """The seconds for the next of so many ways: an equal part or `LEAST_S`, but never all while others wait."""
    return left_s if ways == 1 else max(left_s / ways, min(LEAST_S, 0.6 * left_s))


def _without_key(name: str) -> Attempt:
    """The attempt that was not made: the user pays for this reader or does without it."""
    error = ErrorInfo(
        code="config", message=f"{name}: needs a key", hint=f"Run `webloupe key set {name}`.", backend=name
    )
    return Attempt(backend=name, outcome="skipped", error=error)


def _judged(way: _Way, answer: Answer) -> Judged[Extract]:
    """The verdict on an answer; a robot check that the reader met in place of the page is no page."""
    verdict = classify(way.reader, answer, now=time.time(), key=way.key)
    for page in verdict.results:
        if reason := challenge.blocked_reason(page.title, page.text, b""):
            name = way.reader.name
            error = ErrorInfo(code="blocked", message=error_text(name, f"met a {reason}", way.key), backend=name)
            return Judged("http", error=error)
    return verdict


def _unanswered(way: _Way, error: WebloupeError, timeout_s: float) -> Judged[Extract]:
    """The verdict on a call that brought no answer; "skipped" where it was not even sent."""
    name, words = way.reader.name, error.message
    outcome: Outcome = "transport"
    code: ErrorCode = "backend_down"
    if isinstance(error, TimedOut):
        outcome, code, words = "timeout", "timed_out", f"timed out after {timeout_s:.3g} s"
    elif isinstance(error, Unreadable):
        outcome, code = "payload", "bad_answer"  # an answer came, in a coding that cannot be undone
    elif isinstance(error, BadInput | AddressRefused) or error.code == "config":
        outcome, code = "skipped", error.code
    message = error_text(name, words, way.key)
    return Judged(outcome, error=ErrorInfo(code=code, message=message, hint=error.hint, backend=name))


def _written(page: Extract) -> bytes:
    """The text as it is stored, under its title where it does not begin with one."""
    title = " ".join(page.title.split())
    text = page.text if not title or page.text.lstrip().startswith("# ") else f"# {title}\n\n{page.text}"
    return text.encode("utf-8", "replace")


def _all_failed(url: str, attempts: Sequence[Attempt]) -> AllReadersFailed:
    """The error that names every cause and the shortest wait that any reader asked for."""
    wait_s = min((one.retry_after_s for one in attempts if one.retry_after_s is not None), default=None)
    causes = "; ".join(map(_cause, attempts)) or "no time was left"
    return AllReadersFailed(
        f"No hosted reader gave the page: {causes}.",
        f"Try again in {wait_s:,.0f} s." if wait_s is not None else "Try again later, or open it in a browser.",
        attempts=tuple(attempts),
        retry_after_s=wait_s,
        url=url,
    )


def _cause(attempt: Attempt) -> str:
    if attempt.error is None:
        return f"{attempt.backend}: no text of it"
    message = attempt.error.message.rstrip(".")
    return message if len(message) <= _CAUSE_CHARS else f"{message[: _CAUSE_CHARS - 1]}…"


def _record(attempt: Attempt, quota: Quota | None) -> UsageRecord:
    return UsageRecord(
        ts=time.time(),
        backend=attempt.backend,
        outcome=attempt.outcome,
        remaining=attempt.remaining,
        elapsed_ms=attempt.elapsed_ms,
        action="fetch",
        limit=quota.limit if quota else None,
        resets_at=quota.resets_at if quota else None,
        usd=attempt.usd,
    )
