"""Pages read by hosted readers, one after the other until one has the page.

What comes is bytes like those of any page, markdown `via` the reader, so the store, the formats and the budget know
nothing of it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..addresses import shown
from ..errors import AddressRefused, AllReadersFailed, TimedOut, WebloupeError
from ..http import Http
from ..keys import Secret
from ..store import Visit as StoredVisit
from ..types import Attempt, ErrorInfo, Tier, UsageRecord
from ..wire import Answer
from .cures import check_numbers, check_public, cures, sent
from .document import Document
from .hosted import AUTO, Extract, load
from .reading import TITLE_CHARS, Way, read
from .visit import Visit

LEAST_S = 10.0
"""What each reader gets before the next is asked, where time allows: a live page takes them seconds."""

_CAUSE_CHARS = 100
_MEDIA = "text/markdown; charset=utf-8"


class Cured(NamedTuple):
    """What asking others unbidden came to: the page, None where there is none; and the attempts, none if not asked."""

    visit: Visit | None = None
    attempts: tuple[Attempt, ...] = ()


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
        deadline = time.monotonic() + timeout_s
        await self._check_outside(url, timeout_s)
        ways = [way for name in names for way in self._ways(name)]
        asked = {way.reader.name for way in ways}
        attempts = [_without_key(name) for name in names if name not in asked]
        for at, way in enumerate(ways):
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                break
            progress(f"asking {way.reader.name} to read the page")
            got = await read(self.http, way, sent(url), _share_s(left_s, len(ways) - at))
            attempts.append(got.attempt)
            if got.left_the_machine:
                # In a thread: the log may have to wait for another process that writes it.
                await asyncio.to_thread(self.log, got.record())
            if got.page is not None:
                answer = Answer(200, {"content-type": _MEDIA}, _written(got.page), url)
                return Visit(answer, tuple(attempts), via=way.reader.name)
        raise _all_failed(url, attempts)

    async def cure(
        self,
        failure: WebloupeError | StoredVisit | Document,
        url: str,
        names: Sequence[str] = AUTO,
        *,
        headers: Mapping[str, str] | None = None,
        timeout_s: float,
        progress: Callable[[str], None] = lambda _: None,
    ) -> Cured:
        """The page by others after a failure of our own, if `cures` says that they may be asked. Never raises for them.

        `headers` are those that went along with the request that failed.
        """
        if timeout_s <= 0 or not cures(failure, url, headers=headers, allow_private=self.allow_private):
            return Cured()
        try:
            visit = await self.extract(url, names, timeout_s=timeout_s, progress=progress)
        except AllReadersFailed as error:
            return Cured(None, error.attempts)
        except (AddressRefused, TimedOut):
            return Cured()
        return Cured(visit, visit.attempts)

    async def _check_outside(self, url: str, timeout_s: float) -> None:
        """AddressRefused where the page is private by its name, or by a number to which the name resolves here: that
        the user opened a network does not open its names to others. TimedOut where the name server is silent."""
        check_public(url, self.allow_private)
        try:
            async with asyncio.timeout(timeout_s):
                numbers = await self.http.addresses(url)
        except TimeoutError:
            raise TimedOut(f"{shown(url)}: the name was not resolved in time.", "Try again.", url=shown(url)) from None
        check_numbers(url, numbers)

    def _ways(self, name: str) -> Iterator[Way]:
        """With the key first, and without it when that fails, unless the tier says otherwise."""
        reader = load(name, endpoint=self.endpoints.get(f"{name}_fetch"), session_id=self.session_id)
        secret, tier = self.keys.get(name), self.tiers.get(name, "auto")
        key = (secret.reveal() if secret else "") or None
        keyed = [Way(reader, key, self.prices.get(name))] if key else []
        keyless = [Way(reader, None)] if tier != "paid" else []
        yield from keyless + keyed if tier == "free" else keyed + keyless


def _share_s(left_s: float, ways: int) -> float:
    """The seconds for the next of so many ways: an equal part or `LEAST_S`, but never all while others wait."""
    return left_s if ways == 1 else max(left_s / ways, min(LEAST_S, 0.6 * left_s))


def _without_key(name: str) -> Attempt:
    """The attempt that was not made: the user pays for this reader or does without it."""
    hint = f"Run `webloupe key set {name}`."
    error = ErrorInfo(code="config", message=f"{name}: needs a key", hint=hint, backend=name)
    return Attempt(backend=name, outcome="skipped", error=error)


def _written(page: Extract) -> bytes:
    """The text as it is stored, under its title where it does not begin with one."""
    title = " ".join(page.title[:TITLE_CHARS].split())
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
