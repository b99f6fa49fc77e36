"""A visit that knows special sites: their own way first, the page as any other where that fails.

What a site gives is bytes like those of any page, so the store, the readers and the formats know nothing of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..addresses import parse_url, split_url
from ..errors import Cancelled, Offline, TimedOut, WebloupeError
from ..http import BROWSER_USER_AGENT, HONEST_USER_AGENT, Http, Jar, MayFollow
from ..outcomes import MALFORMED
from ..types import Attempt, ErrorInfo, Outcome
from ..wire import Answer, Request
from .cures import bears_secrets
from .sites import Page, Plan, Step, planned
from .visit import Visit, visit

SHARE = 0.6
"""The part of the time that a special way may take: what is left must do for the page itself."""


async def visit_specially(
    http: Http,
    url: str,
    *,
    timeout_s: float,
    max_bytes: int,
    headers: Mapping[str, str] | None = None,
    may_follow: MayFollow | None = None,
    jar: Jar | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Visit:
    """As `visit`, with the same arguments. Of a special site comes what stands for the page, `via` the site's name.

    `headers` go to the page's own address alone. Where they may be credentials, the page itself is wanted, as its
    owner sees it, and no special way is gone.
    """
    started = time.monotonic()
    told: tuple[Attempt, ...] = ()
    found = None if bears_secrets(headers) else await asyncio.to_thread(planned, url)  # the first time imports them all
    if found:
        site, plan = found
        way = _Way(http, site, started + SHARE * timeout_s, max_bytes, progress)
        page, attempt = await way.follow(plan)
        told = (attempt,)
        if page is not None:
            answer = Answer(200, {"content-type": page.media}, page.body, page.url, page.over_cap, page.total_bytes)
            return Visit(answer, told, via=site)
    left_s = max(0.0, started + timeout_s - time.monotonic())
    seen = await visit(
        http,
        url,
        timeout_s=left_s,
        max_bytes=max_bytes,
        headers=headers,
        may_follow=may_follow,
        jar=jar,
        progress=progress,
    )
    return Visit(seen.answer, told + seen.attempts)


class _Failed(Exception):
    """A request of the special way that gave nothing, in a few words."""

    def __init__(self, outcome: Outcome, why: str) -> None:
        super().__init__(why)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class _Way:
    """One special way, to be followed until `deadline` (`time.monotonic()`)."""

    http: Http
    site: str
    deadline: float
    max_bytes: int
    progress: Callable[[str], None]

    async def follow(self, plan: Plan) -> tuple[Page | None, Attempt]:
        """What stands for the page, None where the way leads nowhere; and how it went."""
        started = time.monotonic()
        step: Step | None = plan
        failure: _Failed | None = None
        while isinstance(step, Plan):
            tried = step
            try:
                step = await self._taken(tried)
            except _Failed as failed:
                failure, step = failed, tried.otherwise
        return step, self._attempt(None if step else failure, 1000 * (time.monotonic() - started))

    async def _taken(self, plan: Plan) -> Step:
        """The step after this one. Read in a thread: an answer may be megabytes of JSON."""
        answer = await self._answer(plan)
        if not 200 <= answer.status < 300:
            raise _Failed("rate_limited" if answer.status == 429 else "http", f"HTTP {answer.status}")
        try:
            return await asyncio.to_thread(plan.then, answer)
        except MALFORMED:
            raise _Failed("payload", "unreadable answer") from None

    async def _answer(self, plan: Plan) -> Answer:
        left_s = self.deadline - time.monotonic()
        if left_s <= 0:
            raise _Failed("timeout", "no time was left")
        self.progress(f"asking {split_url(parse_url(plan.address)).host}")
        agent = BROWSER_USER_AGENT if plan.as_browser else HONEST_USER_AGENT
        request = Request("GET", plan.address, headers={"User-Agent": agent, **plan.headers})
        try:
            return await self.http.send(request, timeout_s=left_s, max_bytes=self.max_bytes, follow=True)
        except (Offline, Cancelled):
            raise
        except TimedOut:
            raise _Failed("timeout", f"timed out after {left_s:.3g} s") from None
        except WebloupeError as error:
            raise _Failed("transport", error.message) from None

    def _attempt(self, failure: _Failed | None, elapsed_ms: float) -> Attempt:
        if failure is None:
            return Attempt(backend=self.site, outcome="ok", elapsed_ms=elapsed_ms)
        error = ErrorInfo(code="bad_answer" if failure.outcome == "payload" else "backend_down", message=str(failure))
        return Attempt(backend=self.site, outcome=failure.outcome, elapsed_ms=elapsed_ms, error=error)
