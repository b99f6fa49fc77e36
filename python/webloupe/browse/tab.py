"""One tab: what is under way in it, when it has come to rest, what it says of itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from .frames import call

if TYPE_CHECKING:
    from playwright.async_api import Page, Request

_COUNTED: Final = frozenset({"document", "script", "xhr", "fetch", "stylesheet"})
_QUIET_MS: Final = 60
_BUSY_S: Final = 2.0


class Tab:
    """Watches a page. `under_way` are the requests that may still change what it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title = ""
        self.crashed = asyncio.Event()
        self.under_way: set[Request] = set()
        page.on("request", self._asked)
        page.on("requestfinished", self._done)
        page.on("requestfailed", self._done)
        page.on("crash", lambda _: self.crashed.set())

    def _asked(self, request: Request) -> None:
        if request.resource_type in _COUNTED:
            self.under_way.add(request)

    def _done(self, request: Request) -> None:
        self.under_way.discard(request)

    @property
    def navigates(self) -> bool:
        """Whether another document is on its way into it."""
        return any(one.is_navigation_request() for one in self.under_way)

    async def rest(self, *, quiet_ms: int = _QUIET_MS, busy_s: float = _BUSY_S) -> None:
        """Wait until nothing changes any more, at most `busy_s` seconds unless a document is on its way."""
        from playwright.async_api import Error

        loop = asyncio.get_running_loop()
        end = loop.time() + busy_s
        while loop.time() < end or self.navigates:
            if self.navigates:
                await asyncio.sleep(0.02)
                continue
            with suppress(Error, TimeoutError):  # it went elsewhere meanwhile
                async with asyncio.timeout(busy_s):
                    await self.page.evaluate("given => " + _QUIET, [quiet_ms, 1_000 * busy_s])
                if not self.under_way:
                    return
            await asyncio.sleep(0.01)

    async def ask(self, function: str, given: Any = None) -> Any:
        """What a function of `page.js` says of the main frame."""
        return await self.page.evaluate(call(function), given)


_QUIET: Final = """new Promise(done => {
  let timer = setTimeout(end, given[0]);
  const last = setTimeout(end, given[1]);
  const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, given[0]); });
  function end() { watch.disconnect(); clearTimeout(last); done(true); }
  watch.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
})"""
